// Finds the machine that an ARN names.
import type { Ctx } from '#core/ctx';
import { parseStatesArn, type StatesArn } from '#services/states/arns';
import { invalidArn, noSuchMachine, wrongKind } from '#services/states/faults';
import { machines, type StateMachine } from '#services/states/state';

/** @throws Fault InvalidArn, StateMachineDoesNotExist */
export function findMachine(arn: string, ctx: Ctx, parsed: StatesArn | undefined = parseStatesArn(arn)): StateMachine {
  if (!parsed) throw invalidArn(arn);
  if (parsed.kind !== 'stateMachine') throw wrongKind(parsed.kind);
  const machine =
    parsed.region === ctx.region && parsed.names.length === 1
      ? ctx.in({ account: parsed.account }).records(machines).get([parsed.names[0]!])
      : undefined;
  if (!machine) throw noSuchMachine(arn);
  return machine as StateMachine;
}
