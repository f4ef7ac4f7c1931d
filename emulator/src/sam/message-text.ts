// Values as the reference transform writes them in messages: `None`, `True`, and lists and maps with single quotes.
import { isBlock, type Value } from './values.ts';

/** A value within a list or a map. */
export function quoted(value: Value | undefined): string {
  if (typeof value === 'string') return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll("'", "\\'")}'`;
  return shown(value);
}

/** A value within a sentence. */
export function shown(value: Value | undefined): string {
  if (value === undefined || value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(quoted).join(', ')}]`;
  if (isBlock(value))
    return `{${Object.entries(value)
      .map(([key, item]) => `${quoted(key)}: ${quoted(item)}`)
      .join(', ')}}`;
  return String(value);
}

/** The name of a value's type. */
export function typeName(value: Value | undefined): string {
  if (value === undefined || value === null) return 'NoneType';
  if (Array.isArray(value)) return 'list';
  if (isBlock(value)) return 'dict';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  return Number.isInteger(value) ? 'int' : 'float';
}
