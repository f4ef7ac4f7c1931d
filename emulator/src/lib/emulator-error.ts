// Errors for the person who runs the emulator, each with a stable code.

/** Defined in `messages.ts` beside the code that throws it; docs/errors.md is generated from these. */
export interface ErrorDefinition {
  /** Stable, in capitals; also the name of the constant. */
  readonly code: string;
  /** The cause, in Markdown. */
  readonly description: string;
  /** The remedy, in Markdown. */
  readonly remedy: string;
}

/**
 * @example
 * export const PORT_TAKEN = defineError({ code: 'PORT_TAKEN', description: 'Another process listens on the port.', remedy: 'Choose another.' });
 * throw new EmulatorError(PORT_TAKEN, 'Port 4566 is in use.', { hint: 'GATEWAY_LISTEN=127.0.0.1:4567 takes another port.' });
 */
export const defineError = (error: ErrorDefinition): ErrorDefinition => error;

export interface EmulatorErrorOptions {
  /** The remedy, in one sentence for the person who runs the emulator. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  /** Set if a client's input caused it: the client gets a 400 instead of a 500. */
  readonly blame?: 'client' | undefined;
}

/** An error for the person who runs the emulator: `message` is one sentence about what happened. docs/errors.md lists every code. */
export class EmulatorError extends Error {
  /** `PORT_TAKEN`: stays the same when the words change. */
  readonly code: string;
  /** The remedy, in one sentence for the person who runs the emulator. */
  readonly hint: string | undefined;
  readonly blame: 'client' | undefined;
  constructor({ code }: ErrorDefinition, message: string, { hint, cause, blame }: EmulatorErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EmulatorError';
    this.code = code;
    this.hint = hint;
    this.blame = blame;
  }
}
