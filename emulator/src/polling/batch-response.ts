// Reads a function's answer about a batch, if the function reports failed records one by one. Pure.
// https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html

const textOf = (id: unknown): string | undefined => (typeof id === 'string' ? id : undefined);

export interface ReportedFailures {
  /** Ids of the failed records, as `idOf` reads them; `all` where the answer cannot be understood or names a record that was not in the batch. */
  readonly failed: ReadonlySet<string> | 'all';
  /** Why it cannot be understood, as the end of a sentence. */
  readonly problem?: string | undefined;
}

const NONE: ReportedFailures = { failed: new Set() };

export function reportedFailures(answer: Uint8Array, known: ReadonlySet<string>, idOf = textOf): ReportedFailures {
  const text = Buffer.from(answer).toString();
  if (text.trim() === '') return NONE;
  let response: unknown;
  try {
    response = JSON.parse(text);
  } catch {
    return { failed: 'all', problem: 'it is no JSON' };
  }
  if (response === null || response === '') return NONE;
  if (typeof response !== 'object') return { failed: 'all', problem: 'it is no object' };
  const { batchItemFailures: failures = null } = response as { batchItemFailures?: unknown };
  if (failures === null) return NONE;
  if (!Array.isArray(failures)) return { failed: 'all', problem: 'its batchItemFailures is no list' };
  const identifiers = failures.map((failure: unknown) => (failure as { itemIdentifier?: unknown } | null)?.itemIdentifier);
  const ids = identifiers.map((identifier) => idOf(identifier));
  const unknown = ids.findIndex((id) => id === undefined || !known.has(id));
  if (unknown < 0) return { failed: new Set(ids as string[]) };
  const named = identifiers[unknown];
  const problem = named === undefined ? 'an element has no itemIdentifier' : `no record of the batch is called ${JSON.stringify(named)}`;
  return { failed: 'all', problem };
}

export const failedIds = (answer: Uint8Array, known: ReadonlySet<string>, idOf = textOf): ReadonlySet<string> | 'all' =>
  reportedFailures(answer, known, idOf).failed;
