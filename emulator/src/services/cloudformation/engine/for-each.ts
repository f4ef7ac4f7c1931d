// `Fn::ForEach`: repeats a fragment for each value of a collection, in resources, properties, conditions and outputs.
import { dictionary } from '#lib/table';
import { isList, isObject, type Json, type JsonObject, textOf } from '#resources/json';
import { TemplateProblem } from './problem.ts';

const PREFIX = 'Fn::ForEach::';
/** Limit: values of the collection of one Fn::ForEach. */
const MAX_VALUES = 10_000;
/** Limit: values that all Fn::ForEach of a template make together. Nested loops repeat the values of the inner ones. */
const MAX_MADE_VALUES = 100_000;
/** Limit: characters that all Fn::ForEach of a template make together. */
const MAX_MADE_TEXT = 4_000_000;

class LoopBudget {
  #values = MAX_MADE_VALUES;
  #text = MAX_MADE_TEXT;

  /** @throws TemplateProblem */
  spend(characters: number): void {
    this.#values -= 1;
    this.#text -= characters;
    if (this.#values < 0 || this.#text < 0) throw new TemplateProblem('Template error: Fn::ForEach produces too many members.');
  }
}

/** `listOf` returns the values of a list parameter or of an entry in a mapping. */
export function expandForEach(root: JsonObject, listOf: (value: Json) => readonly string[] | undefined): JsonObject {
  const budget = new LoopBudget();
  const expand = (value: Json): Json => {
    if (isList(value)) return value.map(expand);
    if (!isObject(value)) return value;
    const out: Record<string, Json> = dictionary();
    for (const [key, item] of Object.entries(value)) {
      if (!key.startsWith(PREFIX)) out[key] = expand(item);
      else for (const fragment of fragments(key, item)) Object.assign(out, fragment);
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
    if (values.length > MAX_VALUES) throw new TemplateProblem(`Template error: the collection of ${key} is too long`);
    return values.map((each) => expand(substitute(output, identifier, each, budget)) as JsonObject);
  };
  return expand(root) as JsonObject;
}

function substitute(value: Json, identifier: string, by: string, budget: LoopBudget): Json {
  const name = by.replace(/[^A-Za-z0-9]/g, '');
  const inText = (text: string): string => {
    // The output is counted before it is made.
    const marks = text.length < identifier.length + 3 ? 0 : text.split(`{${identifier}}`).length - 1;
    budget.spend(text.length + marks * by.length);
    return marks === 0 ? text : text.replaceAll(`\${${identifier}}`, () => by).replaceAll(`&{${identifier}}`, () => name);
  };
  const inValue = (each: Json): Json => {
    if (typeof each === 'string') return inText(each);
    budget.spend(1);
    if (isList(each)) return each.map(inValue);
    if (!isObject(each)) return each;
    if (each.Ref === identifier && Object.keys(each).length === 1) return by;
    return Object.fromEntries(Object.entries(each).map(([key, item]) => [inText(key), inValue(item)]));
  };
  return inValue(value);
}
