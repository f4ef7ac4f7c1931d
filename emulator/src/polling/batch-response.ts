// Reads a function's answer about a batch, if the function reports failed records one by one. Pure.
// https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html

const textOf = (id: unknown): string | undefined => (typeof id === 'string' ? id : undefined);

/** Ids of the failed records, as `idOf` reads them. `all` if the answer cannot be understood or names a record that was not in the batch. */
export function failedIds(answer: Uint8Array, known: ReadonlySet<string>, idOf = textOf): ReadonlySet<string> | 'all' {
  const text = Buffer.from(answer).toString();
  if (text.trim() === '') return new Set();
  let response: unknown;
  try {
    response = JSON.parse(text);
  } catch {
    return 'all';
  }
  if (response === null || response === '') return new Set();
  if (typeof response !== 'object') return 'all';
  const { batchItemFailures: failures = null } = response as { batchItemFailures?: unknown };
  if (failures === null) return new Set();
  if (!Array.isArray(failures)) return 'all';
  const ids = failures.map((failure: unknown) => idOf((failure as { itemIdentifier?: unknown } | null)?.itemIdentifier));
  const understood = ids.every((id): id is string => id !== undefined && known.has(id));
  return understood ? new Set(ids) : 'all';
}
