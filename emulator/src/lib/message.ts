// Messages for the person who runs the emulator: each has a stable code and typed data; its text is made only when the line is read.

export type MessageLevel = 'info' | 'warn' | 'error';

/** Colour of a line whose level has none: `notice` is yellow, `failure` red. */
export type Tone = 'notice' | 'failure';

/** A log line that people read. Defined in `messages.ts` beside the code that logs it; docs/messages.md is generated from these. */
export interface Message<Data = undefined> {
  /** Stable, in capitals; also the name of the constant. */
  readonly code: string;
  readonly level: MessageLevel;
  readonly tone?: Tone;
  /** When the line is written, in one sentence. */
  readonly description: string;
  /** The remedy, in one sentence for the person who reads the log (Markdown). */
  readonly hint?: string;
  readonly text: (data: Data) => string;
}

/** `write(MESSAGE, data)`; the data are left out where a message has none. */
export interface MessageLog {
  write<Data>(message: Message<Data>, ...data: undefined extends Data ? [] : [Data]): void;
}

/**
 * @example
 * export const FUNCTION_TIMED_OUT = defineMessage({
 *   code: 'FUNCTION_TIMED_OUT',
 *   level: 'warn',
 *   description: 'A function ran longer than its timeout and was ended.',
 *   text: ({ name, seconds }: { name: string; seconds: number }) => `${name} timed out after ${seconds} s`,
 * });
 */
export const defineMessage = <Data = undefined>(message: Message<Data>): Message<Data> => message;

/** An error with its stack, where it has one. */
export const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
