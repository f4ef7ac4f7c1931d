// The cost of queries of log events on the server. The events arrive before, and each answer is one row: its decoding is no work to speak of, and the client is
// a process of its own.
import { asking } from './asking.ts';
import { sendShot } from './beside-send.ts';
import { json } from './door.ts';
import { cpuInTurns, type Shot } from './load.ts';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const EVENTS = 100_000;
/** Milliseconds between two events: 10,000 of them are in five minutes. */
const SPACE_MS = 30;
const FEW = 10_000;
const AT_ONCE = 5000;
const SENDS = 300;
const GROUP = { logGroupName: 'bench', logStreamName: 's' };
const LEVELS = ['INFO', 'INFO', 'INFO', 'WARN', 'ERROR'];

const call = (operation: string, input: object): Shot => json('logs', `Logs_20140328.${operation}`, '1.1', input);
const eventAt = (at: number): string =>
  JSON.stringify({
    level: LEVELS[at % LEVELS.length],
    service: `s${at % 20}`,
    latency: at % 1000,
    user: `u${at % 977}`,
    path: '/orders/items',
  });

interface Query {
  readonly what: string;
  readonly text: string;
  readonly limitMs: number;
  /** The number of events in its time, the last ones; by default all. */
  readonly events?: number;
}

/** Milliseconds for 100,000 events in memory, by the notes on metrics and logs: a tenth of those for a million. */
const QUERIES: readonly Query[] = [
  { what: 'a text', text: 'filter @message like /ERROR/ | stats count()', limitMs: 100 },
  { what: 'counts of a field', text: 'stats count() by level', limitMs: 150 },
  { what: 'the average by service and minute', text: 'stats avg(latency), pct(latency, 95) by service, bin(1m) | limit 1', limitMs: 250 },
  { what: 'the ten slowest', text: 'sort latency desc | limit 10', limitMs: 150 },
  { what: 'the latest', text: 'limit 1', limitMs: 5 },
  { what: 'the latest 20', text: 'fields @timestamp, level | limit 20', limitMs: 5, events: FEW },
  { what: 'counts of a field', text: 'stats count() by level', limitMs: 30, events: FEW },
];

export async function insightsBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt();
  const client = asking(emulator.url);
  try {
    const beginMs = (Math.floor(Date.now() / 1000) - 3600) * 1000;
    await fill(beginMs, client.fire);
    const send = await sendShot(client.ask);
    const [sendUs] = await cpuInTurns({ server: emulator, shot: send }, { server: emulator, shot: send }, { count: SENDS, rounds: 4 });
    const rows: BenchRow[] = [];
    for (const { what, text, limitMs, events = EVENTS } of QUERIES) {
      const ms = await costOf(text, spanOf(events, beginMs), emulator, client);
      rows.push({
        what: `query of ${events} events: ${what}`,
        figure: `${ms.toFixed(1)} ms`,
        ratio: (ms * 1000) / sendUs,
        // On a machine on which SendMessage takes 53 µs.
        limit: Math.round((limitMs * 1000) / 53),
        floor: `${sendUs.toFixed(0)} µs, SendMessage`,
      });
    }
    return rows;
  } finally {
    client.close();
    await emulator.stop();
  }
}

type Client = ReturnType<typeof asking>;

/** The time of the last events, up to now: a query of a time before the group was made is refused. */
const spanOf = (events: number, beginMs: number) => ({
  startTime: (beginMs + (EVENTS - events) * SPACE_MS) / 1000,
  endTime: Math.floor(Date.now() / 1000) + 60,
});

async function fill(beginMs: number, fire: Client['fire']): Promise<void> {
  await fire(call('CreateLogGroup', { logGroupName: GROUP.logGroupName }));
  await fire(call('CreateLogStream', GROUP));
  for (let first = 0; first < EVENTS; first += AT_ONCE) {
    const logEvents = Array.from({ length: AT_ONCE }, (_, at) => ({
      timestamp: beginMs + (first + at) * SPACE_MS,
      message: eventAt(first + at),
    }));
    await fire(call('PutLogEvents', { ...GROUP, logEvents }));
  }
}

/** Milliseconds of the server's processor, the least of some runs: from the begin of the query to its rows. */
async function costOf(
  queryString: string,
  span: object,
  emulator: Awaited<ReturnType<typeof startBuilt>>,
  client: Client,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4; run++) {
    const before = emulator.cpuMs();
    const { queryId } = (await client.ask(call('StartQuery', { logGroupName: GROUP.logGroupName, queryString, ...span }))) as {
      queryId: string;
    };
    for (;;) {
      const { status } = (await client.ask(call('GetQueryResults', { queryId }))) as { status: string };
      if (status === 'Complete') break;
      if (status !== 'Scheduled' && status !== 'Running') throw new Error(`The query ended as ${status}.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    least = Math.min(least, emulator.cpuMs() - before);
  }
  return least;
}
