// The cost of a call beside that of SendMessage to the same emulator, in the same run: a machine is as fast or slow at both.

import type { Ask } from './asking.ts';
import { json } from './door.ts';
import { cpuInTurns, type Shot, type Side } from './load.ts';
import type { Measured } from './process.ts';
import type { BenchRow } from './row.ts';

/** Microseconds of SendMessage on the machine on which the limits were set. */
const SEND_US = 53;
const SENDS = 1000;

export interface Cost extends Pick<Side, 'shot'> {
  readonly what: string;
  /** Microseconds on the machine on which SendMessage takes `SEND_US`. */
  readonly limitUs: number;
  readonly count: number;
  readonly rounds: number;
  /** Run before each round. */
  readonly prepare?: () => Promise<void>;
}

export async function sendShot(ask: Ask): Promise<Shot> {
  const { QueueUrl } = await ask(json('sqs', 'AmazonSQS.CreateQueue', '1.0', { QueueName: 'beside' }));
  return json('sqs', 'AmazonSQS.SendMessage', '1.0', { QueueUrl, MessageBody: 'x'.repeat(100) });
}

export async function costRow(emulator: Measured, send: Shot, { what, shot, limitUs, ...load }: Cost): Promise<BenchRow> {
  const [sendUs, ours] = await cpuInTurns({ server: emulator, shot: send, count: SENDS }, { server: emulator, shot }, load);
  return {
    what: `server CPU per ${what}`,
    figure: `${ours.toFixed(0)} µs`,
    ratio: ours / sendUs,
    limit: Number((limitUs / SEND_US).toFixed(2)),
    floor: `${sendUs.toFixed(0)} µs, SendMessage`,
  };
}
