// After a run with a data directory: what was sent must not keep the emulator from starting again, with what it has acknowledged.
import { performance } from 'node:perf_hooks';
import type { CapturedRequest } from '../support/captured.ts';
import { WatchedEmulator } from './watched-emulator.ts';

const MAX_START_MS = 30_000;
const PARAMETER = 'written-before-the-stop';

const ssm = (operation: string, input: object): CapturedRequest => ({
  name: `ssm.${operation}`,
  method: 'POST',
  path: '/',
  headers: {
    authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/ssm/aws4_request, SignedHeaders=host, Signature=0',
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AmazonSSM.${operation}`,
  },
  body: Buffer.from(JSON.stringify(input)),
});

/** Stops the emulator and starts another one on its data. Undefined where all is well. */
export async function restartProblem(emulator: WatchedEmulator, dataDirectory: string): Promise<string | undefined> {
  const put = await emulator.send(ssm('PutParameter', { Name: PARAMETER, Value: 'v', Type: 'String', Overwrite: true }));
  if (put.status !== 200) return `the last write before the stop failed: ${put.status} ${put.text}`;
  await emulator.stop('SIGTERM');
  const began = performance.now();
  let next: WatchedEmulator;
  try {
    next = await WatchedEmulator.start(dataDirectory);
  } catch (error) {
    return `the emulator does not start on its data again: ${String(error)}`;
  }
  try {
    const startMs = performance.now() - began;
    if (startMs > MAX_START_MS) return `the start on this data took ${startMs.toFixed(0)} ms`;
    const got = await next.send(ssm('GetParameter', { Name: PARAMETER }));
    return got.status === 200 ? undefined : `a write that was acknowledged before the stop is lost: ${got.status} ${got.text}`;
  } finally {
    await next.stop();
  }
}
