// How values print: as text (Java's `toString`) and as JSON.
import { TemplateError } from './template-error.ts';
import { Block, type Budget, Double, Entry, isHost, List, SilentMap, type Value } from './values.ts';

/** Limit: levels of a value that a mapping template prints. */
const MAX_DEPTH = 200;

export function textOf(value: Value, budget: Budget, depth = 0): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined || value instanceof Block || value instanceof SilentMap) return '';
  if (typeof value !== 'object') return String(value);
  if (value instanceof Double) return doubleText(value.value);
  if (isHost(value)) return value.text;
  if (value instanceof List && value.isJson) return jsonOf(value, budget, depth);
  enter(depth, budget);
  if (value instanceof Entry) return `${value.key}=${inner(value.value, budget, depth)}`;
  const pieces: string[] = [];
  if (value instanceof List) {
    for (const item of value.items) pieces.push(counted(inner(item, budget, depth), budget));
    return `[${pieces.join(', ')}]`;
  }
  for (const [name, item] of value) pieces.push(counted(`${name}=${inner(item, budget, depth)}`, budget));
  return `{${pieces.join(', ')}}`;
}

export function jsonOf(value: Value, budget: Budget, depth = 0): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Double) return doubleText(value.value);
  enter(depth, budget);
  const pieces: string[] = [];
  if (value instanceof List) {
    for (const item of value.items) pieces.push(counted(jsonOf(item, budget, depth + 1), budget));
    return `[${pieces.join(',')}]`;
  }
  if (!(value instanceof Map)) return JSON.stringify(textOf(value, budget, depth + 1));
  for (const [name, item] of value) pieces.push(counted(`${JSON.stringify(name)}:${jsonOf(item, budget, depth + 1)}`, budget));
  return `{${pieces.join(',')}}`;
}

const inner = (value: Value, budget: Budget, depth: number): string =>
  value === null || value === undefined ? 'null' : textOf(value, budget, depth + 1);

/** A list may hold itself. */
function enter(depth: number, budget: Budget): void {
  budget.spend(1);
  if (depth > MAX_DEPTH) throw new TemplateError('A value is nested too deeply to be printed');
}

/** Lists that hold a list twice, and so on, print exponentially more than they hold. */
function counted(text: string, budget: Budget): string {
  budget.spend(1 + (text.length >> 6));
  return text;
}

/** `Double.toString` of Java. */
function doubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-3 && size < 1e7)) return Number.isInteger(value) ? value.toFixed(1) : String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent.replace('+', '')}`;
}
