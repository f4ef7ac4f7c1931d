// The end of a log, for functions that never stop printing.
import { expect, it } from 'vitest';
import type { LogRecord } from '#runtime-init/invocation';
import type { ProcessOutput } from './process.ts';
import { MAX_LOG_BYTES, readProcess } from './read-process.ts';

function reading() {
  const records: LogRecord[] = [];
  let output!: ProcessOutput;
  const launch = (given: ProcessOutput) => {
    output = given;
    const nothing = () => undefined;
    return {
      exited: new Promise<never>(() => undefined),
      kill: nothing,
      terminate: nothing,
      watch: nothing,
      flush: () => Promise.resolve({ peakBytes: 0 }),
    };
  };
  const process = readProcess('function', launch, (record) => records.push(record));
  return { records, output, process };
}

const LEFT_OUT = 'The log of this invocation has more than 64 MB: the emulator leaves out the rest.';

it.each([
  ['long lines', Buffer.from(`${'x'.repeat(999)}\n`.repeat(1_000))],
  ['short lines', Buffer.from('x\n'.repeat(100_000))],
  ['one line', Buffer.alloc(1_000_000, 'x')],
])('leaves out the rest of a log of %s, says so once, and begins anew with the next invocation', async (_, bytes) => {
  const { records, output, process } = reading();
  for (let at = 0; at < 100; at++) output.stdout(bytes);
  output.stderr(Buffer.from('unheard\n'));
  const text = records.reduce((sum, record) => sum + record.text.length, 0);
  expect(text).toBeLessThanOrEqual(MAX_LOG_BYTES);
  expect(records.filter(({ text }) => text === LEFT_OUT)).toEqual([records.at(-1)]);
  expect(records.at(-1)).toMatchObject({ source: 'function', level: 'WARN' });
  await process.flush();
  const before = records.length;
  output.stdout(Buffer.from('heard\n'));
  expect(records.slice(before).map(({ text }) => text)).toEqual(['heard']);
});

it('finds the frames of the next invocation', async () => {
  const { records, output, process } = reading();
  const frame = (text: string) => {
    const head = Buffer.alloc(16);
    head.writeUInt32BE(0xa55a0003, 0);
    head.writeUInt32BE(Buffer.byteLength(text), 4);
    return Buffer.concat([head, Buffer.from(text)]);
  };
  const long = frame('y'.repeat(200_000));
  for (let at = 0; at < 400; at++) output.telemetry(long);
  output.telemetry(frame('next').subarray(0, 10));
  await process.flush();
  const before = records.length;
  output.telemetry(frame('next').subarray(10));
  expect(records.slice(before).map(({ text }) => text)).toEqual(['next']);
});
