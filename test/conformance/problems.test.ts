// The ledger of problems where work waits between cause and effect: messages, streams, retried deliveries, executions; each problem once.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { SFN } from '@aws-sdk/client-sfn';
import { describe, expect, it } from 'vitest';
import type { Problem } from '#core/problems/problem';
import type { TraceStep } from '#core/traces/trace';
import { problemsOf } from '../support/problems.ts';
import { openTo, queueArn } from '../support/use-events.ts';
import { useMappings } from './lambda/use-mappings.ts';

const fixture = useMappings();
const { create, queue, map, send } = fixture;
const ROLE = 'arn:aws:iam::000000000000:role/machines';
const FAILS = `throw new Error('no table');`;

const settle = async (wait?: string): Promise<void> => {
  if (wait !== undefined) await fixture.emulator.clock.advance(wait);
  await fixture.emulator.idle();
};

async function read<T>(path: string): Promise<T> {
  return (await (await fetch(`${fixture.emulator.url}/_emulator/${path}`)).json()) as T;
}
const traceOf = (id: string) => read<{ steps: readonly TraceStep[]; problems: readonly Problem[] }>(`traces/${id}`);
/** Calls and runs in their order, the runs with their outcome. */
const stepsOf = async (id: string): Promise<string[]> =>
  (await traceOf(id)).steps.flatMap((step) => {
    if (step.kind === 'call') return [`${step.service}.${step.operation}`];
    return step.kind === 'run' ? [[step.what, step.name, step.failed && 'failed'].filter(Boolean).join(' ')] : [];
  });

const told = async () =>
  (await problemsOf(fixture.emulator)).map(({ code, count, consequences }) => [code, count, consequences.map((each) => each.code)]);

describe('a message', () => {
  it('is told of in the trace of the request that sent it, as far as the function that processed it', async () => {
    await create('work', '');
    const { url, arn } = await queue('jobs');
    await map('work', arn);
    await settle();
    const { $metadata } = await send(url, 'a', 'b');
    await settle();
    expect(await stepsOf($metadata.requestId!)).toEqual(['sqs.SendMessageBatch', 'batch 2 messages → work', 'lambda.Invoke', 'function']);
    expect(await told()).toEqual([]);
  });

  it('leads from each request that sent a part of a batch to what became of it', async () => {
    await create('work', FAILS);
    const { arn: dead } = await queue('dead');
    const { url, arn } = await queue('jobs', { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: dead, maxReceiveCount: 1 }) });
    const sent = [await send(url, 'a'), await send(url, 'b')];
    await map('work', arn);
    await settle();
    await settle('31s');
    expect(await told()).toEqual([['FUNCTION_FAILED', 1, ['BATCH_RETURNS', 'MESSAGES_DEAD_LETTERED']]]);
    for (const { $metadata, Successful } of sent) {
      expect((await traceOf($metadata.requestId!)).problems).toMatchObject([{ code: 'FUNCTION_FAILED' }]);
      const about = await (await fetch(`${fixture.emulator.url}/_emulator/problems?about=${Successful![0]!.MessageId}`)).text();
      expect(JSON.parse(about)).toMatchObject({ code: 'FUNCTION_FAILED', cause: 'work failed: Error: no table' });
    }
  });

  it('that a later attempt processes is told of as recovered', async () => {
    await create('work', `if (event.Records[0].attributes.ApproximateReceiveCount === '1') throw new Error('not yet');`);
    const { url, arn } = await queue('jobs');
    await map('work', arn);
    await settle();
    await send(url, 'a');
    await settle();
    expect(await problemsOf(fixture.emulator)).toMatchObject([{ recovered: false }]);
    await settle('31s');
    expect(await told()).toEqual([['FUNCTION_FAILED', 1, ['BATCH_RETURNS', 'RECOVERED']]]);
    expect(await problemsOf(fixture.emulator)).toMatchObject([{ recovered: true, cause: 'work failed: Error: not yet' }]);
  });

  it('that no filter lets through is told of in its trace, and is no problem', async () => {
    await create('work', '');
    const { url, arn } = await queue('jobs');
    await map('work', arn, { FilterCriteria: { Filters: [{ Pattern: '{"body":["wanted"]}' }] } });
    await settle();
    const { $metadata } = await send(url, 'other');
    await settle();
    const { steps } = await traceOf($metadata.requestId!);
    expect(steps).toContainEqual(
      expect.objectContaining({ what: 'batch', name: '1 record → work', text: expect.stringContaining('matched no filter') }),
    );
    expect(await told()).toEqual([]);
  });

  it('for a function that was deleted says so, with the queue', async () => {
    await create('work', '');
    const { url, arn } = await queue('jobs');
    await map('work', arn);
    await settle();
    await fixture.lambda.putFunctionConcurrency({ FunctionName: 'work', ReservedConcurrentExecutions: 0 });
    await send(url, 'a');
    await settle();
    expect(await problemsOf(fixture.emulator)).toMatchObject([
      {
        code: 'BATCH_RETURNS',
        resource: arn,
        cause: expect.stringMatching(/because work could not be invoked: TooManyRequestsException: /),
      },
    ]);
  });
});

