// `Fn::ForEach`: a fragment repeated for each value of a collection, in resources, properties, conditions and outputs.
import { isList, isObject, type Json, type JsonObject, textOf } from '#resources/json';
import { TemplateProblem } from './problem.ts';

const PREFIX = 'Fn::ForEach::';
const MOST_MEMBERS = 10_000;

/** `listOf` gives the values of a list parameter, or of a mapping's entry. */
export function expandForEach(root: JsonObject, listOf: (value: Json) => readonly string[] | undefined): JsonObject {
  let members = 0;
  const expand = (value: Json): Json => {
    if (isList(value)) return value.map(expand);
    if (!isObject(value)) return value;
    const out: Record<string, Json> = {};
    const set = (key: string, item: Json) => {
      members += 1;
      if (members > MOST_MEMBERS * 10) throw new TemplateProblem('Template error: Fn::ForEach produces too many members.');
      out[key] = item;
    };
    for (const [key, item] of Object.entries(value)) {
      if (!key.startsWith(PREFIX)) set(key, expand(item));
      else for (const fragment of fragments(key, item)) for (const [name, each] of Object.entries(fragment)) set(name, each);
    }
    return out;
  };
  const fragments = (key: string, loop: Json): JsonObject[] => {
    if (!isList(loop) || loop.length !== 3 || typeof loop[0] !== 'string' || !isObject(loop[2]))
      throw new TemplateProblem(
        `Template error: every ${key} object requires three parameters: an identifier, a collection and the output map`,
      );
    const [identifier, collection, output] = loop as [string, Json, JsonObject];
    const values = isList(collection) ? collection.flatMap((each) => listOf(each) ?? [textOf(each)]) : listOf(collection);
    if (!values) throw new TemplateProblem(`Template error: the collection of ${key} must be a list of values known before deployment`);
    if (values.length > MOST_MEMBERS) throw new TemplateProblem(`Template error: the collection of ${key} is too long`);
    return values.map((each) => expand(substitute(output, identifier, each)) as JsonObject);
  };
  return expand(root) as JsonObject;
}

function substitute(value: Json, identifier: string, by: string): Json {
  const inText = (text: string) => text.replaceAll(`\${${identifier}}`, by).replaceAll(`&{${identifier}}`, by.replace(/[^A-Za-z0-9]/g, ''));
  if (typeof value === 'string') return inText(value);
  if (isList(value)) return value.map((item) => substitute(item, identifier, by));
  if (!isObject(value)) return value;
  if (value.Ref === identifier && Object.keys(value).length === 1) return by;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [inText(key), substitute(item, identifier, by)]));
}
