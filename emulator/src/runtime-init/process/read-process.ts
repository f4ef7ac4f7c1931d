// A process together with the readers that turn its output into log records.

import type { LogRecord } from '#runtime-init/invocation';
import { FrameReader, LineReader } from './log-reader.ts';
import type { ManagedProcess, ProcessOutput } from './process.ts';

/** The log of an invocation, in bytes of text and of what a record takes besides: a function that never stops printing fills no memory. */
export const MAX_LOG_BYTES = 64 * 1024 ** 2;
const RECORD_BYTES = 128;
const LEFT_OUT = `The log of this invocation has more than ${MAX_LOG_BYTES / 1024 ** 2} MB: the emulator leaves out the rest.`;

/** `exited` settles after its last output has become records. */
export function readProcess(
  source: 'function' | 'extension',
  launch: (output: ProcessOutput) => ManagedProcess,
  onRecord: (record: LogRecord) => void,
): ManagedProcess {
  let left = MAX_LOG_BYTES;
  const add = (record: LogRecord) => {
    if (left < 0) return;
    left -= record.text.length + RECORD_BYTES;
    onRecord(left < 0 ? { source, timeMs: record.timeMs, level: 'WARN', text: LEFT_OUT } : record);
  };
  const onLine = (text: string) => add({ source, timeMs: Date.now(), text });
  const output = new LineReader(onLine);
  const errors = new LineReader(onLine);
  // It reads on in any case, to find where the next frame begins.
  const frames = new FrameReader((frame) => add({ source, ...frame }));
  const process = launch({
    stdout: (bytes) => (left < 0 ? undefined : output.write(bytes)),
    stderr: (bytes) => (left < 0 ? undefined : errors.write(bytes)),
    telemetry: (bytes) => frames.write(bytes),
  });
  // Output without a line break at the end of an invocation belongs to that invocation.
  const endLines = <T>(value: T): T => {
    output.end();
    errors.end();
    left = MAX_LOG_BYTES;
    return value;
  };
  return {
    exited: process.exited.then(endLines),
    kill: () => process.kill(),
    terminate: () => process.terminate(),
    watch: () => process.watch(),
    freeze: () => process.freeze?.(),
    thaw: () => process.thaw?.(),
    weigh: () => process.weigh?.() ?? Promise.resolve(0),
    flush: () => process.flush().then(endLines),
  };
}
