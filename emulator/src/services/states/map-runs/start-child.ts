// Starts the children of a map run: executions that are kept, or executions in memory.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { expressArn } from '#services/states/arns';
import type { RunnableMachine } from '#services/states/definitions';
import { newExecutionId } from '#services/states/executions/new-id';
import { beginExecution, newState } from '#services/states/language/interpreter/execution';
import { childEnded } from '#services/states/map-run-records/child-ended';
import { inputAt } from '#services/states/map-run-records/map-inputs';
import { type MapResult, type MapRun, mapChildren, parentArn } from '#services/states/map-run-records/records';
import { executionContext } from '#services/states/running/execution-context';
import { runExpress } from '#services/states/running/run-express';
import { writeTurn } from '#services/states/running/run-turn';
import { type ExecutionRecord, executionsByStart, STARTED } from '#services/states/state';

const NOT_LOGGED = { level: 'OFF', includeExecutionData: false } as const;

/** Express children that run in this process: those of an earlier one have to begin again. */
export class ExpressChildren {
  readonly #running = new Set<string>();

  has(run: MapRun, index: number): boolean {
    return this.#running.has(`${run.id} ${index}`);
  }
  async keep(run: MapRun, index: number, work: Promise<void>): Promise<void> {
    const key = `${run.id} ${index}`;
    this.#running.add(key);
    try {
      await work;
    } finally {
      this.#running.delete(key);
    }
  }
  async stop(): Promise<void> {}
}
export const expressChildren = (ctx: Ctx): ExpressChildren => ctx.own('states.express-children', () => new ExpressChildren());

/** Starts a child within a write that counts it. Its name is that of the execution. */
export function startStandardChild(run: MapRun, index: number, runnable: RunnableMachine, tx: Tx, ctx: Ctx): void {
  const name = ctx.id();
  const inputText = JSON.stringify(inputAt(run.id, index, ctx));
  const record: ExecutionRecord = {
    ...{ id: newExecutionId(ctx), name, machine: run.childMachine, revisionId: run.revisionId, startMs: ctx.now(), redriveCount: 0 },
    ...{ inputText, mapRun: { id: run.id, index }, mocks: run.mocks, trace: ctx.trace, state: newState() },
  };
  tx.put(ctx.records(mapChildren), [run.id, index], { name });
  tx.put(ctx.records(executionsByStart), [run.childMachine, record.startMs, name], STARTED);
  writeTurn(record, { kind: 'start' }, runnable, tx, ctx);
}

/** Runs a child that has been counted already. */
export async function runExpressChild(run: MapRun, index: number, name: string, runnable: RunnableMachine, ctx: Ctx): Promise<void> {
  const { childMachine, roleArn, mocks } = run;
  const input = inputAt(run.id, index, ctx);
  const startMs = ctx.now();
  const arn = expressArn(childMachine, name, ctx.id(), ctx);
  const inputText = JSON.stringify(input);
  const described = { arn, roleArn, name: childMachine, inputText, logging: NOT_LOGGED, mocks, parentArn: parentArn(run, ctx) };
  const context = executionContext({ arn, name, machine: childMachine, roleArn, startMs, input }, ctx);
  const ended = await runExpress(beginExecution(input, context, ctx.region), { ...described, ...runnable }, ctx);
  if (ended.status === 'RUNNING') return;
  const { status, output, error, cause } = ended;
  const result: MapResult = { name, status, startMs, stopMs: ctx.now(), output, error, cause };
  ctx.write((tx) => childEnded(run.id, index, result, tx, ctx));
}
