// Tags of resources. Services keep their own limits, rules for keys and words; they share how tags are merged.
export interface Tag {
  readonly key: string;
  readonly value: string;
}

const exactly = (key: string): string => key;

/** The tags with the added ones, in order: a key that is there keeps its place. Keys for which `identity` is the same are one key. */
export function mergeTags(before: readonly Tag[], added: readonly Tag[], identity: (key: string) => string = exactly): Tag[] {
  const merged = new Map(before.map((tag) => [identity(tag.key), tag]));
  for (const { key, value } of added) merged.set(identity(key), { key, value });
  return [...merged.values()];
}

export function withoutTags(tags: readonly Tag[], keys: readonly string[], identity: (key: string) => string = exactly): Tag[] {
  const gone = new Set(keys.map(identity));
  return tags.filter(({ key }) => !gone.has(identity(key)));
}

/** Whether the key is kept for the cloud's own tags. */
export const isReservedTagKey = (key: string): boolean => /^aws:/i.test(key);

export const tagsOf = (record: Readonly<Record<string, string>>): Tag[] => Object.entries(record).map(([key, value]) => ({ key, value }));
export const tagRecord = (tags: readonly Tag[]): Record<string, string> => Object.fromEntries(tags.map(({ key, value }) => [key, value]));

/** A tag as most services send it. */
interface SentTag {
  readonly Key: string;
  readonly Value: string;
}

export const readTags = (tags: readonly SentTag[]): Tag[] => tags.map(({ Key, Value }) => ({ key: Key, value: Value }));
export const sendTags = (tags: readonly Tag[]): SentTag[] => tags.map(({ key, value }) => ({ Key: key, Value: value }));
