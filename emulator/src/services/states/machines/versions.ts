// Versions: revisions of a machine under numbers.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { fault, operation } from '#model/states';
import { machineArn, parseStatesArn } from '#services/states/arns';
import { invalidArn } from '#services/states/faults';
import { pageOfValues } from '#services/states/pages';
import { aliases, type MachineVersion, type StateMachine, versionCounts, versions } from '#services/states/state';
import { findMachine } from './find-machine.ts';
import { isChanged } from './revision.ts';

/** Limit: versions of a state machine. */
const MAX_VERSIONS = 1000;

export const versionArn = (machine: string, number: number, ctx: Ctx): string => `${machineArn(machine, ctx)}:${number}`;

/** Templates call the revision of a machine that has not changed so. */
const isInitial = (machine: StateMachine, revisionId: string): boolean => revisionId === 'INITIAL' && !isChanged(machine);

const versionsOf = (machine: string, ctx: Ctx): MachineVersion[] => ctx.records(versions).range([machine]) as MachineVersion[];

/** The version of the machine's present revision: the version that is there, or a new one. */
export function publish({ name, revisionId }: StateMachine, description: string | undefined, tx: Tx, ctx: Ctx): MachineVersion {
  const all = versionsOf(name, ctx);
  const known = all.findLast((version) => version.revisionId === revisionId);
  if (known) return known;
  if (all.length >= MAX_VERSIONS)
    throw fault('ServiceQuotaExceededException', `The maximum number of state machine versions is ${MAX_VERSIONS}`);
  const number = (ctx.records(versionCounts).get([name])?.last ?? 0) + 1;
  const version: MachineVersion = { number, revisionId, description, createdMs: ctx.now() };
  tx.put(ctx.records(versionCounts), [name], { last: number });
  tx.put(ctx.records(versions), [name, number], version);
  return version;
}

export const PublishStateMachineVersion = operation('PublishStateMachineVersion', ({ stateMachineArn, revisionId, description }, ctx) => {
  const machine = findMachine(stateMachineArn, ctx);
  if (revisionId !== undefined && revisionId !== machine.revisionId && !isInitial(machine, revisionId))
    throw fault(
      'ConflictException',
      `Failed to publish the State Machine version for revision ${revisionId}. The current State Machine revision is ${machine.revisionId}.`,
    );
  const version = ctx.write((tx) => publish(machine, description, tx, ctx));
  return { creationDate: new Date(version.createdMs), stateMachineVersionArn: versionArn(machine.name, version.number, ctx) };
});

export const ListStateMachineVersions = operation('ListStateMachineVersions', (input, ctx) => {
  const { name } = findMachine(input.stateMachineArn, ctx);
  const { items, nextToken } = pageOfValues(ctx.records(versions), [name], input, { reverse: true });
  const stateMachineVersions = items.map(({ number, createdMs }) => ({
    ...{ stateMachineVersionArn: versionArn(name, number, ctx), creationDate: new Date(createdMs) },
  }));
  return { stateMachineVersions, nextToken };
});

/** A version that does not exist is deleted, too. */
export const DeleteStateMachineVersion = operation('DeleteStateMachineVersion', ({ stateMachineVersionArn }, ctx) => {
  const parsed = parseStatesArn(stateMachineVersionArn);
  const [machine, number] = parsed?.names ?? [];
  if (parsed?.kind !== 'stateMachine' || machine === undefined || !/^\d+$/.test(number ?? '')) throw invalidArn(stateMachineVersionArn);
  const using = ctx
    .records(aliases)
    .range([machine])
    .filter(({ routes }) => routes.some(({ version }) => version === Number(number)));
  if (using.length > 0) {
    const named = using.map(({ name }) => name).join(', ');
    throw fault(
      'ConflictException',
      `Version to be deleted must not be referenced by an alias. Current list of aliases referencing this version: [${named}]`,
    );
  }
  ctx.write((tx) => tx.delete(ctx.records(versions), [machine, Number(number)]));
});
