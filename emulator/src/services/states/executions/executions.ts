// Executions: described, listed and stopped.
import type { Ctx } from '#core/ctx';
import type { ListExecutionsInput } from '#model/states';
import { fault, operation } from '#model/states';
import { executionArn, machineArn, mapRunArn } from '#services/states/arns';
import { referencesOf } from '#services/states/definitions';
import { typeNotSupported } from '#services/states/faults';
import { sendEncryption, sendLogging } from '#services/states/machines/machine-settings';
import { resolveMachine } from '#services/states/machines/resolve-machine';
import { isChanged } from '#services/states/machines/revision';
import { versionArn } from '#services/states/machines/versions';
import { findMapRun } from '#services/states/map-run-records/find-map-run';
import { pageOfRecords } from '#services/states/pages';
import { redriveState } from '#services/states/running/redrive-state';
import { runTurn } from '#services/states/running/run-turn';
import { type ExecutionRecord, executions, executionsByStart, machines, revisions } from '#services/states/state';
import { findExecution } from './find-execution.ts';

export const DescribeExecution = operation('DescribeExecution', ({ executionArn: arn, includedData }, ctx) => {
  const record = findExecution(arn, ctx);
  const { name, machine, startMs, stopMs, inputText, state, traceHeader, redriveCount, redriveMs } = record;
  const withData = includedData !== 'METADATA_ONLY';
  return {
    ...{ executionArn: arn, stateMachineArn: machineArn(machine, ctx), name, status: state.status, startDate: new Date(startMs) },
    ...{ stopDate: stopMs === undefined ? undefined : new Date(stopMs), traceHeader },
    ...(withData && { input: inputText, inputDetails: { included: true } }),
    ...(withData && state.output !== undefined && { output: JSON.stringify(state.output), outputDetails: { included: true } }),
    ...startedBy(record, ctx),
    ...{ error: state.error, cause: state.cause, redriveCount, mapRunArn: mapRunOf(record, ctx) },
    ...redriveState(record, ctx.now()),
    redriveDate: redriveMs === undefined ? undefined : new Date(redriveMs),
  };
});

export const DescribeStateMachineForExecution = operation('DescribeStateMachineForExecution', async ({ executionArn: arn }, ctx) => {
  const record = findExecution(arn, ctx);
  const { machine: name, revisionId, mapRun } = record;
  const { definition, roleArn, updatedMs } = ctx.records(revisions).get([revisionId])!;
  const machine = ctx.records(machines).get([name]);
  return {
    ...{ stateMachineArn: machineArn(name, ctx), name, definition, roleArn, updateDate: new Date(updatedMs) },
    variableReferences: await referencesOf(revisionId, ctx),
    ...(machine && {
      loggingConfiguration: sendLogging(machine.logging),
      tracingConfiguration: { enabled: machine.isTraced },
      encryptionConfiguration: sendEncryption(machine.encryption),
    }),
    ...(machine && isChanged(machine) && { revisionId }),
    ...(mapRun && { mapRunArn: mapRunOf(record, ctx), label: name.slice(name.lastIndexOf('/') + 1) }),
  };
});

export const ListExecutions = operation('ListExecutions', (input, ctx) => {
  const { stateMachineArn, mapRunArn: givenRun, statusFilter, redriveFilter } = input;
  if ((stateMachineArn === undefined) === (givenRun === undefined))
    throw fault('ValidationException', 'Exactly one of stateMachineArn and mapRunArn must be specified');
  const { machine, version, alias, mapRun } = executionsIn({ stateMachineArn, mapRunArn: givenRun }, ctx);
  const recordOf = (name: string) => ctx.records(executions).get([machine, name]) as ExecutionRecord;
  const keep = (_: object, [, , name]: readonly [string, number, string]): boolean => {
    const { state, redriveCount, version: ran, alias: by, mapRun: run } = recordOf(name);
    if (run?.id !== mapRun) return false;
    if (alias === undefined ? version !== undefined && ran !== version : by !== alias) return false;
    if (statusFilter !== undefined && state.status !== statusFilter) return false;
    return redriveFilter === undefined || (redriveFilter === 'REDRIVEN') === redriveCount > 0;
  };
  const { items, nextToken } = pageOfRecords(ctx.records(executionsByStart), [machine], input, { keep, reverse: true });
  return { executions: items.map(([[, , name]]) => listed(recordOf(name), ctx)), nextToken };
});

interface ListedExecutions {
  readonly machine: string;
  readonly version?: number | undefined;
  readonly alias?: string | undefined;
  /** Id of the map run whose children are listed. */
  readonly mapRun?: string | undefined;
}

function executionsIn(
  { stateMachineArn, mapRunArn: given }: Pick<ListExecutionsInput, 'stateMachineArn' | 'mapRunArn'>,
  ctx: Ctx,
): ListedExecutions {
  if (given !== undefined) {
    const { childMachine, id, isExpress } = findMapRun(given, ctx);
    if (isExpress) throw typeNotSupported();
    return { machine: childMachine, mapRun: id };
  }
  const { machine, version, alias } = resolveMachine(stateMachineArn!, ctx);
  if (machine.type === 'EXPRESS') throw typeNotSupported();
  return { machine: machine.name, version, alias };
}

/** ARN of the map run that the execution is a child of. */
function mapRunOf({ machine, mapRun }: ExecutionRecord, ctx: Ctx): string | undefined {
  return mapRun && mapRunArn(machine, mapRun.id, ctx);
}

function startedBy({ machine, version, alias }: ExecutionRecord, ctx: Ctx) {
  return {
    stateMachineVersionArn: version === undefined ? undefined : versionArn(machine, version, ctx),
    stateMachineAliasArn: alias === undefined ? undefined : `${machineArn(machine, ctx)}:${alias}`,
  };
}

function listed(record: ExecutionRecord, ctx: Ctx) {
  const { name, machine, startMs, stopMs, state, redriveCount, redriveMs } = record;
  return {
    ...startedBy(record, ctx),
    ...{ executionArn: executionArn(machine, name, ctx), stateMachineArn: machineArn(machine, ctx), name, status: state.status },
    mapRunArn: mapRunOf(record, ctx),
    ...{ startDate: new Date(startMs), stopDate: stopMs === undefined ? undefined : new Date(stopMs), redriveCount },
    redriveDate: redriveMs === undefined ? undefined : new Date(redriveMs),
  };
}

export const StopExecution = operation('StopExecution', async ({ executionArn: arn, error, cause }, ctx) => {
  const { machine, name, id } = findExecution(arn, ctx);
  await runTurn({ machine, execution: name, executionId: id }, { kind: 'stop', error, cause }, ctx);
  return { stopDate: new Date(findExecution(arn, ctx).stopMs!) };
});
