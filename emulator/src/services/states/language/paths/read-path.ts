// Reads the value at a path.
import type { Effort } from '#services/states/language/effort';
import { PathError } from '#services/states/language/faults';
import { isList, isObject, type Json, memberOf, setMember } from '#services/states/language/json';
import type { Path, PathFunction, PathStep } from './path.ts';
import { filterable, filterHolds } from './path-filter.ts';

/** The values that paths begin at. */
export interface PathRoots {
  readonly $: Json | undefined;
  /** The context object; a function, because making it has a cost. */
  readonly context: () => Json;
  readonly variable: (name: string) => Json | undefined;
  readonly effort: Effort;
}

/** The value at the path: undefined where a definite path selects nothing, a list (possibly empty) for any other path. */
export function readPath(path: Path, roots: PathRoots, element?: Json): Json | undefined {
  const root = rootOf(path, roots, element);
  if (root === undefined) return undefined;
  let values: Json[] = [root];
  let isOne = true;
  for (const step of path.steps) {
    if (step.kind === 'function') {
      if (isOne && values.length === 0) return undefined;
      values = [apply(step.name, isOne ? values[0]! : values)];
      isOne = true;
      continue;
    }
    const selected: Json[] = [];
    roots.effort.handle(values.length);
    for (const value of values) select(step, value, roots, selected);
    values = selected;
    // A path with a wildcard or a slice answers a list, although what it passes through is absent (recorded).
    isOne &&= (step.kind === 'names' && step.names.length === 1) || (step.kind === 'indexes' && step.indexes.length === 1);
  }
  return isOne ? values[0] : values;
}

/** @throws PathError in the cloud's words, where a definite path selects nothing */
export function requirePath(path: Path, roots: PathRoots): Json {
  const value = readPath(path, roots);
  if (value === undefined) throw new PathError(nothingAt(path, roots));
  return value;
}

function rootOf({ root, variable }: Path, roots: PathRoots, element: Json | undefined): Json | undefined {
  if (root === '$') return roots.$;
  if (root === '$$') return roots.context();
  return root === '@' ? element : roots.variable(variable!);
}

function select(step: PathStep, value: Json, roots: PathRoots, selected: Json[]): void {
  switch (step.kind) {
    case 'names':
      selectNames(step.names, value, selected);
      break;
    case 'indexes':
      if (isList(value))
        for (const index of step.indexes) {
          const element = value.at(index);
          if (element !== undefined) selected.push(element);
        }
      break;
    case 'slice':
      if (isList(value))
        for (let at = edge(step.from, 0, value); at < edge(step.to, value.length, value); at += step.by) selected.push(value[at]!);
      break;
    case 'wildcard':
      roots.effort.handle(sizeOf(value));
      for (const part of partsOf(value)) selected.push(part);
      break;
    case 'descend':
      descend(value, roots, selected);
      break;
    case 'filter':
      roots.effort.handle(sizeOf(value));
      for (const part of filterable(value)) if (filterHolds(step.filter, (path) => readPath(path, roots, part))) selected.push(part);
      break;
    case 'function':
      break;
  }
}

/** Elements, characters or members. */
export const sizeOf = (value: Json | undefined): number =>
  isList(value) || typeof value === 'string' ? value.length : isObject(value) ? Object.keys(value).length : 1;

/** A union of names (`['a','b']`) selects one object with the members that exist. */
function selectNames(names: readonly string[], value: Json, selected: Json[]): void {
  if (!isObject(value)) return;
  if (names.length === 1) {
    const member = memberOf(value, names[0]!);
    if (member !== undefined) selected.push(member);
    return;
  }
  const chosen: Record<string, Json> = {};
  for (const name of names) if (Object.hasOwn(value, name)) setMember(chosen, name, value[name]!);
  selected.push(chosen);
}

function edge(position: number | undefined, otherwise: number, { length }: readonly Json[]): number {
  if (position === undefined) return otherwise;
  return Math.max(0, Math.min(length, position < 0 ? length + position : position));
}

const partsOf = (value: Json): readonly Json[] => (isList(value) ? value : isObject(value) ? Object.values(value) : []);

function descend(value: Json, roots: PathRoots, selected: Json[]): void {
  if (typeof value !== 'object' || value === null) return;
  selected.push(value);
  roots.effort.handle(sizeOf(value));
  for (const part of partsOf(value)) descend(part, roots, selected);
}

function apply(name: PathFunction, value: Json): Json {
  if (name === 'length')
    return isList(value) || typeof value === 'string' ? value.length : isObject(value) ? Object.keys(value).length : null;
  if (name === 'keys') return isObject(value) ? Object.keys(value) : null;
  if (name === 'first' || name === 'last') return isList(value) ? (value.at(name === 'first' ? 0 : -1) ?? null) : null;
  const numbers = partsOf(value).filter((part) => typeof part === 'number');
  if (numbers.length === 0) throw new PathError('Aggregation function attempted to calculate value using empty array');
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (name === 'sum') return sum;
  if (name === 'avg') return sum / numbers.length;
  return numbers.reduce((best, number) => (name === 'min' ? Math.min(best, number) : Math.max(best, number)));
}

/** The place where the path ends, as the cloud describes it: `No results for path: $['a']['b']`, `Missing property in path $['a']`. */
function nothingAt(path: Path, roots: PathRoots): string {
  let value = rootOf(path, roots, undefined);
  let place = '$';
  for (const [index, step] of path.steps.entries()) {
    const isLast = index === path.steps.length - 1;
    const selected: Json[] = [];
    if (value !== undefined) select(step, value, roots, selected);
    place += step.kind === 'names' ? `['${step.names.join("','")}']` : step.kind === 'indexes' ? `[${step.indexes.join(',')}]` : '[...]';
    if (value !== undefined && selected[0] === undefined)
      return `Invalid path '${path.text}' : ${isLast ? 'No results for path:' : 'Missing property in path'} ${place}`;
    value = selected[0];
  }
  return `Invalid path '${path.text}' : No results for path: ${place}`;
}
