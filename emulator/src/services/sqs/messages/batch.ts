// Common to the three batch operations: the rules for their entries, and answers in which some entries fail.
import type { Ctx } from '#core/ctx';
import { failedEntries } from '#core/failed-entries';
import { Fault } from '#core/fault';
import { table } from '#lib/table';
import { type BatchResultErrorEntry, fault } from '#model/sqs';

/** Limit: entries of a batch. */
const MAX_ENTRIES = 10;
const ID_FORM = /^[A-Za-z0-9_-]{1,80}$/;

/** Failed entries carry the error codes of the query protocol. */
const ENTRY_CODES: Readonly<Record<string, string>> = table({
  InvalidParameterValueException: 'InvalidParameterValue',
  MissingRequiredParameterException: 'MissingParameter',
});

export type BatchKind = 'SendMessageBatch' | 'DeleteMessageBatch' | 'ChangeMessageVisibilityBatch';

/** Throws if the whole batch is to be refused. */
export function checkEntries(kind: BatchKind, entries: readonly { readonly Id: string }[]): void {
  if (entries.length === 0) throw fault('EmptyBatchRequest', `There should be at least one ${kind}RequestEntry in the request.`);
  if (entries.length > MAX_ENTRIES)
    throw fault(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${MAX_ENTRIES}. You have sent ${entries.length}.`,
    );
  const seen = new Set<string>();
  for (const { Id } of entries) {
    if (!ID_FORM.test(Id ?? ''))
      throw fault(
        'InvalidBatchEntryId',
        'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
      );
    if (seen.has(Id)) throw fault('BatchEntryIdsNotDistinct', `Id ${Id} repeated.`);
    seen.add(Id);
  }
}

export interface BatchOutcome<T> {
  readonly Successful: readonly T[];
  readonly Failed: readonly BatchResultErrorEntry[];
}

/** The answer to a batch: a list that would be empty is left out, as recorded. The models call both required. */
export function batchAnswer<T>({ Successful, Failed }: BatchOutcome<T>, ctx: Ctx): BatchOutcome<T> {
  const [first] = Failed;
  if (first)
    ctx.logOutcome(failedEntries(Failed.length, Successful.length + Failed.length, { code: first.Code, message: first.Message ?? '' }));
  return { ...(Successful.length > 0 && { Successful }), ...(Failed.length > 0 && { Failed }) } as BatchOutcome<T>;
}

/** Handles one entry after the other. A refused entry fails alone. */
export function eachEntry<E extends { readonly Id: string }, T>(
  entries: readonly E[],
  run: (entry: E, place: number) => T,
): BatchOutcome<T> {
  const Successful: T[] = [];
  const Failed: BatchResultErrorEntry[] = [];
  entries.forEach((entry, place) => {
    try {
      Successful.push(run(entry, place));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: ENTRY_CODES[error.code] ?? error.code, Message: error.message });
    }
  });
  return { Successful, Failed };
}
