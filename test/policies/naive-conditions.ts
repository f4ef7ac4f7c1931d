// The plainest reading of how the IAM user guide describes conditions, one value against one value: the evaluator that ships is compared with it.
// It shares no code with that one. Pages: "IAM JSON policy elements: Condition operators", "Single-valued vs. multivalued context keys",
// "IAM policy elements: Variables and tags".

export interface NaiveCondition {
  readonly operator: string;
  readonly values: readonly string[];
}
/** Condition keys in lower case. */
export type NaiveContext = Readonly<Record<string, readonly string[]>>;

/** One character of a pattern: itself, or a wildcard. */
type Unit = { readonly literal: string } | 'any' | 'many';

/** `${key}`, `${key, 'default'}`, `${*}`, `${?}`, `${$}`; undefined where a variable has no value ("Policy variables with no value"): nothing is like it. */
function unitsOf(written: string, context: NaiveContext, takesWildcards: boolean): readonly Unit[] | undefined {
  const units: Unit[] = [];
  const variable = /\$\{([^}]*)\}/y;
  for (let at = 0; at < written.length; at++) {
    variable.lastIndex = at;
    const found = variable.exec(written);
    if (found) {
      const value = variableValue(found[1] ?? '', context);
      if (value === undefined) return undefined;
      units.push(...[...value].map((literal) => ({ literal })));
      at += found[0].length - 1;
    } else {
      const character = written.charAt(at);
      units.push(takesWildcards && character === '*' ? 'many' : takesWildcards && character === '?' ? 'any' : { literal: character });
    }
  }
  return units;
}

function variableValue(variable: string, context: NaiveContext): string | undefined {
  if (['*', '?', '$'].includes(variable)) return variable;
  const [, key = '', fallback] = /^([^,]*?)\s*(?:,\s*'(.*)'\s*)?$/.exec(variable.trim()) ?? [];
  const values = context[key.toLowerCase()] ?? [];
  return values.length === 1 ? values[0] : fallback;
}

function isLike([unit, ...rest]: readonly Unit[], text: string): boolean {
  if (unit === undefined) return text === '';
  if (unit === 'many') return isLike(rest, text) || (text !== '' && isLike([unit, ...rest], text.slice(1)));
  return text !== '' && (unit === 'any' || unit.literal === text.charAt(0)) && isLike(rest, text.slice(1));
}

const lower = (units: readonly Unit[]): readonly Unit[] =>
  units.map((unit) => (typeof unit === 'string' ? unit : { literal: unit.literal.toLowerCase() }));

/** Six parts between colons, of which the last holds the rest. */
function partsOf<T>(items: readonly T[], isColon: (item: T) => boolean): T[][] {
  const parts: T[][] = [[]];
  for (const item of items) {
    if (parts.length < 6 && isColon(item)) parts.push([]);
    else parts.at(-1)!.push(item);
  }
  return parts;
}

function isArnLike(pattern: readonly Unit[], text: string): boolean {
  const expected = partsOf(pattern, (unit) => typeof unit !== 'string' && unit.literal === ':');
  const found = partsOf([...text], (character) => character === ':').map((part) => part.join(''));
  return expected.length === 6 && found.length === 6 && expected.every((part, index) => isLike(part, found[index]!));
}

/** An address as bits: 32 or 128 of them. */
function bitsOf(address: string): string {
  if (address.includes('.'))
    return address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  const [before = '', after] = address.split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const missing = 8 - groups(before).length - groups(after).length;
  const all = after === undefined ? groups(before) : [...groups(before), ...Array<string>(missing).fill('0'), ...groups(after)];
  return all.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}

function isInRange(range: string, address: string): boolean {
  const [network = '', prefix] = range.split('/');
  const [expected, found] = [bitsOf(network), bitsOf(address)];
  const length = prefix === undefined ? expected.length : Number(prefix);
  return expected.length === found.length && expected.slice(0, length) === found.slice(0, length);
}

const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text));
const momentOf = (text: string): number => (/^\d{5,}$/.test(text) ? Number(text) * 1000 : Date.parse(text));
const isBoolean = (text: string): boolean => ['true', 'false'].includes(text.toLowerCase());

const ORDER: Readonly<Record<string, (found: number, expected: number) => boolean>> = {
  Equals: (found, expected) => found === expected,
  LessThan: (found, expected) => found < expected,
  LessThanEquals: (found, expected) => found <= expected,
  GreaterThan: (found, expected) => found > expected,
  GreaterThanEquals: (found, expected) => found >= expected,
};

/** One value of the policy and one of the request, under an operator that is not negated. */
function matches(name: string, expected: string, found: string, context: NaiveContext): boolean {
  const units = (takesWildcards: boolean) => unitsOf(expected, context, takesWildcards);
  const order = ORDER[name.replace(/^(?:Numeric|Date)/, '')];
  if (name.startsWith('Numeric')) return order!(numberOf(found), numberOf(expected));
  if (name.startsWith('Date')) return order!(momentOf(found), momentOf(expected));
  switch (name) {
    case 'StringEquals': {
      const pattern = units(false);
      return pattern !== undefined && isLike(pattern, found);
    }
    case 'StringEqualsIgnoreCase': {
      const pattern = units(false);
      return pattern !== undefined && isLike(lower(pattern), found.toLowerCase());
    }
    case 'StringLike': {
      const pattern = units(true);
      return pattern !== undefined && isLike(pattern, found);
    }
    case 'ArnEquals':
    case 'ArnLike': {
      const pattern = units(true);
      return pattern !== undefined && isArnLike(pattern, found);
    }
    case 'Bool': {
      const pattern = units(false);
      return pattern !== undefined && isBoolean(found) && isLike(lower(pattern), found.toLowerCase());
    }
    case 'BinaryEquals':
      return atob(expected) === atob(found);
    case 'IpAddress':
      return isInRange(expected, found);
    default:
      throw new Error(`There is no operator ${name}`);
  }
}

/** Whether a condition on the key `k` holds. */
export function naivelyHolds({ operator, values }: NaiveCondition, context: NaiveContext): boolean {
  const found = context['k'] ?? [];
  const isMissing = found.length === 0;
  if (operator === 'Null') return values.some((value) => (value === 'true') === isMissing);
  const [, set, written = '', ifExists] = /^(?:(ForAllValues|ForAnyValue):)?(.+?)(IfExists)?$/.exec(operator) ?? [];
  const isNegated = written.includes('Not');
  const name = written.replace('Not', '');
  if (ifExists && isMissing) return true;
  const matchesAny = (value: string) => values.some((expected) => matches(name, expected, value, context));
  const passes = (value: string) => matchesAny(value) !== isNegated;
  // An empty text is no value of a set: the set is then empty, as it is without the key.
  const members = found.filter((value) => value !== '');
  if (set === 'ForAllValues') return members.every(passes);
  if (set === 'ForAnyValue') return members.some(passes);
  return isMissing ? isNegated : passes(found[0]!);
}
