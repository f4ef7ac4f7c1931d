// The machine, the version or the alias that an ARN names, as executions run it.
import type { Ctx } from '#core/ctx';
import { machineArn, parseStatesArn } from '#services/states/arns';
import { noSuchMachine } from '#services/states/faults';
import { aliases, revisions, type StateMachine, versions } from '#services/states/state';
import { findMachine } from './find-machine.ts';

export interface ResolvedMachine {
  /** Definition, role and revision are those of the version, where the ARN names one. */
  readonly machine: StateMachine;
  readonly version?: number | undefined;
  /** The version is of the machine's first revision, which answers do not show (recorded in August 2023). */
  readonly isFirst?: boolean | undefined;
  readonly alias?: string | undefined;
  readonly description?: string | undefined;
}

const WHOLE = 100;

/** @throws Fault InvalidArn, StateMachineDoesNotExist */
export function resolveMachine(arn: string, ctx: Ctx): ResolvedMachine {
  const parsed = parseStatesArn(arn);
  const [name, qualifier] = parsed?.names ?? [];
  if (parsed?.kind !== 'stateMachine' || qualifier === undefined) return { machine: findMachine(arn, ctx, parsed) };
  const machine = findMachine(machineArn(name!, { account: parsed.account, region: parsed.region }), ctx);
  if (/^\d+$/.test(qualifier)) return versionOf(machine, Number(qualifier), arn, ctx);
  const alias = ctx.records(aliases).get([machine.name, qualifier]);
  if (!alias) throw noSuchMachine(arn);
  return { ...versionOf(machine, draw(alias.routes, ctx), arn, ctx), alias: qualifier };
}

function versionOf(machine: StateMachine, number: number, arn: string, ctx: Ctx): ResolvedMachine {
  const version = ctx.records(versions).get([machine.name, number]);
  const revision = version && ctx.records(revisions).get([version.revisionId]);
  if (!revision) throw noSuchMachine(arn);
  const { definition, roleArn } = revision;
  const { revisionId, description, createdMs } = version;
  return {
    machine: { ...machine, definition, roleArn, revisionId, createdMs, updatedMs: createdMs },
    version: number,
    isFirst: revision.updatedMs === machine.createdMs,
    description,
  };
}

/** The version that a start by the alias gets, by weight. */
function draw(routes: readonly { readonly version: number; readonly weight: number }[], ctx: Ctx): number {
  let left = Number.parseInt(ctx.random(8), 16) % WHOLE;
  return (routes.find(({ weight }) => (left -= weight) < 0) ?? routes[0]!).version;
}
