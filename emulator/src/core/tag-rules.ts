// The tag operations of a service, made from what it alone knows: the forms of its tags, their limits, and the words of its refusals.
import { firstRepeated } from '#lib/first-repeated';
import type { Ctx } from './ctx.ts';
import type { Fault } from './fault.ts';
import type { Frozen, Key, Records } from './records.ts';
import { exactly, givenTags, isReservedTagKey, isTagOfCaller, mergeTags, type Tag, type TagForm, withoutTags } from './tags.ts';

/** A resource with tags, and a function that writes it back with other tags. */
export interface Tagged<Kept> {
  readonly tags: Kept;
  keep(tags: Kept): void;
}

/** A record whose tags are its member `tags`. */
export const taggedRecord = <K extends Key, V extends object, Kept>(
  records: Records<K, V>,
  key: K,
  record: Frozen<V> & { readonly tags: Kept },
  ctx: Pick<Ctx, 'write'>,
): Tagged<Kept> => ({
  tags: record.tags,
  keep: (tags) => ctx.write((tx) => tx.put(records, key, { ...(record as object), tags } as Frozen<V>)),
});

/** Throws for tags that must not be added. `after` holds all tags that clients would have given then; `resource` is its name or ARN. */
export type TagCheck = (added: readonly Tag[], after: readonly Tag[], resource: string) => void;

/** The context of the request: a service that calls in a client's name may give tags of its own. */
type TagCaller = Pick<Ctx, 'calledVia'>;

type Identity = (key: string) => string;

/** Refuses each tag for which there is a refusal. */
export const eachTag =
  (refusal: (tag: Tag) => Fault | undefined): TagCheck =>
  (added) => {
    for (const tag of added) {
      const fault = refusal(tag);
      if (fault) throw fault;
    }
  };

/** Refuses keys that are kept for the cloud's own tags. */
export const noReservedKeys = (refusal: (key: string) => Fault): TagCheck =>
  eachTag(({ key }) => (isReservedTagKey(key) ? refusal(key) : undefined));

/** Refuses a request that has a key twice. */
export const noRepeatedKeys =
  (refusal: (key: string) => Fault, identity: Identity = exactly): TagCheck =>
  (added) => {
    const repeated = firstRepeated(added.map(({ key }) => identity(key)));
    if (repeated !== undefined) throw refusal(repeated);
  };

/** Refuses more tags on a resource than `max`. */
export const atMostTags =
  (max: number, refusal: (max: number, resource: string) => Fault): TagCheck =>
  (_added, after, resource) => {
    if (after.length > max) throw refusal(max, resource);
  };

export interface TagOptions<Sent, Shown, Kept> {
  /** In requests and answers. */
  readonly sent: TagForm<Sent, Shown>;
  /** In records. */
  readonly kept: TagForm<NoInfer<Kept>, Kept>;
  /** Run in this order when tags are added. */
  readonly checks: readonly TagCheck[];
  /** Keys for which it is the same are one key. By default each spelling is a key. */
  readonly identity?: Identity;
  /** Answers list the tags by their keys; by default in the order in which they came. */
  readonly isSorted?: boolean;
}

/** One of these per service: its operations find the resource and hand it to `add`, `remove` or `list`, as `services/events/tags.ts` does. */
export function tagRules<Sent, Shown, Kept>({ sent, kept, checks, identity, isSorted = false }: TagOptions<Sent, Shown, Kept>) {
  function merged(before: readonly Tag[], given: Sent, resource: string, caller: TagCaller): Kept {
    const all = sent.read(given);
    const after = mergeTags(before, all, identity);
    const added = all.filter(({ key }) => !isTagOfCaller(key, caller));
    for (const check of checks) check(added, givenTags(after), resource);
    return kept.write(after);
  }
  return {
    /** The tags of a new resource. */
    ofNew: (given: Sent | undefined, caller: TagCaller, resource = ''): Kept =>
      given === undefined ? kept.write([]) : merged([], given, resource, caller),
    add: ({ tags, keep }: Tagged<Kept>, given: Sent, caller: TagCaller, resource = ''): void =>
      keep(merged(kept.read(tags), given, resource, caller)),
    remove: ({ tags, keep }: Tagged<Kept>, keys: readonly string[]): void => keep(kept.write(withoutTags(kept.read(tags), keys, identity))),
    list({ tags }: Pick<Tagged<Kept>, 'tags'>): Shown {
      const all = kept.read(tags);
      return sent.write(isSorted ? [...all].sort((a, b) => (a.key < b.key ? -1 : 1)) : all);
    },
  };
}
