// Mistakes in state machines.
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
];
