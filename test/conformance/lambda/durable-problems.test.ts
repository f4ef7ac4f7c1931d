// Durable executions in traces and in the ledger: their invocations and their end belong to the request that began them, or whose message did.
import { expect, it } from 'vitest';
import type { TraceStep } from '#core/traces/trace';
import { problemsOf } from '../../support/problems.ts';
import { startDurableFixture, wait } from './use-durable.ts';
import { useMappings } from './use-mappings.ts';

const fixture = useMappings();
const settle = async (wait?: string): Promise<void> => {
  if (wait !== undefined) await fixture.emulator.clock.advance(wait);
  await fixture.emulator.idle();
};

async function stepsOf(id: string | undefined): Promise<string[]> {
  const answer = await fetch(`${fixture.emulator.url}/_emulator/traces/${id}`);
  const { steps } = (await answer.json()) as { steps: readonly TraceStep[] };
  return steps.flatMap((step) => {
    if (step.kind === 'call') return [`${step.service}.${step.operation}`];
    return step.kind === 'run' ? [`${step.what} ${step.failed ? 'failed' : 'ok'}`] : [];
  });
}

const durable = (body: string, ExecutionTimeout = 600) =>
  fixture.create('work', body, { DurableConfig: { ExecutionTimeout, RetentionPeriodInDays: 1 }, Timeout: 300 });

async function sendThrough(body: string): Promise<string | undefined> {
  await durable(body);
  const { url, arn } = await fixture.queue('jobs', { VisibilityTimeout: '600' });
  await fixture.map('work:$LATEST', arn);
  await settle();
  const { $metadata } = await fixture.send(url, 'a');
  await settle();
  return $metadata.requestId;
}

it('a batch of a mapping leads from the request that sent it to the end of its execution', async () => {
  const trace = await sendThrough(`return { Status: 'SUCCEEDED', Result: '1' };`);
  expect((await stepsOf(trace)).sort()).toEqual(['batch ok', 'execution ok', 'function ok', 'lambda.Invoke', 'sqs.SendMessageBatch']);
  expect(await problemsOf(fixture.emulator)).toEqual([]);
});

it('an execution that fails is one problem of the request that sent its batch', async () => {
  const trace = await sendThrough(`return { Status: 'FAILED', Error: { ErrorType: 'NoStock', ErrorMessage: 'none of 4711' } };`);
  expect(await problemsOf(fixture.emulator)).toMatchObject([
    {
      trace,
      ...{ code: 'DURABLE_FAILED', cause: expect.stringMatching(/^durable execution work\/\S+ failed: NoStock: none of 4711$/) },
      consequences: [{ code: 'BATCH_RETURNS' }],
    },
  ]);
});

it('an invocation that fails and is repeated is one problem, and recovered once it answers', async () => {
  await durable(`if (!globalThis.tried) { globalThis.tried = true; throw new Error('cold'); } return { Status: 'SUCCEEDED' };`);
  const { $metadata } = await fixture.lambda.invoke({ FunctionName: 'work:$LATEST', InvocationType: 'Event' });
  await settle();
  await settle('1m');
  const { requestId: trace } = $metadata;
  expect(await problemsOf(fixture.emulator)).toMatchObject([
    { trace, cause: 'work failed: Error: cold', recovered: true, consequences: [{ code: 'RECOVERED' }] },
  ]);
  expect(await stepsOf(trace)).toEqual(['lambda.Invoke', 'execution ok', 'function failed', 'function ok']);
});

it('an execution whose invocations keep failing is one problem, with the error of the function first', async () => {
  await durable(`throw new Error('no table');`);
  await fixture.lambda.invoke({ FunctionName: 'work:$LATEST', InvocationType: 'Event' });
  await settle('11m');
  const problems = await problemsOf(fixture.emulator);
  expect(problems).toMatchObject([{ cause: 'work failed: Error: no table', consequences: [{ code: 'DURABLE_FAILED' }] }]);
  expect(problems[0]!.count).toBeGreaterThan(1);
});

it('an execution that takes longer than its timeout says so, and one that is stopped is no problem', async () => {
  await using own = await startDurableFixture();
  await own.createDurable('slow', { ExecutionTimeout: 60 });
  const begin = async (): Promise<string> => {
    const arn = await own.begin('slow');
    const turn = await own.next();
    await turn.checkpoint([wait('w', 6000)]);
    turn.pending();
    await own.emulator.idle();
    return arn;
  };
  await own.lambda.stopDurableExecution({ DurableExecutionArn: await begin() });
  const arn = await begin();
  await own.emulator.clock.advance('2m');
  expect(await problemsOf(own.emulator)).toMatchObject([
    { resource: arn, cause: expect.stringMatching(/^durable execution slow\/\S+ timed out after 60 s$/) },
  ]);
});
