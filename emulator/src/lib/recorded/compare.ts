// Compares an answer with a recorded one; says what differs, as a list of paths.
import { compileGlob, matchesGlob } from '#lib/glob';
import { ANY, JsonText, Like, NONE } from './case.ts';

/** Whether members that were not recorded may be there. */
type Strictness = 'whole' | 'part';

/** One sentence per difference; empty if there is none. */
export function differences(recorded: unknown, answered: unknown, strictness: Strictness, path = ''): string[] {
  if (recorded === ANY) return answered === undefined ? [`${path} is missing`] : [];
  if (recorded === NONE) return answered === undefined ? [] : [`${path} is there: ${show(answered)}`];
  if (recorded instanceof JsonText) return differences(recorded.value, parsed(answered), 'whole', `${path} as JSON`);
  if (recorded instanceof Like || recorded instanceof RegExp)
    return typeof answered === 'string' && fits(recorded, answered) ? [] : [`${path} is ${show(answered)}, recorded ${show(recorded)}`];
  if (Array.isArray(recorded)) {
    if (!Array.isArray(answered) || answered.length !== recorded.length)
      return [`${path} is ${show(answered)}, recorded ${show(recorded)}`];
    return recorded.flatMap((each, index) => differences(each, answered[index], strictness, `${path}[${index}]`));
  }
  if (isPlain(recorded)) {
    if (!isPlain(answered)) return [`${path} is ${show(answered)}, recorded ${show(recorded)}`];
    const surplus =
      strictness === 'part' ? [] : Object.keys(answered).filter((name) => !Object.hasOwn(recorded, name) && answered[name] !== undefined);
    return [
      ...surplus.map((name) => `${path}.${name} was not recorded: ${show(answered[name])}`),
      ...Object.entries(recorded).flatMap(([name, value]) => differences(value, answered[name], strictness, `${path}.${name}`)),
    ];
  }
  return Object.is(recorded, answered) ? [] : [`${path} is ${show(answered)}, recorded ${show(recorded)}`];
}

const fits = (recorded: Like | RegExp, text: string): boolean =>
  recorded instanceof RegExp ? recorded.test(text) : matchesGlob(compileGlob(recorded.pattern), text);

/** The text itself where it is no JSON. */
function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    return text;
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date) && !(value instanceof Uint8Array);

const show = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'symbol' || each instanceof RegExp ? String(each) : each instanceof Like ? each.pattern : each,
  ) ?? 'missing';
