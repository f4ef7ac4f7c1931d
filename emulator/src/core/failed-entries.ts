// Batches whose entries fail alone are answered with 200: the log and the traces of requests tell what the answer tells.
import type { CallOutcome } from './call.ts';

export interface FailedEntry {
  readonly code: string;
  readonly message: string;
  /** The command that allows it, where a policy refused the entry. */
  readonly remedy?: string | undefined;
}

/** The outcome of a call that failed for `failed` of its `of` entries. */
export const failedEntries = (failed: number, of: number, first: FailedEntry): CallOutcome => ({
  tone: 'failure',
  text: () => {
    const entries = of === 1 ? 'the entry' : `${failed} of ${of} entries`;
    return `${entries} failed${failed === 1 ? '' : ', the first one'} with ${first.code}: ${first.message}`;
  },
  remedy: first.remedy,
});
