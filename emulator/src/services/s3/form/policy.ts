// The policy document of a browser form: its expiration and the conditions on the form's fields.
import { fault } from '#model/s3';
import { accessDenied } from '#services/s3/faults';

export interface SizeRange {
  readonly min: number;
  readonly max: number;
}

interface Condition {
  readonly kind: 'eq' | 'starts-with';
  /** In lower case. Undefined where it lacks its dollar sign: no form keeps to such a condition. */
  readonly field: string | undefined;
  readonly value: string;
  /** The condition as the policy has it. */
  readonly text: string;
}

interface FormPolicy {
  readonly expiresMs: number;
  readonly conditions: readonly Condition[];
  readonly size: SizeRange | undefined;
}

const invalid = (why: string) => fault('InvalidPolicyDocument', `Invalid Policy: ${why}`);
const violated = (why: string) => accessDenied(`Invalid according to Policy: ${why}`);
/** Fields that may be present without a condition. */
const EXEMPT = /^(?:policy|x-amz-signature|signature|awsaccesskeyid|file|bucket|x-ignore-.*)$/;

/** Checks a form against its policy; returns the allowed size of the file. Field names are lower case. */
export function checkFormPolicy(encoded: string, fields: ReadonlyMap<string, string>, nowMs: number): SizeRange | undefined {
  const policy = parseFormPolicy(encoded);
  if (policy.expiresMs <= nowMs) throw violated('Policy expired.');
  for (const condition of policy.conditions) if (!holds(condition, fields)) throw violated(`Policy Condition failed: ${condition.text}`);
  const named = new Set(policy.conditions.map(({ field }) => field));
  for (const field of fields.keys()) if (!named.has(field) && !EXEMPT.test(field)) throw violated(`Extra input fields: ${field}`);
  return policy.size;
}

function holds({ kind, field, value }: Condition, fields: ReadonlyMap<string, string>): boolean {
  if (field === undefined) return false;
  const actual = fields.get(field) ?? '';
  if (kind === 'eq') return actual === value;
  // A content type may be a list; each item must begin with the value
  return field === 'content-type' ? actual.split(',').every((each) => each.startsWith(value)) : actual.startsWith(value);
}

const shown = (...parts: readonly unknown[]): string => `[${parts.map((part) => `"${String(part)}"`).join(', ')}]`;

function parseFormPolicy(encoded: string): FormPolicy {
  const document = parseJson(Buffer.from(encoded, 'base64').toString());
  const { expiration, conditions } = document;
  if (typeof expiration !== 'string') throw invalid('Policy missing expiration.');
  const expiresMs = Date.parse(expiration);
  if (Number.isNaN(expiresMs)) throw invalid(`Invalid 'expiration' value: '${expiration}'`);
  if (!Array.isArray(conditions)) throw invalid('Policy missing conditions.');
  const parsed = conditions.flatMap(parseCondition);
  return { expiresMs, conditions: parsed.filter(isCondition), size: parsed.find(isSize) };
}

function parseJson(text: string): { expiration?: unknown; conditions?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // reported below: every reason has the same text
  }
  throw invalid('Invalid JSON.');
}

const isSize = (value: Condition | SizeRange): value is SizeRange => 'min' in value;
const isCondition = (value: Condition | SizeRange): value is Condition => !isSize(value);

/** Parses `{"acl": "private"}`, `["starts-with", "$key", "user/"]` or `["content-length-range", 1, 10]`. */
function parseCondition(condition: unknown): (Condition | SizeRange)[] {
  if (Array.isArray(condition)) return [parseListed(condition)];
  if (typeof condition !== 'object' || condition === null) throw invalid('Invalid Condition.');
  const [entry, ...others] = Object.entries(condition);
  if (!entry || others.length > 0) throw invalid('Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.');
  const [field, value] = entry;
  if (typeof value !== 'string') throw invalid('Invalid Simple-Condition: value must be a string.');
  return [{ kind: 'eq', field: field.toLowerCase(), value, text: shown('eq', `$${field}`, value) }];
}

function parseListed(condition: readonly unknown[]): Condition | SizeRange {
  const [kind, field, value] = condition;
  const name = typeof kind === 'string' ? kind.toLowerCase() : '';
  if (name === 'content-length-range') {
    const [min, max] = [Number(field), Number(value)];
    if (!Number.isFinite(min) || !Number.isFinite(max)) throw violated(`Policy Condition failed: ${shown(name, field, value)}`);
    return { min, max };
  }
  if (name !== 'eq' && name !== 'starts-with') throw invalid(`Invalid Condition: unknown operation '${String(kind)}'.`);
  if (typeof field !== 'string' || typeof value !== 'string') throw invalid('Invalid Condition: wrong number of arguments.');
  const named = field.startsWith('$') ? field.slice(1).toLowerCase() : undefined;
  return { kind: name, field: named, value, text: shown(name, field, value) };
}
