// Prints a match value as a pattern writes it.
import type { MatchValue } from './pattern.ts';

export function showValue(value: MatchValue): string {
  switch (value.kind) {
    case 'equal':
      return JSON.stringify(value.text);
    case 'number':
    case 'number-text':
    case 'literal':
      return value.text;
    case 'address':
      return value.text.includes('/') ? JSON.stringify({ cidr: value.text }) : JSON.stringify(value.text);
    case 'prefix-ignore-case':
    case 'suffix-ignore-case':
      return JSON.stringify({ [value.kind.slice(0, 6)]: { 'equals-ignore-case': value.text } });
    case 'range':
      return JSON.stringify({ numeric: [...bound('>', value.low, value.lowOpen), ...bound('<', value.high, value.highOpen)] });
    case 'exists':
    case 'absent':
      return JSON.stringify({ exists: value.kind === 'exists' });
    case 'anything-but':
      return `{"anything-but":${showList(value.values)}}`;
    default:
      return JSON.stringify({ [value.kind]: value.text });
  }
}

const bound = (sign: string, limit: number, open: boolean): (string | number)[] =>
  Number.isFinite(limit) ? [open ? sign : `${sign}=`, limit] : [];

/** The members of an anything-but list all have one form, which is written once around the list. */
function showList(values: readonly MatchValue[]): string {
  const form = values[0]?.kind;
  if (form === undefined || form === 'equal' || form === 'number') return `[${values.map(showValue).join(',')}]`;
  return JSON.stringify({ [form]: values.map((value) => ('text' in value ? value.text : '')) });
}
