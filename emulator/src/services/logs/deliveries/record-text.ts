// Records of delivered logs as texts, in the format of their destination. Pure.
import { table } from '#lib/table';
import type { VendedRecord } from './target.ts';

export interface RecordFormat {
  /** The format of the destination; JSON where it names none. */
  readonly outputFormat?: string | undefined;
  /** The names of the fields, in order; without them, all fields that a record has. */
  readonly recordFields?: readonly string[] | undefined;
  readonly fieldDelimiter?: string | undefined;
}

const DELIMITERS: Readonly<Record<string, string>> = table({ w3c: '\t', plain: ' ', raw: ' ' });

/** A line for each record. */
export const textsOf = (records: readonly VendedRecord[], format: RecordFormat): string[] =>
  records.map(([, fields]) => textOf(fields, format));

function textOf(fields: VendedRecord[1], { outputFormat = 'json', recordFields, fieldDelimiter }: RecordFormat): string {
  const names = recordFields ?? Object.keys(fields);
  if (outputFormat === 'json')
    return JSON.stringify(Object.fromEntries(names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : []))));
  return names.map((name) => cellOf(fields[name])).join(fieldDelimiter || DELIMITERS[outputFormat] || ' ');
}

function cellOf(value: unknown): string {
  if (value === undefined || value === '') return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The lines above the records of a file: https://www.w3.org/TR/WD-logfile.html */
export const headOf = ({ outputFormat, recordFields, fieldDelimiter }: RecordFormat): string =>
  outputFormat === 'w3c' ? `#Version: 1.0\n#Fields: ${(recordFields ?? []).join(fieldDelimiter || ' ')}\n` : '';
