// A process of the function together with the readers that turn what it writes into log records.

import type { LogRecord } from './invocation.ts';
import { FrameReader, LineReader } from './log-reader.ts';
import type { Launch, ManagedProcess } from './process.ts';

/** `exited` settles after its last words have become records. */
export function startProcess(launch: Launch, address: string, onRecord: (record: LogRecord) => void): ManagedProcess {
  const onLine = (text: string) => onRecord({ source: 'function', timeMs: Date.now(), text });
  const output = new LineReader(onLine);
  const errors = new LineReader(onLine);
  const frames = new FrameReader((frame) => onRecord({ source: 'function', ...frame }));
  const process = launch(address, {
    stdout: (bytes) => output.write(bytes),
    stderr: (bytes) => errors.write(bytes),
    telemetry: (bytes) => frames.write(bytes),
  });
  const endLines = () => {
    output.end();
    errors.end();
  };
  return {
    exited: process.exited.then((exit) => {
      endLines();
      return exit;
    }),
    kill: () => process.kill(),
    watch: () => process.watch(),
    // What an invocation wrote without a line break at its end belongs to that invocation.
    flush: () =>
      process.flush().then((peak) => {
        endLines();
        return peak;
      }),
  };
}
