// Keys under which answers of resolvers are kept: `$context.arguments.id`, or the whole of the arguments, the source and the identity.
// https://docs.aws.amazon.com/appsync/latest/devguide/enabling-caching.html
import { own } from '#lib/table';

type Members = Readonly<Record<string, unknown>>;

const FORM = /^\$?context\.(?:arguments|source|identity)(?:\.[^.]+)*$/;

export const isCachingKey = (key: string): boolean => FORM.test(key);

/** Templates and code write a key with a dollar sign and without. */
const plainName = (key: string): string => key.replace(/^\$/, '');

function valueAt(context: Members, key: string): unknown {
  let at: unknown = context;
  for (const name of plainName(key).split('.').slice(1)) at = typeof at === 'object' && at !== null ? own(at as Members, name) : undefined;
  return at;
}

/** Objects with the same members are one key, whatever the order of the members. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const sorted = (_name: string, each: unknown): unknown =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each as Members).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each;
  return JSON.stringify(value, sorted) ?? '';
}

const joined = (generation: string, field: string, pairs: readonly (readonly [string, unknown])[]): string =>
  JSON.stringify([generation, field, ...pairs.map(([name, value]) => [plainName(name), textOf(value)])]);

/** `field`: `Query.post`. Without keys, those of all three maps are meant. */
export function keyOfContext(generation: string, field: string, keys: readonly string[] | undefined, context: Members): string {
  const names = keys && keys.length > 0 ? keys : ['context.arguments', 'context.source', 'context.identity'];
  return joined(
    generation,
    field,
    names.map((name) => [name, valueAt(context, name)]),
  );
}

/** The key that names and values make which `evictFromApiCache` was given, in their order. */
export const keyOfPairs = (generation: string, field: string, pairs: Members): string => joined(generation, field, Object.entries(pairs));

/** The key of a whole answer. */
export const keyOfOperation = (generation: string, query: string, operationName: string | undefined, variables: Members, caller: unknown) =>
  joined(generation, '', [
    ['query', query],
    ['operation', operationName],
    ['variables', variables],
    ['caller', caller],
  ]);
