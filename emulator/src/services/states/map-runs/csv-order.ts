// The order of an item's members: that of a hash table in Java, in which the service keeps the row
// (recorded in September 2023: the header '' before 'H1', '{}' before 'True').

/** `String.hashCode`, with its upper half mixed into the lower. */
function hashOf(name: string): number {
  let hash = 0;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  return hash ^ (hash >>> 16);
}

/** The headers of a file with their columns, in the order in which items have them. */
export function orderedHeaders(headers: readonly string[]): { readonly name: string; readonly column: number }[] {
  let buckets = 16;
  while (headers.length > buckets * 0.75) buckets *= 2;
  const bucketOf = (name: string): number => hashOf(name) & (buckets - 1);
  return headers.map((name, column) => ({ name, column })).sort((one, other) => bucketOf(one.name) - bucketOf(other.name));
}
