// Tags that the cloud gave to a resource by itself are not among the properties that a handler reads.
import type { ResourceData } from '#core/resources/resource-data';
import { isReservedTagKey } from '#core/tags';
import { isList, isObject, type Json, type JsonObject } from './json.ts';

/** The properties without such tags. The property is gone where no tag is left. */
export function withoutReservedTags(data: ResourceData | undefined, properties: JsonObject): JsonObject {
  const name = data?.tags?.property;
  if (name === undefined) return properties;
  const { [name]: tags, ...others } = properties;
  if (isList(tags))
    return withTags(
      others,
      name,
      tags,
      tags.filter((tag) => !(isObject(tag) && isReservedTagKey(String(tag['Key'])))),
    );
  if (!isObject(tags)) return properties;
  const given = Object.entries(tags).filter(([key]) => !isReservedTagKey(key));
  return withTags(others, name, Object.entries(tags), given, Object.fromEntries(given));
}

function withTags(
  others: JsonObject,
  name: string,
  all: readonly unknown[],
  given: readonly unknown[],
  kept: Json = given as Json,
): JsonObject {
  return given.length === 0 && all.length > 0 ? others : { ...others, [name]: kept };
}
