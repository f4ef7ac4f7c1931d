// The emulator's own log as a stream of lines, for commands.
import type { LogLine } from '#core/log';
import { EmulatorError } from '#lib/emulator-error';
import { askEmulator } from './endpoint.ts';
import { NOT_RUNNING } from './messages.ts';

export interface LogStreamOptions {
  /** Earlier lines that come first; at most 200 are kept. */
  readonly lines: number;
  readonly signal?: AbortSignal | undefined;
}

/** Ends when the emulator stops, or with the signal. @throws EmulatorError NOT_RUNNING, also where the emulator was killed */
export async function* followLog(url: string, { lines, signal }: LogStreamOptions): AsyncGenerator<LogLine> {
  try {
    const answer = await askEmulator(`${url}/_emulator/log?lines=${lines}&follow=1`, signal ? { signal } : {});
    for await (const line of linesOf(answer)) yield JSON.parse(line) as LogLine;
  } catch (error) {
    if (signal?.aborted) return;
    if (error instanceof EmulatorError) throw error;
    throw new EmulatorError(NOT_RUNNING, 'The emulator has ended.', { hint: '`emulator start` starts one.', cause: error });
  }
}

/** The lines of an answer as they arrive, without empty ones. */
export async function* linesOf(answer: Response): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part !== '') yield part;
  }
}
