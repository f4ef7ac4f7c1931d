// Starts executions: of Standard machines kept from the first event on, of Express machines in memory.
import type { Ctx } from '#core/ctx';
import { fault, operation } from '#model/states';
import { executionArn, expressArn, machineArn } from '#services/states/arns';
import { runnableOf } from '#services/states/definitions';
import { typeNotSupported } from '#services/states/faults';
import { beginExecution, newState } from '#services/states/language/interpreter/execution';
import type { Json } from '#services/states/language/json';
import { refuseDeleting } from '#services/states/machines/delete-machine';
import { type ResolvedMachine, resolveMachine } from '#services/states/machines/resolve-machine';
import { requireTestCase, splitTestCase } from '#services/states/mocks/mocks';
import { checkName } from '#services/states/names';
import { compactRecord } from '#services/states/running/compact-record';
import { executionContext } from '#services/states/running/execution-context';
import { limitTime } from '#services/states/running/keep-times';
import { runExpress, runUnattended } from '#services/states/running/run-express';
import { writeTurn } from '#services/states/running/run-turn';
import { type ExecutionRecord, executions, executionsByStart, type MockedTest, STARTED, type StateMachine } from '#services/states/state';
import { executionHeader } from '#services/states/tracing/execution-trace';
import { newExecutionId } from './new-id.ts';
import { readInput } from './read-input.ts';

const BILLING_STEP_MS = 100;
const BILLED_MB = 64;

interface StartInput {
  readonly stateMachineArn: string;
  readonly name?: string | undefined;
  readonly input?: string | undefined;
  readonly traceHeader?: string | undefined;
}

export const StartExecution = operation('StartExecution', async (input, ctx) => {
  const { arn: stateMachineArn, testCase } = splitTestCase(input.stateMachineArn);
  const resolved = resolveMachine(stateMachineArn, ctx);
  const { machine } = resolved;
  refuseDeleting(machine, ctx);
  const name = input.name ?? ctx.id();
  checkName(name);
  const value = readInput(input.input ?? '{}');
  if (machine.type === 'EXPRESS')
    return startExpress(
      {
        machine,
        name,
        input: value,
        inputText: input.input ?? '{}',
        testCase,
        traceHeader: executionHeader(input.traceHeader, machine.isTraced, ctx),
      },
      ctx,
    );
  const runnable = await runnableOf(machine.revisionId, ctx);
  const id = newExecutionId(ctx);
  const mocks = testCase === undefined ? undefined : await requireTestCase(testCase, machine.name, runnable.machine, id, ctx);
  const before = input.name === undefined ? undefined : ctx.records(executions).get([machine.name, name]);
  if (before) return startedBefore(before as ExecutionRecord, input, ctx);
  const record = newRecord(
    resolved,
    { id, name, mocks, inputText: input.input ?? '{}', traceHeader: executionHeader(input.traceHeader, machine.isTraced, ctx) },
    ctx,
  );
  ctx.write((tx) => {
    tx.put(ctx.records(executionsByStart), [machine.name, record.startMs, name], STARTED);
    const after = writeTurn(record, { kind: 'start' }, runnable, tx, ctx);
    limitTime(after, runnable.machine, tx, ctx);
  });
  return { executionArn: executionArn(machine.name, name, ctx), startDate: new Date(record.startMs) };
});

/** The same name and input while the first one runs are the same start. */
function startedBefore(record: ExecutionRecord, { input = '{}' }: StartInput, ctx: Ctx) {
  const arn = executionArn(record.machine, record.name, ctx);
  if (record.state.status !== 'RUNNING' || record.inputText !== input)
    throw fault('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
  return { executionArn: arn, startDate: new Date(record.startMs) };
}

interface NewExecution {
  readonly id: string;
  readonly name: string;
  readonly mocks: MockedTest | undefined;
  readonly inputText: string;
  readonly traceHeader: string | undefined;
}

function newRecord(
  { machine, version, alias }: ResolvedMachine,
  { id, name, mocks, inputText, traceHeader }: NewExecution,
  ctx: Ctx,
): ExecutionRecord {
  const { name: machineName, revisionId } = machine;
  const known = {
    id,
    name,
    machine: machineName,
    revisionId,
    version,
    alias,
    startMs: ctx.now(),
    inputText,
    traceHeader,
    trace: ctx.trace,
    redriveCount: 0,
    mocks,
  };
  return compactRecord(known, newState(), undefined);
}

const machineOf = ({ name, roleArn, logging }: StateMachine) => ({ name, roleArn, logging });

interface ExpressStart {
  readonly machine: StateMachine;
  readonly name: string;
  readonly input: Json;
  readonly inputText: string;
  readonly testCase: string | undefined;
  readonly traceHeader: string | undefined;
}

async function prepareExpress({ machine, name, input, inputText, testCase, traceHeader }: ExpressStart, ctx: Ctx, redriveCount?: number) {
  const arn = expressArn(machine.name, name, ctx.id(), ctx);
  const runnable = await runnableOf(machine.revisionId, ctx);
  const mocks = testCase === undefined ? undefined : await requireTestCase(testCase, machine.name, runnable.machine, arn, ctx);
  const startMs = ctx.now();
  const { roleArn } = machine;
  const context = executionContext({ arn, name, machine: machine.name, roleArn, startMs, input, redriveCount }, ctx);
  const execution = beginExecution(input, context, ctx.region);
  return { arn, execution, run: { arn, inputText, ...machineOf(machine), ...runnable, mocks, traceHeader }, startDate: new Date(startMs) };
}

/** An execution that nobody waits for tells its redrives, of which there are none (localstack/localstack, express/test_express_async.py::test_query_runtime_memory; July 2024). */
async function startExpress(start: ExpressStart, ctx: Ctx) {
  const { arn, execution, run, startDate } = await prepareExpress(start, ctx, 0);
  const there = ctx.detached();
  runUnattended(runExpress(execution, run, there), there);
  return { executionArn: arn, startDate };
}

export const StartSyncExecution = operation('StartSyncExecution', async (input, ctx) => {
  const { arn: stateMachineArn, testCase } = splitTestCase(input.stateMachineArn);
  const { machine } = resolveMachine(stateMachineArn, ctx);
  if (machine.type !== 'EXPRESS') throw typeNotSupported();
  refuseDeleting(machine, ctx);
  const name = input.name ?? ctx.id();
  checkName(name);
  const value = readInput(input.input ?? '{}');
  const traceHeader = executionHeader(input.traceHeader, machine.isTraced, ctx);
  const start = { machine, name, input: value, inputText: input.input ?? '{}', testCase, traceHeader };
  const { arn, execution, run, startDate } = await prepareExpress(start, ctx);
  const ended = await runExpress(execution, run, ctx);
  const stopDate = new Date(ctx.now());
  const billed = Math.max(1, Math.ceil((stopDate.getTime() - startDate.getTime()) / BILLING_STEP_MS)) * BILLING_STEP_MS;
  return {
    ...{ executionArn: arn, stateMachineArn: machineArn(machine.name, ctx), name, startDate, stopDate, status: ended.status },
    ...{ input: input.input ?? '{}', inputDetails: { included: true }, traceHeader },
    ...(ended.status === 'SUCCEEDED' ? { output: JSON.stringify(ended.output) } : { error: ended.error, cause: ended.cause }),
    outputDetails: { included: true },
    billingDetails: { billedDurationInMilliseconds: billed, billedMemoryUsedInMB: BILLED_MB },
  };
});
