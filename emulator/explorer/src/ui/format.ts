// Values as text: times, sizes, counts.

/** Times on the wire are seconds, text in ISO 8601, or milliseconds. */
export function timeOf(value: unknown): Date | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'number' ? value : typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
  const date = number === undefined ? new Date(String(value)) : new Date(number < 1e11 ? number * 1000 : number);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

const pad = (value: number, size = 2): string => String(value).padStart(size, '0');

/** `2026-11-23 09:08:44` in the time zone of the browser. */
export function shownTime(value: unknown, { millis = false, day = true } = {}): string {
  const date = timeOf(value);
  if (!date) return '';
  const dayText = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}${millis ? `.${pad(date.getMilliseconds(), 3)}` : ''}`;
  return day ? `${dayText} ${time}` : time;
}

export function shownBytes(value: unknown): string {
  const bytes = Number(value ?? Number.NaN);
  if (Number.isNaN(bytes)) return '';
  if (bytes < 1024) return `${bytes} B`;
  const unit = bytes < 1024 ** 2 ? 'KB' : bytes < 1024 ** 3 ? 'MB' : 'GB';
  const amount = bytes / 1024 ** (unit === 'KB' ? 1 : unit === 'MB' ? 2 : 3);
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}

export const shownMs = (ms: number | undefined): string =>
  ms === undefined ? '' : ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;

export const shownCount = (value: number): string => value.toLocaleString('en');

const MAX_LIST = 72;
/** Lists of plain values on one line, where they are short. */
const indented = (value: unknown): string =>
  (JSON.stringify(value, undefined, 2) ?? '').replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (all, inside: string) => {
    const line = `[${inside.replace(/,\n\s+/g, ', ')}]`;
    return line.length > MAX_LIST ? all : line;
  });

/** Indented where the text is JSON, else unchanged. */
export function pretty(value: unknown): string {
  if (typeof value !== 'string') return indented(value);
  try {
    const parsed: unknown = JSON.parse(value);
    return typeof parsed === 'object' && parsed !== null ? indented(parsed) : value;
  } catch {
    return value;
  }
}

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
export const textFromBase64 = (text: string): string => new TextDecoder().decode(fromBase64(text));
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

export const lastPart = (text: string, separator = '/'): string => text.slice(text.lastIndexOf(separator) + 1);

/** `2 d 3 h`, the two largest parts; empty below a second. */
export function aheadOf(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .slice(0, 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** A value as a column or a fact of that kind shows it. */
export const shown = (value: unknown, kind?: string): string =>
  kind === 'time' ? shownTime(value) : kind === 'bytes' ? shownBytes(value) : String(value ?? '');

/** `2 buses`, `1 repository` */
export const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : many(one)}`;

const many = (one: string): string => (/[^aeo]y$/.test(one) ? one.replace(/y$/, 'ies') : one.endsWith('s') ? `${one}es` : `${one}s`);
