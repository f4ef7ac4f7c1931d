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

/**
 * Resolves when the stream is open: every line that is logged from then on arrives. It ends when the emulator stops, or with the signal.
 * @throws EmulatorError NOT_RUNNING, also where the emulator was killed
 */
export async function followLog(url: string, { lines, signal }: LogStreamOptions): Promise<AsyncGenerator<LogLine>> {
  try {
    return untilAborted(await askEmulator(`${url}/_emulator/log?lines=${lines}&follow=1`, signal ? { signal } : {}), signal);
  } catch (error) {
    if (signal?.aborted) return nothing();
    throw error;
  }
}

async function* nothing(): AsyncGenerator<never> {}

async function* untilAborted(answer: Response, signal: AbortSignal | undefined): AsyncGenerator<LogLine> {
  try {
    yield* parsed(answer);
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

async function* parsed(answer: Response): AsyncGenerator<LogLine> {
  for await (const line of linesOf(answer)) yield JSON.parse(line) as LogLine;
}

/** The lines of an answer as they arrive, without empty ones. @throws EmulatorError NOT_RUNNING where the emulator was killed meanwhile */
export async function* linesOf(answer: Response): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) if (part !== '') yield part;
    }
  } catch (cause) {
    throw new EmulatorError(NOT_RUNNING, 'The emulator has ended.', { hint: '`emulator start` starts one.', cause });
  }
}
