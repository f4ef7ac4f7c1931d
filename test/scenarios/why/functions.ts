// Mistakes in functions.
import type { Mistake } from './mistake.ts';

const invoke = async ({ lambda }: Parameters<Mistake['make']>[0], FunctionName: string): Promise<void> =>
  void (await lambda.invoke({ FunctionName }));

export const FUNCTION_MISTAKES: readonly Mistake[] = [
  {
    title: 'a variable of the environment is missing',
    make: async (place) => {
      await place.create('orders', `return process.env.TABLE.toLowerCase();`);
      await invoke(place, 'orders');
    },
    line: /error lambda orders failed: TypeError: Cannot read properties of undefined \(reading 'toLowerCase'\) \(request /,
    cause: /orders failed: TypeError: Cannot read properties of undefined \(reading 'toLowerCase'\)/,
    subjects: ['orders', 'arn:aws:lambda:us-east-1:000000000000:function:orders', 'rder'],
    told: [/at .*exports\.handler.*index\.js:1/, /lambda\.Invoke orders the function failed \(TypeError\): Cannot read/],
  },
  {
    title: 'the handler has another name',
    make: async (place) => {
      await place.create('orders', 'return 1;', { Handler: 'index.main' });
      await invoke(place, 'orders');
    },
    line: /error lambda orders failed: Runtime\.HandlerNotFound: index\.main is undefined or not exported/,
    cause: /orders failed: Runtime\.HandlerNotFound: index\.main is undefined or not exported/,
    subjects: ['orders'],
  },
  {
    title: 'the timeout is too short',
    make: async (place) => {
      await place.create('slow', 'await new Promise(() => setInterval(() => undefined, 1000));', { Timeout: 1 });
      await invoke(place, 'slow');
    },
    line: /error lambda slow timed out after 1 s/,
    cause: /slow timed out after 1 s/,
    subjects: ['slow'],
    told: [/aws lambda update-function-configuration --function-name slow --timeout 10/],
  },
  {
    title: 'an asynchronous invocation fails until it is given up',
    make: async (place) => {
      const { emulator, lambda } = place;
      await place.create('later', `throw new RangeError('no room for ' + event.id);`);
      await lambda.invoke({ FunctionName: 'later', InvocationType: 'Event', Payload: Buffer.from('{"id":"a1"}') });
      await emulator.idle();
      for (const wait of ['1m', '2m']) {
        await emulator.clock.advance(wait);
        await emulator.idle();
      }
    },
    line: /warn lambda The event \S+ for \S+:later is given up \(RetriesExhausted\)/,
    cause: /later failed: RangeError: no room for a1 \(3 times\)/,
    subjects: ['later'],
    told: [/Consequences:/, /failed \(attempt 1 of 3\), again in 60 s/, /is given up/, /lambda\.Invoke later ok/],
    followed: ['EVENT_RETRIED', 'EVENT_RETRIED', 'EVENT_GIVEN_UP'],
  },
];
