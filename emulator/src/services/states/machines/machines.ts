// State machines: made, described, listed, changed and deleted.
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#core/ctx';
import type { CreateStateMachineInput, UpdateStateMachineInput } from '#model/states';
import { fault, operation } from '#model/states';
import { machineArn } from '#services/states/arns';
import { referencesOf, requireDefinition } from '#services/states/definitions';
import { checkName } from '#services/states/names';
import { pageOfValues } from '#services/states/pages';
import { type MachineType, machines, revisions, type StateMachine } from '#services/states/state';
import { STATES_TAGS } from '#services/states/tag-rules';
import { refuseDeleting } from './delete-machine.ts';
import { findMachine } from './find-machine.ts';
import { checkLogGroup, checkRole, readEncryption, readLogging, sendEncryption, sendLogging } from './machine-settings.ts';
import { resolveMachine } from './resolve-machine.ts';
import { isChanged, shownRevision } from './revision.ts';
import { publish, versionArn } from './versions.ts';

function readMachine(input: CreateStateMachineInput, ctx: Ctx): StateMachine {
  return {
    name: input.name,
    type: (input.type ?? 'STANDARD') as MachineType,
    revisionId: ctx.id(),
    definition: input.definition,
    hasOneLanguage: true,
    roleArn: input.roleArn,
    createdMs: ctx.now(),
    updatedMs: ctx.now(),
    logging: readLogging(input.loggingConfiguration),
    isTraced: input.tracingConfiguration?.enabled ?? false,
    encryption: readEncryption(input.encryptionConfiguration),
    tags: STATES_TAGS.ofNew(input.tags, ctx, machineArn(input.name, ctx)),
  };
}

/** A machine is made again where these are the same; another role or other tags are ignored. */
const identityOf = ({ definition, type, logging, isTraced, encryption }: StateMachine) => ({
  definition,
  type,
  logging,
  isTraced,
  encryption,
});

export const CreateStateMachine = operation('CreateStateMachine', async (input, ctx) => {
  checkName(input.name);
  checkRole(input.roleArn);
  checkVersion(input);
  const machine = readMachine(input, ctx);
  await checkLogGroup(machine.logging, ctx);
  await requireDefinition(machine.definition, machine, ctx);
  const stateMachineArn = machineArn(machine.name, ctx);
  const before = ctx.records(machines).get([machine.name]);
  if (before) {
    refuseDeleting(before as StateMachine, ctx);
    if (!isDeepStrictEqual(identityOf(before as StateMachine), identityOf(machine)))
      throw fault('StateMachineAlreadyExists', `State Machine Already Exists: '${stateMachineArn}'`);
    const published = input.publish ? ctx.write((tx) => publish(before as StateMachine, input.versionDescription, tx, ctx)) : undefined;
    const stateMachineVersionArn = published && versionArn(machine.name, published.number, ctx);
    return { stateMachineArn, creationDate: new Date(before.createdMs), stateMachineVersionArn };
  }
  const version = keepMachine(machine, input, ctx);
  return { stateMachineArn, creationDate: new Date(machine.createdMs), stateMachineVersionArn: version };
});

interface Publishing {
  readonly publish?: boolean | undefined;
  readonly versionDescription?: string | undefined;
}

function checkVersion({ publish: isPublished, versionDescription }: Publishing): void {
  if (versionDescription !== undefined && !isPublished)
    throw fault('ValidationException', 'Version description can only be set when publish is true');
}

/** Answers the ARN of the version that was published, where one was. */
function keepMachine(machine: StateMachine, { publish: isPublished, versionDescription }: Publishing, ctx: Ctx): string | undefined {
  const { name, revisionId, definition, hasOneLanguage, roleArn, updatedMs } = machine;
  return ctx.write((tx) => {
    tx.put(ctx.records(machines), [name], machine);
    tx.put(ctx.records(revisions), [revisionId], { definition, hasOneLanguage, roleArn, updatedMs });
    return isPublished ? versionArn(name, publish(machine, versionDescription, tx, ctx).number, ctx) : undefined;
  });
}

export const UpdateStateMachine = operation('UpdateStateMachine', async (input, ctx) => {
  const { definition, roleArn, loggingConfiguration, tracingConfiguration } = input;
  if (
    [definition, roleArn, loggingConfiguration, tracingConfiguration, input.encryptionConfiguration].every((value) => value === undefined)
  )
    throw fault(
      'MissingRequiredParameter',
      'Either the definition, the role ARN, the LoggingConfiguration, or the TracingConfiguration must be specified',
    );
  checkVersion(input);
  if (roleArn !== undefined) checkRole(roleArn);
  const machine = findMachine(input.stateMachineArn, ctx);
  refuseDeleting(machine, ctx);
  if (definition !== undefined) await requireDefinition(definition, machine, ctx);
  if (loggingConfiguration) await checkLogGroup(readLogging(loggingConfiguration), ctx);
  const changed = changedMachine(findMachine(input.stateMachineArn, ctx), input, ctx);
  const version = keepMachine(changed, input, ctx);
  return { updateDate: new Date(changed.updatedMs), ...shownRevision(changed), stateMachineVersionArn: version };
});

/** The machine as it is, with its revision, where nothing of it changes (recorded). */
function changedMachine(machine: StateMachine, input: UpdateStateMachineInput, ctx: Ctx): StateMachine {
  const changed = { ...machine, ...changesIn(input) };
  if (isDeepStrictEqual(settingsOf(changed), settingsOf(machine))) return machine;
  return { ...changed, revisionId: ctx.id(), updatedMs: Math.max(ctx.now(), machine.createdMs + 1) };
}

const settingsOf = (machine: StateMachine) => ({ ...identityOf(machine), roleArn: machine.roleArn });

function changesIn(input: UpdateStateMachineInput): Partial<StateMachine> {
  const { definition, roleArn, loggingConfiguration, tracingConfiguration, encryptionConfiguration } = input;
  return {
    ...(definition !== undefined && { definition, hasOneLanguage: true }),
    ...(roleArn !== undefined && { roleArn }),
    ...(loggingConfiguration && { logging: readLogging(loggingConfiguration) }),
    ...(tracingConfiguration && { isTraced: tracingConfiguration.enabled ?? false }),
    ...(encryptionConfiguration && { encryption: readEncryption(encryptionConfiguration) }),
  };
}

export const DescribeStateMachine = operation('DescribeStateMachine', async ({ stateMachineArn }, ctx) => {
  const { machine, description, version, isFirst } = resolveMachine(stateMachineArn, ctx);
  const { name, definition, roleArn, type, createdMs, logging, isTraced, encryption, revisionId, isDeleting } = machine;
  return {
    ...{
      stateMachineArn,
      name,
      status: isDeleting ? ('DELETING' as const) : ('ACTIVE' as const),
      definition,
      roleArn,
      type,
      creationDate: new Date(createdMs),
    },
    loggingConfiguration: sendLogging(logging),
    tracingConfiguration: { enabled: isTraced },
    encryptionConfiguration: sendEncryption(encryption),
    variableReferences: await referencesOf(machine.revisionId, ctx),
    ...((isChanged(machine) || (version !== undefined && !isFirst)) && { revisionId }),
    description,
  };
});

export const ListStateMachines = operation('ListStateMachines', (input, ctx) => {
  const { items, nextToken } = pageOfValues(ctx.records(machines), [], input);
  const stateMachines = items.map(({ name, type, createdMs }) => ({
    ...{ stateMachineArn: machineArn(name, ctx), name, type, creationDate: new Date(createdMs) },
  }));
  return { stateMachines, nextToken };
});
