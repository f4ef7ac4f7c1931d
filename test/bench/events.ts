// From PutEvents to the first line of the function that the event matches, its environment warm.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { handler, ROLE } from '../conformance/lambda/fixture.ts';
import { json } from './door.ts';
import { fire, type Shot } from './load.ts';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const LIMIT_MS = 5;
const WARMING = 30;
const EVENTS = 100;
/** Between two events: each finds the environment idle. */
const PAUSE_MS = 15;
const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:first-line';
const RULE = 'arn:aws:events:us-east-1:000000000000:rule/first-line';

/** Milliseconds since 1970, with their fractions: the same in every process of this machine. */
const nowMs = (): number => performance.timeOrigin + performance.now();

export async function eventsBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt({ FUNCTION_SYNCHRONOUS_CREATE: '1' });
  const agent = new http.Agent({ keepAlive: true });
  const ask = async (shot: Shot): Promise<unknown> => JSON.parse((await fire(emulator.url, agent, shot)) || '{}');
  try {
    for (const shot of PREPARING) await ask(shot);
    const put = (sentMs: number) => ask(putting({ sentMs }));
    for (let i = 0; i < WARMING; i++) {
      await put(0);
      await sleep(PAUSE_MS);
    }
    for (let i = 0; i < EVENTS; i++) {
      await put(nowMs());
      await sleep(PAUSE_MS);
    }
    const times = await linesOf(ask);
    const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
    return [
      {
        what: 'PutEvents to the matching function’s first line, p50 warm',
        figure: `${median.toFixed(2)} ms`,
        ratio: median,
        limit: LIMIT_MS,
      },
    ];
  } finally {
    agent.destroy();
    await emulator.stop();
  }
}

const rest = (path: string, input: object): Shot => ({ ...json('lambda', '', '1.1', input), path, expect: 201 });

const WRITING = "console.log('took', performance.timeOrigin + performance.now() - event.detail.sentMs);";

const PREPARING: readonly Shot[] = [
  rest('/2015-03-31/functions', {
    FunctionName: 'first-line',
    Runtime: 'nodejs20.x',
    Role: ROLE,
    Handler: 'index.handler',
    Code: { ZipFile: Buffer.from(handler(WRITING)).toString('base64') },
  }),
  rest('/2015-03-31/functions/first-line/policy', {
    StatementId: 'events',
    Action: 'lambda:InvokeFunction',
    Principal: 'events.amazonaws.com',
    SourceArn: RULE,
  }),
  json('events', 'AWSEvents.PutRule', '1.1', { Name: 'first-line', EventPattern: '{"source":["bench"]}' }),
  json('events', 'AWSEvents.PutTargets', '1.1', { Rule: 'first-line', Targets: [{ Id: 'f', Arn: FUNCTION }] }),
];

const putting = (detail: object): Shot =>
  json('events', 'AWSEvents.PutEvents', '1.1', { Entries: [{ Source: 'bench', DetailType: 'sent', Detail: JSON.stringify(detail) }] });

/** The figures that the function wrote down, without the warming. */
async function linesOf(ask: (shot: Shot) => Promise<unknown>): Promise<number[]> {
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
  if (measured.length < EVENTS * 0.9) throw new Error(`${measured.length} of ${EVENTS} events reached the function`);
  return measured;
}
