// A recorded case as a file of JSON: values that JSON does not have are objects with one member that begins with `$`.
import { ANY, JsonText, Like, NONE, type RecordedCase } from './case.ts';

/** `$any`: any value; `$none`: no such member; `$like`: text with `*` for parts that differ; `$json`: a text that is JSON of the value; `$bytes`: base64. */
export const writeCase = (recorded: RecordedCase): string => `${JSON.stringify(written(recorded), null, 2)}\n`;

/** @throws SyntaxError */
export const readCase = (text: string): RecordedCase => read(JSON.parse(text)) as RecordedCase;

function written(value: unknown): unknown {
  if (value === ANY) return { $any: true };
  if (value === NONE) return { $none: true };
  if (value instanceof Like) return { $like: value.pattern };
  if (value instanceof JsonText) return { $json: written(value.value) };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(written);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, written(each)]));
}

function read(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(read);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, content] = entries.length === 1 ? entries[0]! : [];
  if (name === '$any') return ANY;
  if (name === '$none') return NONE;
  if (name === '$like') return new Like(String(content));
  if (name === '$json') return new JsonText(read(content));
  if (name === '$bytes') return Buffer.from(String(content), 'base64');
  return Object.fromEntries(entries.map(([each, content]) => [each, read(content)]));
}
