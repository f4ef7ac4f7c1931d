// The generated facts of resource types without a model, one line each, and what they say in the form of the full data.
import { table } from '#lib/table';
import type { Property, PropertyType, ResourceData } from './resource-data.ts';

/**
 * By type, six parts with `;` between them, of which the last may be missing: properties, attributes, identifier, what `Ref` returns (each a list with
 * spaces), the property and the shape of tags, the ARN. A property is `Name:type` with `!` if it is required, `+` if its change replaces the resource, `?`
 * if it may. Text has no type; the others are `i` (integer), `n`, `b`, `l` (list), `m` (map) and `j` (anything).
 */
export type RecordTypes = Readonly<Record<string, string>>;

const TYPES: Readonly<Record<string, PropertyType>> = table({
  i: 'integer',
  n: 'number',
  b: 'boolean',
  l: { list: 'json' },
  m: { map: 'json' },
  j: 'json',
});

export function dataOfRecord(facts: string): ResourceData {
  const [properties = '', attributes = '', identifier = '', ref = '', tags = '', arn = ''] = facts.split(';');
  const [tagProperty, tagShape] = words(tags);
  const typed = words(attributes).map((each): [string, PropertyType] => [each.split(':')[0]!, typeOf(each.split(':')[1])]);
  return {
    properties: Object.fromEntries(words(properties).map(property)),
    attributes: typed.map(([name]) => name),
    attributeTypes: Object.fromEntries(typed.filter(([, type]) => type !== 'string')),
    identifier: words(identifier),
    ...(ref === '' ? {} : { ref: words(ref) }),
    ...(tagProperty === undefined ? {} : { tags: { property: tagProperty, shape: tagShape ?? '' } }),
    ...(arn === '' ? {} : { arn }),
  };
}

const words = (list: string): string[] => (list === '' ? [] : list.split(' '));
const typeOf = (letter: string | undefined): PropertyType => TYPES[letter ?? ''] ?? 'string';

function property(text: string): [name: string, Property] {
  const [, name = '', letter, required, replaces] = /^([^:!+?]+)(?::(\w))?(!)?([+?])?$/.exec(text) ?? [];
  return [
    name,
    {
      type: typeOf(letter),
      ...(required ? { required: true as const } : {}),
      ...(replaces ? { replaces: replaces === '+' ? ('yes' as const) : ('maybe' as const) } : {}),
    },
  ];
}
