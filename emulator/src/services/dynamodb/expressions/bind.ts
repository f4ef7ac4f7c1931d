// Binds an expression to the names and values of a request, with every error that these decide, in the order of the service.
import type { Fault } from '#core/fault';
import { typeOf, type Value } from '#services/dynamodb/engine/value';
import { invalid } from '#services/dynamodb/faults';
import type { Binding } from './binding.ts';
import { checkCall, checkCondition, checkDistinct, type Fail, LONG_TYPE_NAMES } from './check-operands.ts';
import type { Names } from './names.ts';
import type { AttributePath } from './path.ts';
import { type ParsedExpression, type Path, showPath } from './syntax.ts';

/** @throws Fault ValidationException, `Invalid …Expression: …` */
export function bindExpression(parsed: ParsedExpression, names: Names): Binding {
  const fail: Fail = (message) => {
    throw expressionFault(parsed, message);
  };
  if (parsed.error !== undefined) fail(parsed.error);
  const paths: AttributePath[] = [...parsed.paths];
  const values: Value[] = [];
  const binding = { paths, values };
  const bindPath = (index: number): void => {
    const path = parsed.paths[index]!;
    if (path.some(isAlias)) paths[index] = path.map((part) => (isAlias(part) ? nameOf(part, names, fail) : part));
  };
  const bindValue = (index: number): void => {
    values[index] = expressionValue(parsed.values[index]!, names, fail);
  };
  if (parsed.root) {
    for (const { order, checked, operandError } of parsed.conditions) {
      for (const reference of order) reference >= 0 ? bindPath(reference) : bindValue(-1 - reference);
      if (operandError !== undefined) fail(operandError);
      for (const node of checked) checkDistinct(node, binding, fail);
      for (const node of checked) checkCondition(node, binding, fail);
    }
    return binding;
  }
  for (const index of parsed.paths.keys()) bindPath(index);
  for (const index of parsed.values.keys()) bindValue(index);
  if (parsed.kind === 'Projection') assertApart(paths, fail);
  else checkUpdate(parsed, binding, fail);
  return binding;
}

const expressionFault = ({ kind }: ParsedExpression, message: string): Fault => invalid(`Invalid ${kind}Expression: ${message}`);
const isAlias = (part: string | number): part is string => typeof part === 'string' && part[0] === '#';

function nameOf(alias: string, { names, usedNames }: Names, fail: Fail): string {
  if (!Object.hasOwn(names, alias)) fail(`An expression attribute name used in the document path is not defined; attribute name: ${alias}`);
  usedNames.add(alias);
  return names[alias]!;
}

function expressionValue(name: string, { values, usedValues }: Names, fail: Fail): Value {
  if (!Object.hasOwn(values, name)) fail(`An expression attribute value used in expression is not defined; attribute value: ${name}`);
  usedValues.add(name);
  return values[name]!;
}

function checkUpdate(parsed: ParsedExpression, binding: Binding, fail: Fail): void {
  assertApart(
    parsed.actions.map(({ path }) => binding.paths[path]!),
    fail,
  );
  for (const { section, value } of parsed.actions) {
    if ((section !== 'ADD' && section !== 'DELETE') || value?.kind !== 'value') continue;
    const type = typeOf(binding.values[value.index]!);
    const allowed = type === 'SS' || type === 'NS' || type === 'BS' || (type === 'N' && section === 'ADD');
    if (!allowed)
      fail(
        `Incorrect operand type for operator or function; operator: ${section}, operand type: ${LONG_TYPE_NAMES[type]}, typeSet: ALLOWED_FOR_${section}_OPERAND`,
      );
  }
  if (parsed.operandError !== undefined) fail(parsed.operandError);
  for (const call of parsed.calls) checkCall(call, binding, fail);
}

/** No path may lie in another, and none may take for a list what another takes for a map. */
export function assertApart(paths: readonly Path[], fail: Fail): void {
  let conflict: string | undefined;
  const byHead = new Map<string | number, Path[]>();
  for (const path of paths) {
    const others = byHead.get(path[0]!);
    if (!others) {
      byHead.set(path[0]!, [path]);
      continue;
    }
    for (const other of others) {
      const length = Math.min(other.length, path.length);
      let same = 0;
      while (same < length && other[same] === path[same]) same++;
      const tail = () => `must remove or rewrite one of these paths; path one: ${showPath(other)}, path two: ${showPath(path)}`;
      if (same === length) fail(`Two document paths overlap with each other; ${tail()}`);
      if (typeof other[same] !== typeof path[same]) conflict ??= `Two document paths conflict with each other; ${tail()}`;
    }
    others.push(path);
  }
  if (conflict !== undefined) fail(conflict);
}
