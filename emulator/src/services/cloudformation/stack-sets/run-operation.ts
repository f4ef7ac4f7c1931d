// Runs an operation of a stack set: region after region, in each some accounts at a time, until too many have failed.
import type { Ctx } from '#core/ctx';
import type { Frozen, Key } from '#core/records';
import type { DueWork } from '#core/time/work';
import { inTraceOf } from '#core/traces/in-trace-of';
import { table } from '#lib/table';
import { type Run, runsOf, Stopped } from '#resources/runs';
import { deployInstance, detectInstanceDrift, InstanceFailure, removeStack } from './deploy-instance.ts';
import type { StackSet, StackSetOperation } from './find-stack-set.ts';
import {
  type InstanceRecord,
  type OperationPreferences,
  type OperationResult,
  type OperationTarget,
  type StackSetOperationRecord,
  stackInstances,
  stackSetOperations,
  stackSets,
} from './stack-set-state.ts';

const TOLERANCE_EXCEEDED = 'Cancelled since failure tolerance has exceeded';
const STOPPED = 'Cancelled since the operation was stopped';

/** The signal of an operation's end. */
export const operationKey = (id: string): string => `stack-set-operation/${id}`;

async function start([setId, operationId]: Key, due: Ctx): Promise<void> {
  const key = [String(setId), String(operationId)] as [string, string];
  const operation = due.records(stackSetOperations).get(key);
  const set = due.records(stackSets).get([key[0]]);
  if (!operation || !set || operation.status !== 'RUNNING' || operation.runner !== undefined) return;
  const ctx = inTraceOf(operation, due);
  const runs = runsOf(ctx);
  ctx.write((tx) => tx.put(ctx.records(stackSetOperations), key, { ...(operation as StackSetOperationRecord), runner: runs.id }));
  await runs.start(operationKey(key[1]), (run) => new OperationRun(set, key[1], run, ctx.detached()).execute(), ctx);
}

export const work: Readonly<Record<string, DueWork>> = table({ 'cloudformation.stack-set-operation': start });

class OperationRun {
  readonly #set: StackSet;
  readonly #id: string;
  readonly #run: Run;
  readonly #ctx: Ctx;

  constructor(set: StackSet, id: string, run: Run, ctx: Ctx) {
    this.#set = set;
    this.#id = id;
    this.#run = run;
    this.#ctx = ctx;
  }

