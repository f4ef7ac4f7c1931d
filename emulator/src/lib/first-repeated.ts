// The first text of a list that was in it before.

export function firstRepeated(list: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return list.find((text) => seen.size === seen.add(text).size);
}