describe('a record of a stream', () => {
  it('that is given up is one problem of the request that wrote it: that of the function', async () => {
    await create('count', FAILS);
    const kinesis = fixture.emulator.client(Kinesis);
    await kinesis.createStream({ StreamName: 'clicks', ShardCount: 1 });
    await settle('1s');
    await map('count', 'arn:aws:kinesis:us-east-1:000000000000:stream/clicks', {
      StartingPosition: 'TRIM_HORIZON',
      MaximumRetryAttempts: 1,
    });
    const { $metadata } = await kinesis.putRecord({ StreamName: 'clicks', PartitionKey: 'k', Data: Buffer.from('{}') });
    await settle();
    await settle('31s');
    await settle('31s');
    expect(await told()).toEqual([['FUNCTION_FAILED', 2, ['BATCH_RETRIED', 'STREAM_RECORDS_LOST']]]);
    expect((await traceOf($metadata.requestId!)).problems).toMatchObject([{ cause: 'count failed: Error: no table' }]);
  });
});

describe('a delivery', () => {
  it('that fails at first and arrives later is one problem, and recovered', async () => {
    const { arn } = await queue('orders', { Policy: openTo(queueArn('orders')) });
    const events = fixture.emulator.client(EventBridge);
    await events.putRule({ Name: 'all', EventPattern: '{"source":["shop"]}' });
    await events.putTargets({ Rule: 'all', Targets: [{ Id: 'q', Arn: arn }] });
    fixture.emulator.faults.add({ service: 'sqs', operation: 'SendMessage', error: 'ServiceUnavailable', status: 503, times: 1 });
    await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'd', Detail: '{}' }] });
    await settle();
    expect(await told()).toEqual([['DELIVERY_RETRIED', 1, []]]);
    await settle('5m');
    expect(await told()).toEqual([['DELIVERY_RETRIED', 1, ['RECOVERED']]]);
    expect(await problemsOf(fixture.emulator)).toMatchObject([
      { recovered: true, target: arn, resource: expect.stringContaining('rule/all') },
    ]);
  });
});

describe('an asynchronous invocation', () => {
  it('that succeeds when it is repeated is recovered, in the trace of the request that began it', async () => {
    await create('later', `if (!globalThis.tried) { globalThis.tried = true; throw new Error('cold'); }`);
    const { $metadata } = await fixture.lambda.invoke({ FunctionName: 'later', InvocationType: 'Event' });
    await settle();
    await settle('1m');
    expect(await told()).toEqual([['FUNCTION_FAILED', 1, ['EVENT_RETRIED', 'RECOVERED']]]);
    expect(await stepsOf($metadata.requestId!)).toEqual(['lambda.Invoke', 'function failed', 'problem failed', 'function']);
  });

  it('for a function without concurrency is told of once, and as recovered', async () => {
    await create('later', '');
    await fixture.lambda.putFunctionConcurrency({ FunctionName: 'later', ReservedConcurrentExecutions: 0 });
    await fixture.lambda.invoke({ FunctionName: 'later', InvocationType: 'Event' });
    await settle();
    expect(await told()).toEqual([['EVENT_GIVEN_UP', 1, []]]);
  });
});

