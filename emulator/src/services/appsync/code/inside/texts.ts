// Utilities for texts and random values, the same for code and templates.
import type { Plain } from './plain.ts';

/** `random` gives 32 bits. */
export function texts(random: () => number, now: () => number) {
  const hex = (digits: number): string => {
    let made = '';
    while (made.length < digits) made += random().toString(16).padStart(8, '0');
    return made.slice(0, digits);
  };
  const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const letters = (count: number, alphabet: string): string =>
    Array.from({ length: count }, () => alphabet[random() % alphabet.length]).join('');
  const ulid = (): string => {
    let time = '';
    for (let rest = now(), count = 0; count < 10; count++, rest = Math.floor(rest / 32)) time = CROCKFORD[rest % 32]! + time;
    return time + letters(16, CROCKFORD);
  };
  /** Seconds since 2014-05-13 in 4 bytes, then 16 random bytes, in base 62. */
  const ksuid = (): string => {
    let value = (BigInt(Math.max(Math.floor(now() / 1000) - 1_400_000_000, 0)) << 128n) | BigInt(`0x${hex(32)}`);
    let made = '';
    while (made.length < 27) {
      made = BASE62[Number(value % 62n)]! + made;
      value /= 62n;
    }
    return made;
  };
  const uuid = (): string => {
    const all = hex(32);
    return `${all.slice(0, 8)}-${all.slice(8, 12)}-4${all.slice(13, 16)}-${'89ab'[random() & 3]}${all.slice(17, 20)}-${all.slice(20)}`;
  };
  const toBytes = (text: string): number[] => {
    const escaped = encodeURIComponent(text.toWellFormed());
    const bytes: number[] = [];
    for (let at = 0; at < escaped.length; at++) {
      if (escaped[at] !== '%') bytes.push(escaped.charCodeAt(at));
      else {
        bytes.push(Number.parseInt(escaped.slice(at + 1, at + 3), 16));
        at += 2;
      }
    }
    return bytes;
  };
  const base64 = (text: string): string => {
    const bytes = toBytes(text);
    let made = '';
    for (let at = 0; at < bytes.length; at += 3) {
      const [one = 0, two, three] = [bytes[at], bytes[at + 1], bytes[at + 2]];
      const group = (one << 16) | ((two ?? 0) << 8) | (three ?? 0);
      made += BASE64[group >> 18]! + BASE64[(group >> 12) & 63]!;
      made += (two === undefined ? '=' : BASE64[(group >> 6) & 63]!) + (three === undefined ? '=' : BASE64[group & 63]!);
    }
    return made;
  };
  const fromBase64 = (text: string): string | null => {
    let bits = 0;
    let count = 0;
    let escaped = '';
    for (const letter of text) {
      const value = BASE64.indexOf(letter === '-' ? '+' : letter === '_' ? '/' : letter);
      if (value < 0) continue;
      bits = ((bits << 6) | value) & 0xffffff;
      count += 6;
      if (count >= 8) {
        count -= 8;
        escaped += `%${((bits >> count) & 255).toString(16).padStart(2, '0')}`;
      }
    }
    return decoded(escaped);
  };
  const decoded = (text: string): string | null => {
    try {
      return decodeURIComponent(text);
    } catch {
      return null;
    }
  };
  const SHORT = new Map<string, string>([
    ['\\', '\\\\'],
    ['"', '\\"'],
    ["'", "\\'"],
    ['\n', '\\n'],
    ['\r', '\\r'],
    ['\t', '\\t'],
    ['\b', '\\b'],
    ['\f', '\\f'],
  ]);
  const escapeJavaScript = (text: string): string =>
    text.replace(/[\\"'\u0000-\u001f\u007f-\uffff]/g, (letter) => {
      return SHORT.get(letter) ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
    });
  const ofText =
    (change: (text: string) => Plain) =>
    (value: Plain): Plain =>
      value === null || value === undefined ? null : change(typeof value === 'string' ? value : JSON.stringify(value));
  const functions: Record<string, (...args: Plain[]) => Plain> = {
    autoId: () => uuid(),
    autoUlid: () => ulid(),
    autoKsuid: () => ksuid(),
    base64Encode: ofText(base64),
    base64Decode: ofText(fromBase64),
    urlEncode: ofText((text) =>
      encodeURIComponent(text.toWellFormed())
        .replaceAll('%20', '+')
        .replace(/[!'()~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
    ),
    urlDecode: ofText((text) => decoded(text.replaceAll('+', ' '))),
    escapeJavaScript: ofText(escapeJavaScript),
  };
  const normalize: (...args: Plain[]) => Plain = (text, form) => String(text).normalize(String(form ?? 'nfc').toUpperCase());
  return { functions, normalize };
}
