// The share of the traces in a call: its step, and its request and answer as they are kept, in percent of the work of the server for it.
import { createCallers } from '../../emulator/src/core/callers.ts';
import { PayloadLog } from '../../emulator/src/core/traces/payload-log.ts';
import { TraceLog } from '../../emulator/src/core/traces/trace-log.ts';
import { asking } from './asking.ts';
import { sendShot } from './beside-send.ts';
import { json } from './door.ts';
import { cpuInTurns, type Shot } from './load.ts';
import { startBuilt } from './process.ts';
import type { BenchRow } from './row.ts';

const LIMIT_PERCENT = 3;
const CALLS = 100_000;
/** Requests that are noted again and again: more of them would be work for the garbage collector that a short request is not. */
const REQUESTS = 1000;
/** The calls of a round: those before the last ones are compiled. */
const ROUNDS = 5;
const LOAD = { count: 600, rounds: 8 };
const QUEUE = 'http://127.0.0.1:4566/000000000000/beside';
const AUTHORIZATION = `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=${'0'.repeat(64)}`;

/** Steps of other kinds take no longer. */
interface Noted {
  readonly what: string;
  readonly shot: Shot;
  readonly steps: number;
  readonly input: string;
  readonly output: string;
}

export async function tracesBench(): Promise<BenchRow[]> {
  const emulator = await startBuilt();
  const client = asking(emulator.url);
  try {
    const send = await sendShot(client.ask);
    const put = json('events', 'AWSEvents.PutEvents', '1.1', {
      Entries: [{ Source: 'shop', DetailType: 'placed', Detail: '{"total":7}' }],
    });
    const noted: readonly Noted[] = [
      { what: 'a SendMessage', shot: send, steps: 1, input: String(send.body), output: 'x'.repeat(110) },
      { what: 'a PutEvents', shot: put, steps: 2, input: String(put.body), output: 'x'.repeat(90) },
    ];
    const rows: BenchRow[] = [];
    for (const each of noted) {
      const [callUs, againUs] = await cpuInTurns({ server: emulator, shot: each.shot }, { server: emulator, shot: each.shot }, LOAD);
      rows.push(rowOf(each, Math.min(callUs, againUs)));
    }
    return rows;
  } finally {
    client.close();
    await emulator.stop();
  }
}

function rowOf(noted: Noted, callUs: number): BenchRow {
  const noteUs = costOf(noted);
  return {
    what: `percent of ${noted.what} that go to its trace`,
    figure: `${noteUs.toFixed(2)} µs`,
    ratio: (100 * noteUs) / callUs,
    limit: LIMIT_PERCENT,
    floor: `${callUs.toFixed(0)} µs, the call`,
  };
}

/** Microseconds of the processor, in the quickest round: a busy machine makes others longer. */
function costOf({ steps, input, output }: Noted): number {
  const traces = new TraceLog(createCallers());
  const payloads = new PayloadLog(true);
  const body = Buffer.from(input);
  let leastUs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const calls = Array.from({ length: REQUESTS }, (_, n) => callOf(`${round}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`));
    const before = process.cpuUsage();
    for (let n = 0; n < CALLS; n++) {
      const { call, request } = calls[n % REQUESTS]!;
      const startedMs = performance.now();
      for (let step = 0; step < steps; step++) traces.noteCall(call as never, QUEUE, 0, startedMs, false, undefined);
      const { method, url, rawHeaders } = request;
      payloads.note(call.requestId, { request: { method, url, rawHeaders, status: 200 }, input: body, output });
    }
    const { user, system } = process.cpuUsage(before);
    leastUs = Math.min(leastUs, (user + system) / CALLS);
  }
  return leastUs;
}

/** Every request has these objects, with a trace or without. */
function callOf(id: string) {
  const principal = { kind: 'key', account: '000000000000', accessKeyId: 'test' } as const;
  const [service, operation, account, region] = ['sqs', 'SendMessage', principal.account, 'us-east-1'];
  const rawHeaders = ['Host', '127.0.0.1:4566', 'Content-Type', 'application/x-amz-json-1.0', 'Authorization', AUTHORIZATION];
  return {
    call: { service, operation, account, region, principal, requestId: id, trace: { id, depth: 0 } },
    request: { method: 'POST', url: '/', rawHeaders },
  };
}