describe('an execution', () => {
  const machine = async (name: string, States: object): Promise<string> => {
    const definition = JSON.stringify({ StartAt: Object.keys(States)[0], States });
    return (await fixture.emulator.client(SFN).createStateMachine({ name, roleArn: ROLE, definition })).stateMachineArn!;
  };
  const start = async (stateMachineArn: string): Promise<string> => {
    const { $metadata } = await fixture.emulator.client(SFN).startExecution({ stateMachineArn, name: 'run' });
    await settle();
    return $metadata.requestId!;
  };
  const task = { Type: 'Task', Resource: 'arn:aws:lambda:us-east-1:000000000000:function:work' };

  it('is told of state by state in the trace of the request that started it', async () => {
    await create('work', '');
    const trace = await start(await machine('flow', { Work: { ...task, Next: 'Done' }, Done: { Type: 'Pass', End: true } }));
    expect(await stepsOf(trace)).toEqual([
      'states.StartExecution',
      'execution flow',
      'state Work',
      'lambda.Invoke',
      'function',
      'state Done',
    ]);
    expect(await told()).toEqual([]);
  });

  it('that catches the error of its function is no problem; the function is', async () => {
    await create('work', FAILS);
    const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Done' }];
    await start(await machine('flow', { Work: { ...task, Catch, End: true }, Done: { Type: 'Succeed' } }));
    expect(await told()).toEqual([['FUNCTION_FAILED', 1, []]]);
  });

  it('that fails for another reason after it has caught an error is a problem of its own', async () => {
    await create('work', FAILS);
    const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Undo' }];
    await start(
      await machine('flow', { Work: { ...task, Catch, End: true }, Undo: { Type: 'Fail', Error: 'Undone', Cause: 'by design' } }),
    );
    expect(await told()).toEqual([
      ['FUNCTION_FAILED', 1, []],
      ['EXECUTION_FAILED', 1, []],
    ]);
    expect((await problemsOf(fixture.emulator))[1]).toMatchObject({
      cause: 'execution run of flow failed in the state Undo: Undone: by design',
    });
  });

  it('that waits for another one fails with the cause of that', async () => {
    await create('work', FAILS);
    const inner = await machine('inner', { Work: { ...task, End: true } });
    const nested = {
      Type: 'Task',
      Resource: 'arn:aws:states:::states:startExecution.sync:2',
      Parameters: { StateMachineArn: inner },
      End: true,
    };
    await start(await machine('outer', { Nested: nested }));
    await settle('1s');
    expect(await told()).toEqual([['FUNCTION_FAILED', 1, ['EXECUTION_FAILED', 'EXECUTION_FAILED']]]);
  });

  const each = (States: object, ExecutionType: string) => ({
    Each: {
      ...{ Type: 'Map', End: true },
      ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType }, StartAt: Object.keys(States)[0], States },
    },
  });
  const list = (States: object, ExecutionType: string) => ({
    Items: { Type: 'Pass', Result: [1, 2], Next: 'Each' },
    ...each(States, ExecutionType),
  });

  it.each(['STANDARD', 'EXPRESS'])('whose distributed map fails is one problem, with what failed in its child first: %s', async (type) => {
    await create('work', FAILS);
    const trace = await start(await machine('flow', list({ Work: { ...task, End: true } }, type)));
    expect(await told()).toEqual([['FUNCTION_FAILED', 2, ['EXECUTION_FAILED', 'EXECUTION_FAILED']]]);
    expect((await problemsOf(fixture.emulator))[0]).toMatchObject({
      trace,
      consequences: [{}, { text: expect.stringMatching(/Each: States.Exceed/) }],
    });
    expect(await stepsOf(trace)).toEqual(expect.arrayContaining(['lambda.Invoke', 'function failed', 'execution flow failed']));
  });

  it.each(['STANDARD', 'EXPRESS'])(
    'whose distributed map has children that refuse is one problem, with the words of each: %s',
    async (type) => {
      const refuse = { Type: 'Fail', Error: 'Refused', Cause: 'no stock' };
      const trace = await start(await machine('flow', list({ Refuse: refuse }, type)));
      expect(await problemsOf(fixture.emulator)).toMatchObject([
        {
          trace,
          cause: expect.stringMatching(/^execution \S+ of flow\/\S+ failed in the state Refuse: Refused: no stock$/),
          // The other child, and the execution itself
          consequences: [
            { code: 'EXECUTION_FAILED', text: expect.stringContaining('failed in the state Refuse: Refused: no stock') },
            { code: 'EXECUTION_FAILED', resource: expect.stringContaining(':execution:flow:run') },
          ],
        },
      ]);
    },
  );

  it('that catches the failure of its distributed map, or tolerates it, is no problem', async () => {
    const Catch = [{ ErrorEquals: ['States.ALL'], Next: 'Done' }];
    const refuse = { Refuse: { Type: 'Fail', Error: 'Refused', Cause: 'no stock' } };
    const { Items, Each } = list(refuse, 'STANDARD');
    await start(await machine('catches', { Items, Each: { ...Each, Catch }, Done: { Type: 'Succeed' } }));
    await start(await machine('tolerates', { Items, Each: { ...Each, ToleratedFailurePercentage: 100 } }));
    expect(await told()).toEqual([]);
  });

  it('with many iterations keeps a bounded number of states in its trace', async () => {
    const ItemProcessor = { StartAt: 'One', States: { One: { Type: 'Pass', End: true } } };
    const items = { Type: 'Pass', Result: Array.from({ length: 500 }, (_, n) => n), Next: 'Each' };
    const trace = await start(await machine('many', { Items: items, Each: { Type: 'Map', ItemProcessor, End: true } }));
    const states = (await stepsOf(trace)).filter((step) => step.startsWith('state '));
    expect([states.length, states[0]]).toEqual([100, 'state Items']);
  });
});
