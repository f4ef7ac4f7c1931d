// Mistakes in functions and their settings.

import { expect } from 'vitest';
import { creation, handler } from '../../conformance/lambda/fixture.ts';
import { codeFolder } from '../../conformance/lambda/use-folders.ts';
import { untilPasses } from '../../support/until-passes.ts';
import { type Mistake, refused } from './mistake.ts';

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
  {
    title: 'a function needs more memory than it has',
    make: async (place) => {
      await place.create('big', 'const all = []; for (;;) all.push(Buffer.alloc(1e6, 1));', { MemorySize: 128 });
      await invoke(place, 'big');
    },
    line: /error lambda big was ended because it used more than its 128 MB of memory/,
    cause: /big used more than its 128 MB/,
    subjects: ['big'],
    told: [/aws lambda update-function-configuration --function-name big --memory-size/],
  },
  {
    title: 'a layer is not there',
    make: ({ lambda }) =>
      refused(
        lambda.createFunction(
          creation('orders', handler('return 1;'), { Layers: ['arn:aws:lambda:us-east-1:000000000000:layer:tools:3'] }),
        ),
      ),
    line: /info emulator lambda\.CreateFunction orders .*InvalidParameterValueException: Layer version arn:\S+:layer:tools:3 does not exist/,
    cause: /lambda\.CreateFunction: InvalidParameterValueException: Layer version arn:\S+:layer:tools:3 does not exist/,
    subjects: ['orders', 'CreateFunction', 'layer:tools'],
  },
  {
    title: 'a function may not run at all',
    make: async (place) => {
      await place.create('orders', 'return 1;');
      await place.lambda.putFunctionConcurrency({ FunctionName: 'orders', ReservedConcurrentExecutions: 0 });
      await refused(invoke(place, 'orders'));
    },
    line: /lambda\.Invoke orders .*TooManyRequestsException: /,
    cause: /lambda\.Invoke: TooManyRequestsException: /,
    subjects: ['orders'],
  },
  {
    title: 'code that is reloaded cannot be read',
    make: async ({ emulator, lambda }) => {
      const folder = codeFolder({ 'index.js': 'exports.handler = async () => 1;' });
      const Code = { S3Bucket: 'hot-reload', S3Key: folder.path };
      await lambda.createFunction({ ...creation('orders', Buffer.alloc(0)), Code });
      await untilPasses(async () => expect((await lambda.getFunction({ FunctionName: 'orders' })).Configuration!.State).toBe('Active'));
      await lambda.invoke({ FunctionName: 'orders' });
      await emulator.idle();
      const before = emulator.lines.length;
      folder.write({ 'index.js': 'exports.handler = async () => {' });
      await untilPasses(() => expect(emulator.lines.slice(before)).toContainEqual(expect.stringMatching(/orders/)));
      await lambda.invoke({ FunctionName: 'orders' });
      folder.remove();
    },
    line: /error lambda orders failed: .*SyntaxError/,
    cause: /orders failed: .*SyntaxError/,
    subjects: ['orders'],
  },
];
