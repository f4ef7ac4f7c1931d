// JSONPath in templates and mappings, in the dialect of the gateway: members, elements, slices, unions, `..`, `*`, filters, `length()`.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
import { type Budget, List, type Value } from '#lib/vtl/values';
import { parseFilter } from './json-path-filter.ts';

/** The values that a step leads to from one value. */
export type Step = (value: Value, root: Value, budget: Budget) => readonly Value[];

interface JsonPath {
  /** Leads to a list of values, not to one. */
  readonly isMultiple: boolean;
  readonly steps: readonly Step[];
}

const MAX_STEPS = 100;
const MAX_DEPTH = 500;
const DEEP = /\.\.(?:([\w$-]+)|(\*)|(?=\[))/y;
const MEMBER = /\.(?:([\w$-]+)(\(\))?|(\*))/y;
const BRACKET = /\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+)|(\*))\s*\]/y;
const SLICE = /\[\s*(-?\d*)\s*:\s*(-?\d*)\s*\]/y;
const UNION = /\[\s*((?:-?\d+|'[^']*'|"[^"]*")(?:\s*,\s*(?:-?\d+|'[^']*'|"[^"]*"))+)\s*\]/y;
const FILTER = /\[\s*\?\s*\(/y;

const childrenOf = (value: Value): readonly Value[] =>
  value instanceof List ? value.items : value instanceof Map ? [...value.values()] : [];

const member =
  (name: string): Step =>
  (value) =>
    value instanceof Map && value.has(name) ? [value.get(name)] : [];

const element =
  (index: number): Step =>
  (value) =>
    value instanceof List && value.items.at(index) !== undefined ? [value.items.at(index)] : [];

const slice =
  (from: string, to: string): Step =>
  (value) =>
    value instanceof List ? value.items.slice(from === '' ? 0 : Number(from), to === '' ? undefined : Number(to)) : [];

const every: Step = (value) => childrenOf(value);

function length(value: Value): readonly Value[] {
  if (typeof value === 'string') return [value.length];
  return value instanceof List ? [value.items.length] : value instanceof Map ? [value.size] : [];
}

/** The value and everything below it. */
function below(value: Value, budget: Budget, depth = 0): Value[] {
  budget.spend(1);
  if (depth > MAX_DEPTH) return [];
  return [value, ...childrenOf(value).flatMap((child) => (typeof child === 'object' ? below(child, budget, depth + 1) : []))];
}

const everywhere =
  (step: Step): Step =>
  (value, root, budget) =>
    below(value, budget).flatMap((each) => step(each, root, budget));

const unquoted = (part: string): string => part.slice(1, -1);

function unionOf(parts: string): Step {
  const steps = parts.split(',').map((part) => {
    const text = part.trim();
    return /^-?\d/.test(text) ? element(Number(text)) : member(unquoted(text));
  });
  return (value, root, budget) => steps.flatMap((step) => step(value, root, budget));
}

/** Undefined for a text that is no path. `$` may be left out in front. */
function parsePath(text: string): JsonPath | undefined {
  const steps: Step[] = [];
  let isMultiple = false;
  let at = text.startsWith('$') || text.startsWith('@') ? 1 : 0;
  const source = at === 0 && !/^[.[]/.test(text) ? `.${text}` : text;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match) at += match[0].length;
    return match;
  };
  const push = (step: Step, many = false): void => {
    steps.push(step);
    isMultiple ||= many;
  };
  let isDeep = false;
  while (at < source.length && steps.length < MAX_STEPS) {
    const deep = isDeep ? null : take(DEEP);
    if (deep) {
      isMultiple = true;
      if (deep[1] !== undefined) push(everywhere(member(deep[1])));
      else if (deep[2] !== undefined) push(everywhere(every));
      else isDeep = true;
      continue;
    }
    const before = steps.length;
    const dotted = isDeep ? null : take(MEMBER);
    const bracket = dotted ? null : take(BRACKET);
    if (dotted)
      push(dotted[3] !== undefined ? every : dotted[2] && dotted[1] === 'length' ? length : member(dotted[1]!), dotted[3] !== undefined);
    else if (bracket) {
      const name = bracket[1] ?? bracket[2];
      if (name !== undefined) push(member(name.replace(/\\(.)/g, '$1')));
      else if (bracket[3] !== undefined) push(element(Number(bracket[3])));
      else push(every, true);
    } else {
      const range = take(SLICE);
      const union = range ? null : take(UNION);
      if (range) push(slice(range[1]!, range[2]!), true);
      else if (union) push(unionOf(union[1]!), true);
      else if (take(FILTER)) {
        const filter = parseFilter(source, at, valueAt);
        if (!filter) return undefined;
        at = filter.end;
        push((value, root, budget) => childrenOf(value).filter((child) => filter.holds(child, root, budget)), true);
      } else return undefined;
    }
    if (isDeep && steps.length > before) steps.push(everywhere(steps.pop()!));
    isDeep = false;
  }
  return at < source.length ? undefined : { isMultiple, steps };
}

/** The value under a path: a list where the path may lead to several. Undefined where it leads nowhere, or is no path. */
export function valueAt(value: Value, text: string, budget: Budget, root: Value = value): Value {
  const path = parsePath(text.trim());
  if (!path) return undefined;
  let values: readonly Value[] = [value];
  for (const step of path.steps) {
    budget.spend(values.length);
    values = values.flatMap((each) => step(each, root, budget));
  }
  return path.isMultiple ? new List([...values], { isJson: true }) : values[0];
}
