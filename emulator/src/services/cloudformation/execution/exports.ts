// Exports and imports of a stack: checked once every resource exists, and written with the stack's new status.
import type { Tx } from '#core/records';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import { evaluateOutputs } from '#services/cloudformation/preparation/outputs';
import { exported, imported, type StackOutput } from '#services/cloudformation/state';
import type { DeploySession } from './deploy-session.ts';
import type { Session } from './session.ts';

/** @throws TemplateProblem if an export's name is taken, or if an export that others import would change or disappear */
export function outputsOf({ view, scope, session }: DeploySession): StackOutput[] {
  const outputs = evaluateOutputs(view, scope);
  checkExports(session, outputs);
  return outputs;
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
