// A process together with the readers that turn its output into log records.

import type { LogRecord } from '#runtime-init/invocation';
import { FrameReader, LineReader } from './log-reader.ts';
import type { ManagedProcess, ProcessOutput } from './process.ts';

/** `exited` settles after its last output has become records. */
export function readProcess(
  source: 'function' | 'extension',
  launch: (output: ProcessOutput) => ManagedProcess,
  onRecord: (record: LogRecord) => void,
): ManagedProcess {
  const onLine = (text: string) => onRecord({ source, timeMs: Date.now(), text });
  const output = new LineReader(onLine);
  const errors = new LineReader(onLine);
  const frames = new FrameReader((frame) => onRecord({ source, ...frame }));
  const process = launch({
    stdout: (bytes) => output.write(bytes),
    stderr: (bytes) => errors.write(bytes),
    telemetry: (bytes) => frames.write(bytes),
  });
  // Output without a line break at the end of an invocation belongs to that invocation.
  const endLines = <T>(value: T): T => {
    output.end();
    errors.end();
    return value;
  };
  return {
    exited: process.exited.then(endLines),
    kill: () => process.kill(),
    terminate: () => process.terminate(),
    watch: () => process.watch(),
    freeze: () => process.freeze?.(),
    thaw: () => process.thaw?.(),
    flush: () => process.flush().then(endLines),
  };
}
