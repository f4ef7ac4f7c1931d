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

/** The fields of a line between spaces; what is in quotes or brackets is one field. In one pass: a bracket or a quote that nothing closes is looked for once. */
function fieldsOf(line: string): readonly string[] {
  const fields: string[] = [];
  const unclosed = new Set<string>();
  for (let at = 0; at < line.length; ) {
    const first = line[at]!;
    if (/\s/.test(first)) {
      at++;
      continue;
    }
    const close = first === '"' ? '"' : first === '[' ? ']' : '';
    let end = close === '' || unclosed.has(close) ? -1 : endOf(line, at + 1, close);
    if (end >= 0) {
      fields.push(line.slice(at + 1, end));
      at = end + 1;
      continue;
    }
    if (close !== '') unclosed.add(close);
    end = at + 1;
    while (end < line.length && !/\s/.test(line[end]!)) end++;
    fields.push(line.slice(at, end));
    at = end;
  }
  return fields;
}

/** The place of the closing character, -1 without one. In quotes a backslash takes the next character for itself. */
function endOf(line: string, from: number, close: string): number {
  if (close === ']') return line.indexOf(close, from);
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === close) return at;
  }
  return -1;
}
