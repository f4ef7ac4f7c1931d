// The fields of log events as insight rules name them: `$.users[1].name` of JSON, positions or their names in lines of the Common Log Format.
export type LogFormat = 'JSON' | 'CLF';
/** A leaf of an event; undefined where it has none there. */
export type ReadField = (event: unknown) => string | number | boolean | undefined;

/** Limit: levels of a field that an insight rule names. */
const MAX_STEPS = 20;
const STEP = /\.([\w@:#-]+)|\[(\d{1,6})\]|\.?\[(?:"([^"]*)"|'([^']*)')\]/y;

/** Undefined for a text that names no field of that format. */
export function readerOf(selector: string, format: LogFormat, names: ReadonlyMap<string, number>): ReadField | undefined {
  return format === 'JSON' ? jsonReader(selector) : lineReader(selector, names);
}

function jsonReader(selector: string): ReadField | undefined {
  if (!selector.startsWith('$')) return undefined;
  const steps: (string | number)[] = [];
  for (let at = 1; at < selector.length; ) {
    STEP.lastIndex = at;
    const found = STEP.exec(selector);
    if (!found || steps.length === MAX_STEPS) return undefined;
    steps.push(found[2] === undefined ? (found[1] ?? found[3] ?? found[4] ?? '') : Number(found[2]));
    at = STEP.lastIndex;
  }
  return steps.length === 0 ? undefined : (event) => leaf(walk(event, steps));
}

function walk(event: unknown, steps: readonly (string | number)[]): unknown {
  let value = event;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (typeof step === 'number' ? !Array.isArray(value) : !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return value;
}

const leaf = (value: unknown): string | number | boolean | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;

function lineReader(selector: string, names: ReadonlyMap<string, number>): ReadField | undefined {
  const position = names.get(selector) ?? (/^[1-9]\d{0,2}$/.test(selector) ? Number(selector) : undefined);
  if (position === undefined) return undefined;
  return (event) => (event as readonly string[])[position - 1];
}

/** The event of a message, as the readers take it; undefined for a message of another format. */
export function eventIn(message: string, format: LogFormat): unknown {
  if (format === 'CLF') return fieldsOf(message);
  if (!/^\s*[{[]/.test(message)) return undefined;
  try {
    return JSON.parse(message) as unknown;
  } catch {
    return undefined;
  }
}

const FIELD = /"((?:[^"\\]|\\.)*)"|\[([^\]]*)\]|(\S+)/g;

/** The fields of a line between spaces; what is in quotes or brackets is one field. */
const fieldsOf = (line: string): readonly string[] =>
  [...line.matchAll(FIELD)].map(([, quoted, bracketed, plain]) => quoted ?? bracketed ?? plain ?? '');
