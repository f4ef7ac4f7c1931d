// An update of every resource type that fails at each of its calls in turn: the rollback leaves the stack and the resource as they were.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Call } from '#core/call';
import { Fault, type FaultOptions } from '#core/fault';
import { FaultRules } from '../../../emulator/src/core/faults/fault-rules.ts';
import { whyNoLongScenario } from '../../support/long-scenario.ts';
import type { TypeCase } from './resource-types/type-case.ts';
import { CASES, startTypeStacks, type TypeStacks, titleOf } from './use-type-cases.ts';

let stacks: TypeStacks;
beforeAll(async () => {
  stacks = await startTypeStacks();
});
afterAll(() => stacks.emulator.stop());
afterEach(() => vi.restoreAllMocks());

/** `npm test` tries a share of the calls: the first, second, fourth … */
const isThorough = whyNoLongScenario() === undefined;
const READS = /^(?:Describe|Get|Head|List)/;
const REFUSAL = { status: 400, blame: 'client' } as const;
const FAILURE = { status: 500, blame: 'server' } as const;

/** Lets so many changing calls of a handler pass, and fails the one after them, once. The function returned tells which, and ends it. */
function failAfter(passing: number, how: FaultOptions): () => string | undefined {
  let failed: string | undefined;
  let passed = 0;
  let depthOfHandler: number | undefined;
  const isEmpty = vi.spyOn(FaultRules.prototype, 'isEmpty', 'get').mockReturnValue(false);
  // Handlers, and the services that they call, are the only ones whose writes reach the disk with others.
  const meet = vi.spyOn(FaultRules.prototype, 'meet').mockImplementation(async ({ unflushed, service, operation, trace }: Call) => {
    if (failed !== undefined || !unflushed) return;
    depthOfHandler ??= trace.depth;
    if (trace.depth > depthOfHandler || READS.test(operation) || passed++ < passing) return;
    failed = `${service} ${operation}`;
    throw new Fault('MadeToFail', 'made to fail', how);
  });
  return () => {
    isEmpty.mockRestore();
    meet.mockRestore();
    return failed;
  };
}

/** The status of the stack, and the records that are others than before. */
async function traceOf(StackName: string, test: TypeCase, before: readonly string[]): Promise<readonly string[]> {
  const { Stacks } = await stacks.cfn.describeStacks({ StackName });
  const after = stacks.records(test);
  const gone = before.filter((line) => !after.includes(line)).map((line) => `- ${line}`);
  const come = after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`);
  return [Stacks![0]!.StackStatus!, ...gone, ...come];
}

/** Whether there was a call to fail. */
async function tryFrom(StackName: string, test: TypeCase, passing: number, how: FaultOptions): Promise<boolean> {
  const before = stacks.records(test);
  const end = failAfter(passing, how);
  await stacks.update(StackName, stacks.templateOf(test, test.change!.properties));
  await stacks.emulator.idle();
  const failed = end();
  const at = `call ${passing} (${failed}), ${how.blame}`;
  if (failed !== undefined) expect(await traceOf(StackName, test, before), at).toEqual(['UPDATE_ROLLBACK_COMPLETE']);
  return failed !== undefined;
}

const changing = CASES.filter(({ change, slow }) => change && !slow);

it.each(changing.map((test) => [titleOf(test), test] as const))(
  '%s goes back from wherever its update failed',
  async (title, test) => {
    const StackName = `h-${title.replaceAll(/\W+/g, '-')}`;
    await stacks.create(StackName, stacks.templateOf(test, test.properties));
    await stacks.settled(StackName, 'CREATE_COMPLETE');
    await tryFrom(StackName, test, 0, REFUSAL);
    for (let passing = 0; await tryFrom(StackName, test, passing, FAILURE); passing = isThorough ? passing + 1 : passing * 2 + 1);
    await stacks.cfn.deleteStack({ StackName });
    await stacks.emulator.idle();
  },
  120_000,
);
