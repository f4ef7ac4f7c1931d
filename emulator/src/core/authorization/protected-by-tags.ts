// Resources that have tags and no policy, found by the name in their ARN.
import type { Collection, Frozen } from '#core/records';
import type { ProtectedResource, Protects } from './protected-resource.ts';

/** `form`: its first group is the name. `tagsOf`: the tags of a record. */
export const protectedByTags = <T>(
  collection: Collection<[name: string], T>,
  form: RegExp,
  tagsOf: (record: Frozen<T>) => ProtectedResource['tags'],
): Protects => ({
  find: (arn, ctx) => {
    const name = form.exec(arn)?.[1];
    const record = name === undefined ? undefined : ctx.records(collection).get([name]);
    return record && { tags: tagsOf(record) };
  },
});
