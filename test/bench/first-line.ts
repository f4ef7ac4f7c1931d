// From a write to a source to the first line of the function that follows it, its environment warm.
import { setTimeout as sleep } from 'node:timers/promises';
import { handler, ROLE } from '../conformance/lambda/fixture.ts';
import { type Ask, asking } from './asking.ts';
import { json } from './door.ts';
import type { Shot } from './load.ts';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const WARMING = 30;
const WRITES = 100;
/** Between two writes: each finds the environment idle. */
const PAUSE_MS = 15;

/** A source that functions follow, made in a new emulator. */
export interface FollowedSource {
  /** How the source is mapped to the function. */
  readonly mapping: Readonly<Record<string, unknown>>;
  /** Writes a record with this text. */
  write(text: string, i: number): Promise<unknown>;
  close?(): Promise<void>;
}

interface FirstLine {
  readonly what: string;
  readonly limitMs: number;
  /** The texts of all records of an invocation, as an expression in which it is called `event`. */
  readonly texts: string;
  source(ask: Ask): Promise<FollowedSource>;
}

/** Milliseconds since 1970, with their fractions: the same in every process of this machine. */
const nowMs = (): number => performance.timeOrigin + performance.now();

const rest = (path: string, input: object, expect: number): Shot => ({ ...json('lambda', '', '1.1', input), path, expect });

export async function firstLineRow({ what, limitMs, texts, source: makeSource }: FirstLine): Promise<BenchRow> {
  const emulator = await startBuilt({ FUNCTION_SYNCHRONOUS_CREATE: '1' });
  const { ask, close } = asking(emulator.url);
  try {
    const source = await makeSource(ask);
    await createFunction(
      `for (const text of ${texts}) console.log('took', performance.timeOrigin + performance.now() - Number(text));`,
      ask,
    );
    const mapping = { FunctionName: 'first-line', StartingPosition: 'TRIM_HORIZON', ...source.mapping };
    await ask(rest('/2015-03-31/event-source-mappings', mapping, 202));
    for (let i = 0; i < WARMING + WRITES; i++) {
      await source.write(String(i < WARMING ? 0 : nowMs()), i);
      await sleep(PAUSE_MS);
    }
    await source.close?.();
    const times = await timesIn(ask);
    const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
    return {
      what: `${what} to the first line of the function, p50 warm`,
      figure: `${median.toFixed(2)} ms`,
      ratio: median,
      limit: limitMs,
    };
  } finally {
    close();
    await emulator.stop();
  }
}

async function createFunction(body: string, ask: Ask): Promise<void> {
  const ZipFile = Buffer.from(handler(body)).toString('base64');
  const settings = { FunctionName: 'first-line', Runtime: 'nodejs20.x', Role: ROLE, Handler: 'index.handler', Code: { ZipFile } };
  await ask(rest('/2015-03-31/functions', settings, 201));
}

/** The figures that the function wrote down, without the warming. */
async function timesIn(ask: Ask): Promise<number[]> {
  const times: number[] = [];
  let nextToken: string | undefined;
  do {
    const input = { logGroupName: '/aws/lambda/first-line', filterPattern: 'took', nextToken };
    const page = (await ask(json('logs', 'Logs_20140328.FilterLogEvents', '1.1', input))) as {
      events: { message: string }[];
      nextToken?: string;
    };
    for (const { message } of page.events) times.push(Number(/took ([\d.]+)/.exec(message)?.[1]));
    ({ nextToken } = page);
  } while (nextToken !== undefined);
  const measured = times.filter((time) => time < 60_000);
  if (measured.length < WRITES * 0.9) throw new Error(`${measured.length} of ${WRITES} records reached the function`);
  return measured;
}
