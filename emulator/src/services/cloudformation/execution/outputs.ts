// Outputs and exports: evaluated once every resource exists, and written with the stack's new status.
import type { Tx } from '#core/records';
import { isObject, isScalar, type Json, type JsonObject, textOf } from '#resources/json';
import { isExportName, malformedName, NO_TEXT } from '#services/cloudformation/engine/checks/output-checks';
import { evaluate, type Scope } from '#services/cloudformation/engine/intrinsics';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import { exported, imported, type StackOutput } from '#services/cloudformation/state';
import type { View } from '#services/cloudformation/templates/view';
import type { DeploySession } from './deploy-session.ts';
import type { Session } from './session.ts';

/** @throws TemplateProblem if an export's name is taken, or if an export that others import would change or disappear */
export function outputsOf({ view, scope, session }: DeploySession): StackOutput[] {
  const outputs = evaluateOutputs(view, scope);
  checkExports(session, outputs);
  return outputs;
}

export function evaluateOutputs(view: View, scope: Scope): StackOutput[] {
  return Object.entries(view.template.outputs).flatMap(([key, output]): StackOutput[] => {
    if (typeof output.Condition === 'string' && !view.conditions[output.Condition]) return [];
    const name = isObject(output.Export) ? output.Export.Name : undefined;
    return [
      {
        key,
        value: outputValue(output.Value ?? '', scope),
        description: output.Description === undefined ? undefined : textOf(evaluate(output.Description, scope)),
        exportName: name === undefined ? undefined : exportName(key, name, scope),
      },
    ];
  });
}

/** @throws TemplateProblem for a list, an object, and for no value at all */
export function outputValue(expression: Json, scope: Scope): string {
  const { value } = evaluate({ value: expression }, scope) as JsonObject;
  if (value !== undefined && isScalar(value)) return textOf(value);
  const isFound = isObject(expression) && 'Fn::FindInMap' in expression;
  throw new TemplateProblem(isFound ? `${NO_TEXT} and not a List.` : `${NO_TEXT}.`);
}

/** @throws TemplateProblem for a name that exports cannot have */
export function exportName(output: string, expression: Json, scope: Scope): string {
  const name = evaluate(expression, scope);
  if (isExportName(name)) return name as string;
  throw new TemplateProblem(malformedName(output));
}

function checkExports({ ctx, stackId, stack }: Session, outputs: readonly StackOutput[]): void {
  const next = new Map(outputs.flatMap(({ exportName, value }) => (exportName === undefined ? [] : [[exportName, value] as const])));
  for (const name of next.keys()) {
    const taken = ctx.records(exported).get([name]);
    if (taken && taken.stackId !== stackId)
      throw new TemplateProblem(`Export with name ${name} is already exported by stack ${taken.stackId.split('/')[1]}.`);
  }
  for (const { exportName, value } of stack.outputs) {
    if (exportName === undefined || next.get(exportName) === value) continue;
    const users = importersOf({ ctx }, exportName);
    const what = next.has(exportName) ? 'update' : 'delete';
    if (users.length > 0) throw new TemplateProblem(`Cannot ${what} export ${exportName} as it is in use by ${users.join(', ')}`);
  }
}

/** Names of the stacks that import the export. */
export const importersOf = ({ ctx }: Pick<Session, 'ctx'>, name: string): string[] =>
  ctx
    .records(imported)
    .range([name])
    .map(({ stackName }) => stackName);

/** Replaces the exports of a stack. */
export function writeExports(tx: Tx, { ctx, stackId }: Session, outputs: readonly StackOutput[], before: readonly StackOutput[]): void {
  for (const { exportName } of before) if (exportName !== undefined) tx.delete(ctx.records(exported), [exportName]);
  for (const { exportName, value } of outputs)
    if (exportName !== undefined) tx.put(ctx.records(exported), [exportName], { stackId, value });
}

export function writeImports(tx: Tx, { ctx, stackId, stack }: Session, names: ReadonlySet<string>): void {
  const records = ctx.records(imported);
  for (const [key] of records.entries()) if (key[1] === stackId && !names.has(key[0])) tx.delete(records, key);
  for (const name of names) tx.put(records, [name, stackId], { stackName: stack.name });
}
