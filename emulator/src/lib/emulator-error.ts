// An error for the person who runs the emulator.

export interface EmulatorErrorOptions {
  /** What the person can do about it, in one sentence. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  /** Set if a client's input caused it: the client gets a 400 instead of a 500. */
  readonly blame?: 'client' | undefined;
}

/** An error for the person who runs the emulator. docs/errors.md lists every code. */
export class EmulatorError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly blame: 'client' | undefined;
  constructor(code: string, message: string, { hint, cause, blame }: EmulatorErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EmulatorError';
    this.code = code;
    this.hint = hint;
    this.blame = blame;
  }
}
