// The value of an attribute of a resource, as functions see it. Some types have their properties as attributes, too.
import type { Frozen } from '#core/records';
import { isObject, type Json, type JsonObject } from '#resources/json';
import type { Types } from '#resources/resource-data';
import type { ResourceRecord } from '#services/cloudformation/state';

/** Undefined for an attribute that the resource does not have. */
export function attributeValue(
  resource: Pick<Frozen<ResourceRecord>, 'type' | 'attributes' | 'properties'> | undefined,
  name: string,
  types: Types,
): Json | undefined {
  if (!resource) return undefined;
  const value = inner(resource.attributes as JsonObject, name);
  if (value !== undefined) return value;
  const isAttribute = types.of(resource.type)?.attributes.includes(name.split('.')[0]!) === true;
  return isAttribute ? inner(resource.properties as JsonObject, name) : undefined;
}

function inner(values: JsonObject, name: string): Json | undefined {
  if (values[name] !== undefined) return values[name];
  const [first = '', ...rest] = name.split('.');
  const value = values[first];
  return rest.length > 0 && isObject(value) ? inner(value, rest.join('.')) : undefined;
}
