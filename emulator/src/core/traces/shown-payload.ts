// Payloads as people and programs see them: text without what its name calls a secret.
import type { Bytes } from './payload-log.ts';

/** Stands in place of a secret. */
export const HIDDEN = '[hidden]';
/** Names whose values are secrets, wherever they stand: headers, members, parameters, variables of an environment. */
const SECRET =
  /authori[sz]ation(?!er|Type)|passw(?:or)?d|passphrase|\bpwd\b|secret(?!Arn|Id|sManager)|(?<!next|continuation|client|client_?request|pagination|request|marker|idempotency)[-_]?token(?!s?_?(?:type|ttl))|credential|cookie|api[-_]?key(?!Id|Required|Source|Selection)|private[-_]?key|access[-_]?key(?!Id)|signature(?!Version)|plaintext/i;
/** Members whose value is a secret where a sibling says so. */
const SECURE = 'SecureString';
const MAX_DEPTH = 40;

/** `name=`, `"name": `, `name: `: of texts that are no JSON, or not all of it. */
const NAME = /(?<![\w.$-])([\w.$-]{1,100})(?:\\*")?\s*[:=]\s*/g;
/** The value behind it. */
const VALUE = /^(?:\\*"(?:[^"\\]|\\[^"])*(?:\\*")?|(?:(?:bearer|basic|digest|token)\s+)?[^\s&,;}"]+)/i;

/** Undefined for bytes that are no text. */
export function shownPayload(bytes: Bytes): string | undefined {
  const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString();
  if (text.includes('\uFFFD') || text.includes('\0')) return undefined;
  return withoutSecrets(text);
}

export function withoutSecrets(text: string, depth = 0): string {
  const parsed = depth < MAX_DEPTH && /^\s*[{[]/.test(text) ? jsonIn(text) : undefined;
  if (parsed !== undefined) {
    const hidden = hide(parsed, depth + 1);
    return hidden === parsed ? text : JSON.stringify(hidden);
  }
  return withoutPairs(text);
}

function withoutPairs(text: string): string {
  let shown = '';
  let at = 0;
  for (const { 0: before, 1: name = '', index } of text.matchAll(NAME)) {
    const from = index + before.length;
    const [value = ''] = index >= at && isSecret(name) ? (VALUE.exec(text.slice(from)) ?? []) : [];
    if (value === '') continue;
    shown += text.slice(at, from) + HIDDEN;
    at = from + value.length;
  }
  return shown + text.slice(at);
}

/** Whether a header, a member or a variable of that name holds a secret. */
export const isSecret = (name: string): boolean => SECRET.test(name);

/** The value itself where it holds no secret. */
function hide(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return /[{["=:]/.test(value) ? withoutSecrets(value, depth) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return HIDDEN;
  if (Array.isArray(value))
    return changed(
      value,
      value.map((each) => hide(each, depth + 1)),
    );
  const members = Object.entries(value as Record<string, unknown>);
  const isSecure = members.some(([, each]) => each === SECURE);
  let isHidden = false;
  const shown = members.map(([name, each]): [string, unknown] => {
    const isIt = isSecret(name) || (isSecure && name.toLowerCase() === 'value');
    const next = isIt ? hidden(each, depth + 1) : hide(each, depth + 1);
    isHidden ||= next !== each;
    return [name, next];
  });
  return isHidden ? Object.fromEntries(shown) : value;
}

/** All texts and numbers in the value are secrets: the values of a header. Structures keep their form. */
function hidden(value: unknown, depth: number): unknown {
  if (typeof value === 'string' || typeof value === 'number' || depth > MAX_DEPTH) return HIDDEN;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => hidden(each, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]): [string, unknown] => [name, hidden(each, depth + 1)]));
}

const changed = (before: readonly unknown[], after: readonly unknown[]): readonly unknown[] =>
  after.some((each, n) => each !== before[n]) ? after : before;

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
