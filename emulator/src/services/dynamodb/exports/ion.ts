// Items as text of Amazon Ion, as exports write them (developer guide, table export output format): numbers are decimals, sets are annotated lists.
import type { Item, Value } from '#services/dynamodb/engine/value';

const VERSION = '$ion_1_0';
/** Names of fields that may stand without quotes: identifiers that mean nothing else. */
const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const WORDS: ReadonlySet<string> = new Set(['null', 'true', 'false', 'nan']);
const VERSIONS = /^\$ion_|^\$\d+$/;

/** Text in double quotes; JSON's escapes mean the same in Ion. */
const quoted = (text: string): string => JSON.stringify(text);

const isPlain = (name: string): boolean => IDENTIFIER.test(name) && !WORDS.has(name) && !VERSIONS.test(name);
const fieldName = (name: string): string =>
  isPlain(name) ? name : `'${quoted(name).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;

/** A number without a point would be an integer. */
const decimal = (text: string): string => (text.includes('.') ? text : `${text}.`);

const blob = (base64: string): string => `{{${base64}}}`;
const struct = (fields: readonly (readonly [name: string, text: string])[]): string =>
  `{${fields.map(([name, text]) => `${fieldName(name)}:${text}`).join(',')}}`;

function ionValue(value: Value): string {
  if (value.S !== undefined) return quoted(value.S);
  if (value.N !== undefined) return decimal(value.N);
  if (value.B !== undefined) return blob(value.B);
  if (value.BOOL !== undefined) return String(value.BOOL);
  if (value.L !== undefined) return `[${value.L.map(ionValue).join(',')}]`;
  if (value.M !== undefined) return ionItem(value.M);
  if (value.SS !== undefined) return `$dynamodb_SS::[${value.SS.map(quoted).join(',')}]`;
  if (value.NS !== undefined) return `$dynamodb_NS::[${value.NS.map(decimal).join(',')}]`;
  if (value.BS !== undefined) return `$dynamodb_BS::[${value.BS.map(blob).join(',')}]`;
  return 'null';
}

const ionItem = (item: Item): string => struct(Object.entries(item).map(([name, value]) => [name, ionValue(value)]));

export const ionLine = (item: Item): string => `${VERSION} ${struct([['Item', ionItem(item)]])}`;

/** A change: `images` are `Keys`, `NewImage` and `OldImage`, as far as they are there. */
export function ionChange(micros: number, images: Readonly<Record<string, Item>>): string {
  const metadata = struct([['WriteTimestampMicros', decimal(String(micros))]]);
  const shown = Object.entries(images).map(([name, item]) => [name, ionItem(item)] as const);
  return `${VERSION} ${struct([['Record', struct([['Metadata', metadata], ...shown])]])}`;
}