  get #operation(): StackSetOperation {
    return this.#ctx.records(stackSetOperations).get([this.#set.id, this.#id])!;
  }

  async execute(): Promise<void> {
    const { preferences, results } = this.#operation;
    const regions = regionsInOrder(results, preferences);
    let hasFailed = false;
    const inRegion = async (region: string): Promise<void> => {
      const targets = results.filter((each) => each.region === region);
      if (!(await this.#takeRegion(targets, preferences))) hasFailed = true;
    };
    if (preferences.RegionConcurrencyType === 'PARALLEL') await Promise.all(regions.map(inRegion));
    else
      for (const region of regions) {
        if (hasFailed || this.#isStopping) break;
        await inRegion(region);
      }
    this.#end(hasFailed);
  }

  get #isStopping(): boolean {
    return this.#operation.status === 'STOPPING';
  }

  /** Returns false once more accounts have failed than the operation tolerates. */
  async #takeRegion(targets: readonly OperationTarget[], preferences: OperationPreferences): Promise<boolean> {
    const tolerated = toleratedFailures(preferences, targets.length);
    const waiting = [...targets];
    let failures = 0;
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next && failures <= tolerated && !this.#isStopping; next = waiting.shift())
        if (!(await this.#take(next))) failures += 1;
    };
    await Promise.all(Array.from({ length: atOnce(preferences, targets.length, tolerated) }, worker));
    return failures <= tolerated;
  }

  async #take(target: OperationTarget): Promise<boolean> {
    this.#run.check();
    this.#put(target, { status: 'RUNNING' }, { detailed: 'RUNNING' });
    try {
      await this.#change(target);
      return true;
    } catch (error) {
      if (error instanceof Stopped || this.#ctx.signal.aborted) throw error;
      this.#run.check();
      const reason = error instanceof Error ? error.message : String(error);
      const stackId = error instanceof InstanceFailure ? error.stackId : undefined;
      this.#put(target, { status: 'FAILED', reason }, this.#failed(reason, stackId));
      return false;
    }
  }

  async #change(target: OperationTarget): Promise<void> {
    const there = this.#ctx.in(target);
    const instance = this.#ctx.records(stackInstances).get([this.#set.id, target.account, target.region]);
    if (!instance) return this.#put(target, { status: 'SUCCEEDED' });
    const { action, retain } = this.#operation;
    if (action === 'DELETE') {
      if (!retain && instance.stackId !== undefined) await removeStack(instance.stackId, this.#run, there);
      return this.#put(target, { status: 'SUCCEEDED' }, 'gone');
    }
    if (action === 'DETECT_DRIFT') {
      const driftStatus = (await detectInstanceDrift(instance, there)) ? 'DRIFTED' : 'IN_SYNC';
      return this.#put(target, { status: 'SUCCEEDED' }, { detailed: 'SUCCEEDED', driftStatus, driftMs: this.#ctx.now() });
    }
    const set = this.#ctx.records(stackSets).get([this.#set.id])!;
    const stackId = await deployInstance(set, instance, this.#run, there);
    this.#put(target, { status: 'SUCCEEDED' }, { stackId, status: 'CURRENT', detailed: 'SUCCEEDED', reason: undefined });
  }

  #failed(reason: string, stackId: string | undefined): Partial<InstanceRecord> {
    const { action } = this.#operation;
    const stack = stackId === undefined ? {} : { stackId };
    if (action === 'DETECT_DRIFT') return { detailed: 'FAILED', reason, driftStatus: 'UNKNOWN', driftMs: this.#ctx.now() };
    if (action === 'DELETE') return { ...stack, detailed: 'INOPERABLE', reason, status: 'INOPERABLE' };
    return { ...stack, detailed: 'FAILED', reason, status: 'OUTDATED' };
  }

  /** Writes the result of a target and the state of its instance together. */
  #put(target: OperationTarget, result: Omit<OperationResult, keyof OperationTarget>, instance?: Partial<InstanceRecord> | 'gone'): void {
    this.#run.check();
    const ctx = this.#ctx;
    const { account, region } = target;
    const key = [this.#set.id, account, region] as [string, string, string];
    const operation = this.#operation as StackSetOperationRecord;
    const results = operation.results.map((each) =>
      each.account === account && each.region === region ? { account, region, ...result } : each,
    );
    ctx.write((tx) => {
      tx.put(ctx.records(stackSetOperations), [this.#set.id, this.#id], { ...operation, results });
      const present = ctx.records(stackInstances).get(key) as InstanceRecord | undefined;
      if (instance === 'gone') tx.delete(ctx.records(stackInstances), key);
      else if (instance && present) tx.put(ctx.records(stackInstances), key, { ...present, ...instance, lastOperationId: this.#id });
    });
  }

  #end(hasFailed: boolean): void {
    const ctx = this.#ctx;
    const isStopping = this.#isStopping;
    for (const { account, region, status } of this.#operation.results)
      if (status === 'PENDING')
        this.#put(
          { account, region },
          { status: 'CANCELLED', reason: isStopping ? STOPPED : TOLERANCE_EXCEEDED },
          { detailed: 'CANCELLED' },
        );
    const operation = this.#operation as StackSetOperationRecord;
    const status = isStopping ? 'STOPPED' : hasFailed ? 'FAILED' : 'SUCCEEDED';
    ctx.write((tx) => {
      tx.put(ctx.records(stackSetOperations), [this.#set.id, this.#id], { ...operation, status, endedMs: ctx.now() });
      const set = ctx.records(stackSets).get([this.#set.id]);
      if (operation.action === 'DETECT_DRIFT' && set)
        tx.put(ctx.records(stackSets), [set.id], { ...set, drift: driftOf(operation, set, ctx) });
      tx.after(() => ctx.wake(operationKey(this.#id)));
    });
  }
}

function driftOf({ results }: StackSetOperation, set: Frozen<StackSet>, ctx: Ctx) {
  const instances = ctx.records(stackInstances).range([set.id]);
  const count = (status: string): number => instances.filter(({ driftStatus }) => driftStatus === status).length;
  const failed = results.filter(({ status }) => status !== 'SUCCEEDED').length;
  return { atMs: ctx.now(), total: instances.length, drifted: count('DRIFTED'), inSync: count('IN_SYNC'), failed, running: false };
}

/** In the order of the preferences; regions that it does not name come last. */
function regionsInOrder(targets: readonly OperationTarget[], { RegionOrder = [] }: OperationPreferences): string[] {
  const all = [...new Set(targets.map(({ region }) => region))];
  return [...RegionOrder.filter((region) => all.includes(region)), ...all.filter((region) => !RegionOrder.includes(region))];
}

function toleratedFailures({ FailureToleranceCount, FailureTolerancePercentage = 0 }: OperationPreferences, accounts: number): number {
  return FailureToleranceCount ?? Math.floor((accounts * FailureTolerancePercentage) / 100);
}

/** How many accounts are changed at a time: one more than may fail at most, unless the preferences are soft. */
function atOnce(preferences: OperationPreferences, accounts: number, tolerated: number): number {
  const { MaxConcurrentCount, MaxConcurrentPercentage, ConcurrencyMode } = preferences;
  const most = MaxConcurrentCount ?? Math.floor((accounts * (MaxConcurrentPercentage ?? 0)) / 100);
  const soft = ConcurrencyMode === 'SOFT_FAILURE_TOLERANCE';
  return Math.max(1, Math.min(most, accounts, soft ? accounts : tolerated + 1));
}
