// SET and REMOVE of an UPDATE as an update of the engine.
import type { Value } from '#services/dynamodb/engine/value';
import { assertApart } from '#services/dynamodb/expressions/bind';
import { compileOperand } from '#services/dynamodb/expressions/evaluate';
import { applyUpdate, type CompiledAction } from '#services/dynamodb/expressions/update';
import { invalid } from '#services/dynamodb/faults';
import type { UpdatePlan } from '#services/dynamodb/items/update-plan';
import { isLiteral, literalValue } from './literals.ts';
import type { Expression, PathExpression, UpdateClause } from './syntax.ts';
import { attributePath, type Translation } from './translate.ts';

type Call = Extract<Expression, { kind: 'call' }>;
const SET_FUNCTIONS = { set_add: 'ADD', set_delete: 'DELETE' } as const;

/** @throws Fault ValidationException */
export function planClauses(clauses: readonly UpdateClause[], translation: Translation): UpdatePlan {
  const actions = clauses.map((clause) => compileClause(clause, translation));
  const targets = actions.map(({ path }) => translation.paths[path]!);
  assertApart(targets, (message) => {
    throw invalid(message);
  });
  return {
    targets,
    paths: [...translation.paths],
    onlyRemoves: false,
    apply: (old) => applyUpdate(actions, translation, old),
  };
}

function compileClause(clause: UpdateClause, translation: Translation): CompiledAction {
  const { target } = clause;
  if (target.kind !== 'path') throw invalid(`Unrecognized assignment target: ${target.kind}`);
  const path = translation.path(target);
  if (clause.kind === 'remove') return { section: 'REMOVE', path, value: undefined, operand: undefined };
  const { value } = clause;
  const section = value.kind === 'call' && Object.hasOwn(SET_FUNCTIONS, value.name) ? SET_FUNCTIONS[value.name as 'set_add'] : 'SET';
  const node = section === 'SET' ? translation.update(value) : translation.value(setOperand(target, value as Call, translation));
  return { section, path, value: node, operand: compileOperand(node) };
}

/** The members that `set_add(target, members)` names. */
function setOperand(target: PathExpression, { name, parts, at }: Call, translation: Translation): Value {
  const shown = name.toUpperCase();
  if (parts.length !== 2) throw invalid(`${shown} must have exactly two arguments at ${at}`);
  const [first, second] = parts as [Expression, Expression];
  const same = first.kind === 'path' && JSON.stringify(attributePath(first)) === JSON.stringify(attributePath(target));
  if (!same) throw invalid(`The first argument to ${shown} must equal the assignment value at ${at}`);
  const value = second.kind === 'parameter' ? translation.parameter(second.index) : isLiteral(second) ? literalValue(second) : undefined;
  if (!value?.SS && !value?.NS && !value?.BS) throw invalid(`The second argument to ${shown} must be a value with type SET at ${first.at}`);
  return value;
}
