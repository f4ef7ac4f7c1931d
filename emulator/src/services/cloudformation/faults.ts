// Errors that several files use.
import type { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';

/** `ValidationError`, which every operation has and no model. */
export const invalid = (message: string): Fault => unmodelled('ValidationError', message);
