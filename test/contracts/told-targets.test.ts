// Every kind of target that does not take an event is told of: in the trace of the request, and in the ledger of problems.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SERVICES } from '../../emulator/src/service-list.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { problemsOf } from '../support/problems.ts';

const HERE = 'us-east-1:000000000000';
const HTTP_API = 'arn:aws:execute-api:us-east-1:000000000000:a1b2c3d4e5/prod/GET/orders';

/** An ARN of each kind with nothing behind it, by `service kind`. */
const NOTHING: Readonly<Record<string, string>> = {
  'events api-destination': `arn:aws:events:${HERE}:api-destination/none/11111111-1111-1111-1111-111111111111`,
  'events event-bus': `arn:aws:events:${HERE}:event-bus/none`,
  'appsync graphql api': `arn:aws:appsync:${HERE}:endpoints/graphql-api/none`,
  'firehose delivery-stream': `arn:aws:firehose:${HERE}:deliverystream/none`,
  'kinesis stream': `arn:aws:kinesis:${HERE}:stream/none`,
  'lambda function': `arn:aws:lambda:${HERE}:function:none`,
  'logs log-group': `arn:aws:logs:${HERE}:log-group:none`,
  'sns topic': `arn:aws:sns:${HERE}:none`,
  'sqs queue': `arn:aws:sqs:${HERE}:none`,
  'states stateMachine': `arn:aws:states:${HERE}:stateMachine:none`,
  'apigateway api': HTTP_API,
};
/** Kinds to which no rule sends. */
const NO_RULE: Readonly<Record<string, string>> = {
  'events archive': 'archives take events within the write of the bus',
  's3 bucket': 'destinations of asynchronous invocations and of mappings alone',
  'logs vended-logs': 'logs of services alone',
  'kafka kafka topic': 'destinations of mappings alone',
};

const kinds = SERVICES.flatMap(({ name, targets = {} }) => Object.keys(targets).map((kind) => `${name} ${kind}`));

describe('a target that does not take an event', () => {
  let emulator: TestEmulator;
  beforeAll(async () => {
    emulator = await startTestEmulator({ clock: 'manual' });
  });
  afterEach(() => emulator.reset());
  afterAll(() => emulator.stop());

  it.each(kinds.filter((kind) => NO_RULE[kind] === undefined))('is told of: %s', async (kind) => {
    const Arn = NOTHING[kind];
    expect(Arn, `add an ARN of the kind ${kind} with nothing behind it to this test`).toBeDefined();
    const events = emulator.client(EventBridge);
    await events.putRule({ Name: 'all', EventPattern: '{"source":["shop"]}' });
    const role = { RoleArn: 'arn:aws:iam::000000000000:role/rules' };
    const target = { Id: 't', Arn: Arn!, ...(kind !== 'logs log-group' && role) };
    const { FailedEntries } = await events.putTargets({ Rule: 'all', Targets: [target] });
    expect(FailedEntries).toEqual([]);
    const { $metadata } = await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'd', Detail: '{}' }] });
    await emulator.idle();
    const trace = $metadata.requestId!;
    const { steps } = (await (await fetch(`${emulator.url}/_emulator/traces/${trace}`)).json()) as { steps: object[] };
    const problems = await problemsOf(emulator);
    if (kind === 'events event-bus') expect(problems).toMatchObject([{ trace }]);
    else {
      expect(steps).toContainEqual(
        expect.objectContaining({ kind: 'delivery', targetArn: Arn, outcome: expect.stringMatching(/^(?:lost|retried)$/) }),
      );
      expect(problems).toMatchObject([{ trace, target: Arn, resource: expect.stringContaining('rule/all') }]);
    }
  });
});
