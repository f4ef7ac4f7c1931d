// Deletes state machines. One with executions that run is being deleted until the last of them has ended.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import type { Tx } from '#core/records';
import { fault, operation } from '#model/states';
import { machineArn, parseStatesArn } from '#services/states/arns';
import { invalidArn, wrongKind } from '#services/states/faults';
import { aliases, executions, machines, type StateMachine, versions } from '#services/states/state';

export const machineDeleting = (arn: string): Fault => fault('StateMachineDeleting', `State Machine is being deleted: '${arn}'`);

/** @throws Fault StateMachineDeleting */
export function refuseDeleting({ name, isDeleting }: StateMachine, ctx: Ctx): void {
  if (isDeleting) throw machineDeleting(machineArn(name, ctx));
}

/** A machine that does not exist is deleted, too. */
export const DeleteStateMachine = operation('DeleteStateMachine', ({ stateMachineArn }, ctx) => {
  const parsed = parseStatesArn(stateMachineArn);
  if (!parsed) throw invalidArn(stateMachineArn);
  if (parsed.kind !== 'stateMachine') throw wrongKind(parsed.kind);
  const name = parsed.names[0]!;
  const machine = ctx.records(machines).get([name]);
  if (!machine) return;
  ctx.write((tx) => {
    if (hasRunning(name, ctx)) tx.put(ctx.records(machines), [name], { ...(machine as StateMachine), isDeleting: true });
    else removeMachine(name, tx, ctx);
  });
});

/** An execution has ended: a machine that is being deleted goes with its last one. `ended` is the name of the execution. */
export function finishDeleting(name: string, ended: string, tx: Tx, ctx: Ctx): void {
  const machine = ctx.records(machines).get([name]);
  if (machine?.isDeleting && !hasRunning(name, ctx, ended)) removeMachine(name, tx, ctx);
}

function hasRunning(machine: string, ctx: Ctx, except?: string): boolean {
  for (const [, { name, state }] of ctx.records(executions).entries([machine]))
    if (name !== except && state.status === 'RUNNING') return true;
  return false;
}

function removeMachine(name: string, tx: Tx, ctx: Ctx): void {
  tx.delete(ctx.records(machines), [name]);
  for (const { number } of ctx.records(versions).range([name])) tx.delete(ctx.records(versions), [name, number]);
  for (const alias of ctx.records(aliases).range([name])) tx.delete(ctx.records(aliases), [name, alias.name]);
}
