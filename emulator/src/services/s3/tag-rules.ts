// Rules for tags of buckets and objects.
import { isReservedTagKey } from '#core/tags';
import type { Tag } from '#model/s3';
import { fault } from '#model/s3';
import { invalidArgument } from './faults.ts';

const ALLOWED = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
/** Limit: tags of an object. */
export const MAX_OBJECT_TAGS = 10;
/** Limit: tags of a bucket. */
export const MAX_BUCKET_TAGS = 50;

/** Throws InvalidTag unless all keys and values are allowed and no key occurs twice. */
export function checkTags(tags: readonly Tag[], limit: number): void {
  if (tags.length > limit) throw tooMany(limit);
  const seen = new Set<string>();
  for (const { Key = '', Value = '' } of tags) {
    const wrong = (message: string) => fault('InvalidTag', message, { TagKey: Key });
    if (Key.length < 1 || Key.length > 128 || !ALLOWED.test(Key)) throw wrong('The TagKey you have provided is invalid');
    if (Value.length > 256 || !ALLOWED.test(Value))
      throw fault('InvalidTag', 'The TagValue you have provided is invalid', { TagKey: Key, TagValue: Value });
    if (isReservedTagKey(Key))
      throw wrong(
        limit === MAX_OBJECT_TAGS ? 'Your TagKey cannot be prefixed with aws:' : 'System tags cannot be added/updated by requester',
      );
    if (seen.has(Key)) throw wrong('Cannot provide multiple Tags with the same key');
    seen.add(Key);
  }
}

const tooMany = (limit: number) =>
  limit === MAX_OBJECT_TAGS
    ? fault('BadRequest', `Object tags cannot be greater than ${limit}`)
    : fault('BadRequest', `Bucket tag count cannot be greater than ${limit}`);

/** Parses the `x-amz-tagging` header: `key=value&key2=value2`. */
export function tagsFromHeader(text: string | undefined): Tag[] {
  if (!text) return [];
  const tags = [...new URLSearchParams(text)].map(([Key, Value]) => ({ Key, Value }));
  const isMisread = text.split('&').some((pair) => pair.split('=').length > 2);
  if (isMisread || new Set(tags.map(({ Key }) => Key)).size < tags.length)
    throw invalidArgument(
      "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates.",
      'x-amz-tagging',
      text,
    );
  checkTags(tags, MAX_OBJECT_TAGS);
  return tags;
}
