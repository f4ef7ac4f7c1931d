// Tags of resources. Services keep their own limits, rules for keys and words; they share how tags are merged.
import type { Call } from './call.ts';

export interface Tag {
  readonly key: string;
  readonly value: string;
}

/** Each spelling of a key is a key. */
export const exactly = (key: string): string => key;

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

/** Tags that nobody but the cloud gave: they count towards no limit. */
export const givenTags = (tags: readonly Tag[]): Tag[] => tags.filter(({ key }) => !isReservedTagKey(key));

/** Whether a request may give the key although it is kept: a service that calls in a client's name gives its own tags. */
export const isTagOfCaller = (key: string, { calledVia }: Pick<Call, 'calledVia'>): boolean =>
  calledVia !== undefined && key.startsWith(`aws:${calledVia.split('.')[0]}:`);

/** A form in which requests or records have tags. */
export interface TagForm<Read, Written = Read> {
  read(tags: Read): readonly Tag[];
  write(tags: readonly Tag[]): Written;
}

export const tagsOf = (record: Readonly<Record<string, string>>): Tag[] => Object.entries(record).map(([key, value]) => ({ key, value }));
export const tagRecord = (tags: readonly Tag[]): Record<string, string> => Object.fromEntries(tags.map(({ key, value }) => [key, value]));
/** `{ team: 'shop' }` */
export const TAG_MAP: TagForm<Readonly<Record<string, string>>> = { read: tagsOf, write: tagRecord };

/** A tag as most services send it. */
export interface SentTag {
  readonly Key: string;
  readonly Value: string;
}

type Loose<T> = { readonly [P in keyof T]?: T[P] | undefined };

const readTags = (tags: readonly Loose<SentTag>[]): Tag[] => tags.map(({ Key = '', Value = '' }) => ({ key: Key, value: Value }));
export const sendTags = (tags: readonly Tag[]): SentTag[] => tags.map(({ key, value }) => ({ Key: key, Value: value }));
/** `[{ Key: 'team', Value: 'shop' }]` */
export const KEY_VALUE_TAGS: TagForm<readonly Loose<SentTag>[], readonly SentTag[]> = { read: readTags, write: sendTags };

const copied = (tags: readonly Loose<Tag>[]): Tag[] => tags.map(({ key = '', value = '' }) => ({ key, value }));
/** `[{ key: 'team', value: 'shop' }]` */
export const PLAIN_TAGS: TagForm<readonly Loose<Tag>[], readonly Tag[]> = { read: copied, write: copied };
