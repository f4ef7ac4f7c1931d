// Fills the references of a recorded case with what they refer to.
import { JsonText, Like, Moment } from './case.ts';

/** The values to which text in braces refers: answers of earlier calls by their names, `account`, `endpoint`, and `now` in milliseconds. */
export type KnownValues = Readonly<Record<string, unknown>>;

/** The value with each reference replaced; a text that is one reference becomes what it refers to. */
export function filled(value: unknown, known: KnownValues): unknown {
  if (typeof value === 'string') {
    const only = /^\{([\w.-]+)\}$/.exec(value)?.[1];
    return only !== undefined && isKnown(only, known) ? lookUp(only, known) : filledText(value, known);
  }
  if (value instanceof Moment) return Number(known['now']) + value.offsetMs;
  if (value instanceof JsonText) return new JsonText(filled(value.value, known));
  if (value instanceof Like) return new Like(filledText(value.pattern, known));
  if (Array.isArray(value)) return value.map((each) => filled(each, known));
  if (typeof value !== 'object' || value === null || value instanceof RegExp || value instanceof Date || value instanceof Uint8Array)
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each, known)]));
}

const filledText = (value: string, known: KnownValues): string =>
  value.replaceAll(/\{([a-zA-Z]\w*(?:\.[\w-]+)*)\}/g, (text, path: string) => (isKnown(path, known) ? String(lookUp(path, known)) : text));

const isKnown = (path: string, known: KnownValues): boolean => Object.hasOwn(known, path.split('.')[0]!);

const lookUp = (path: string, known: KnownValues): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as KnownValues | undefined)?.[name], known);
