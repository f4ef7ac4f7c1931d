// Mistakes in state machines and durable functions.
import { SFN } from '@aws-sdk/client-sfn';
import type { Mistake, Setting } from './mistake.ts';

async function run({ emulator }: Setting, States: object): Promise<void> {
  const sfn = emulator.client(SFN);
  const definition = JSON.stringify({ StartAt: 'Charge', States });
  const { stateMachineArn } = await sfn.createStateMachine({
    name: 'flow',
    roleArn: 'arn:aws:iam::000000000000:role/machines',
    definition,
  });
  await sfn.startExecution({ stateMachineArn, name: 'first', input: '{"order":1}' });
  await emulator.idle();
}

async function runDurable({ create, lambda, emulator }: Setting, body: string): Promise<void> {
  await create('booking', body, { DurableConfig: { ExecutionTimeout: 60 } });
  await lambda.invoke({ FunctionName: 'booking:$LATEST', InvocationType: 'Event', DurableExecutionName: 'run-7' });
  await emulator.idle();
}

export const EXECUTION_MISTAKES: readonly Mistake[] = [
  {
    title: 'the function of a task throws',
    make: async (place) => {
      await place.create('charge', `throw new TypeError('no card in order ' + event.order);`);
      await run(place, { Charge: { Type: 'Task', Resource: 'arn:aws:lambda:us-east-1:000000000000:function:charge', End: true } });
    },
    line: /warn states execution first of flow failed in the state Charge: TypeError: no card in order 1/,
    cause: /charge failed: TypeError: no card in order 1/,
    subjects: ['charge', 'flow', 'first'],
    told: [/Consequences:/, /execution first of flow failed in the state Charge: TypeError: no card in order 1/, /states\.StartExecution/],
    followed: ['EXECUTION_FAILED'],
  },
  {
    title: 'a path selects nothing',
    make: (place) => run(place, { Charge: { Type: 'Pass', InputPath: '$.customer.card', End: true } }),
    line: /warn states execution first of flow failed in the state Charge: States\.Runtime: .*\$\.customer\.card/,
    cause: /execution first of flow failed in the state Charge: States\.Runtime: .*\$\.customer\.card/,
    subjects: ['flow', 'first', 'arn:aws:states:us-east-1:000000000000:execution:flow:first'],
  },
  {
    title: 'a task sends to a queue that is not there',
    make: (place) =>
      run(place, {
        Charge: {
          Type: 'Task',
          Resource: 'arn:aws:states:::sqs:sendMessage',
          Parameters: { QueueUrl: `${place.emulator.url}/000000000000/none`, MessageBody: 'x' },
          End: true,
        },
      }),
    line: /warn states execution first of flow failed in the state Charge: .*QueueDoesNotExist/,
    cause: /execution first of flow failed in the state Charge: .*QueueDoesNotExist/,
    subjects: ['flow'],
  },
  {
    title: 'a child of a distributed map fails',
    make: async (place) => {
      await place.create('pack', `throw new TypeError('no box for ' + event);`);
      const Pack = { Type: 'Task', Resource: 'arn:aws:lambda:us-east-1:000000000000:function:pack', End: true };
      const ProcessorConfig = { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' };
      await run(place, {
        Charge: { Type: 'Pass', Result: ['a parcel'], Next: 'Each' },
        Each: { Type: 'Map', Label: 'Each', ItemProcessor: { ProcessorConfig, StartAt: 'Pack', States: { Pack } }, End: true },
      });
    },
    line: /warn states execution first of flow failed in the state Each: States\.ExceedToleratedFailureThreshold/,
    cause: /pack failed: TypeError: no box for a parcel/,
    subjects: ['pack', 'flow', 'first'],
    told: [/execution \S+ of flow\/Each failed in the state Pack: TypeError: no box for a parcel/],
    followed: ['EXECUTION_FAILED', 'EXECUTION_FAILED'],
  },
  {
    title: 'children of a distributed map fail, each in its way',
    make: async (place) => {
      await place.create('pack', `throw new TypeError('no box for ' + event);`);
      const Pack = { Type: 'Task', Resource: 'arn:aws:lambda:us-east-1:000000000000:function:pack', End: true };
      const ProcessorConfig = { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' };
      const ItemProcessor = { ProcessorConfig, StartAt: 'Pack', States: { Pack } };
      await run(place, {
        Charge: { Type: 'Pass', Result: ['a parcel', 'a letter'], Next: 'Each' },
        Each: { Type: 'Map', Label: 'Each', ItemProcessor, ToleratedFailureCount: 1, End: true },
      });
    },
    line: /warn states execution first of flow failed in the state Each: States\.ExceedToleratedFailureThreshold/,
    cause: /pack failed: TypeError: no box for a (?:parcel|letter)/,
    subjects: ['pack', 'flow', 'first'],
    told: [/failed in the state Pack: TypeError: no box for a parcel/, /failed in the state Pack: TypeError: no box for a letter/],
    followed: ['EXECUTION_FAILED', 'EXECUTION_FAILED', 'EXECUTION_FAILED'],
  },
  {
    title: 'a durable function says that it has failed',
    make: (place) => runDurable(place, `return { Status: 'FAILED', Error: { ErrorType: 'NoCard', ErrorMessage: 'there is no card' } };`),
    line: /warn lambda durable execution booking\/run-7 failed: NoCard: there is no card/,
    cause: /durable execution booking\/run-7 failed: NoCard: there is no card/,
    subjects: ['booking', 'run-7'],
    told: [/lambda\.Invoke booking/],
  },
  {
    title: 'a durable function throws until the time of its execution is over',
    make: async (place) => {
      await runDurable(place, `throw new TypeError('no card');`);
      await place.emulator.clock.advance('2m');
    },
    line: /warn lambda durable execution booking\/run-7 timed out after 60 s/,
    cause: /booking failed: TypeError: no card/,
    subjects: ['booking', 'run-7'],
    told: [/Consequences:/, /durable execution booking\/run-7 timed out after 60 s/],
    followed: ['DURABLE_FAILED'],
  },
];
