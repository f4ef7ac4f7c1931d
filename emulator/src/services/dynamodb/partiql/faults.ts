// Faults of PartiQL statements.
import type { Fault } from '#core/fault';
import { invalid } from '#services/dynamodb/faults';

/** The text breaks the grammar. */
export const malformed = (detail: string): Fault => invalid(`Statement wasn't well formed, can't be processed: ${detail}`);
export const incompleteKey = (): Fault => invalid('Where clause does not contain a mandatory equality on all key attributes');
export const mistypedKey = (name: string): Fault =>
  invalid(`Key attribute's data type should match its data type in table's schema: Key ${name}`);
export const notOnIndex = (): Fault => invalid('This operation is not supported on an index');
