// An error for the person who runs the emulator.

export interface EmulatorErrorOptions {
  /** What the person can do about it, in one sentence. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/** An error for the person who runs the emulator. docs/errors.md lists every code. */
export class EmulatorError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  constructor(code: string, message: string, { hint, cause }: EmulatorErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EmulatorError';
    this.code = code;
    this.hint = hint;
  }
}
