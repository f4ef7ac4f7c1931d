// The stack, in an emulator of this test: synthesised in the same process, deployed without the CDK's command.

import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStacksCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { Template } from 'aws-cdk-lib/assertions';
import { App, LegacyStackSynthesizer } from 'aws-cdk-lib/core';
import { useEmulator } from 'cloud-emulator/vitest';
import { expect, it } from 'vitest';
import { ShopStack } from '../stack.ts';

let outputs: Record<string, string>;
const emulator = useEmulator({
  setUp: async (started) => {
    // This synthesiser asks for no bootstrapped account.
    const stack = new ShopStack(new App(), '{{name}}', { isLocal: true, synthesizer: new LegacyStackSynthesizer() });
    outputs = await deploy(JSON.stringify(Template.fromStack(stack).toJSON()), started.client(CloudFormationClient));
  },
});
const events = emulator.client(EventBridgeClient);
const sqs = emulator.client(SQSClient);

async function deploy(TemplateBody: string, client: CloudFormationClient): Promise<Record<string, string>> {
  const StackName = '{{name}}';
  await client.send(new CreateStackCommand({ StackName, TemplateBody, Capabilities: ['CAPABILITY_IAM'] }));
  await waitUntilStackCreateComplete({ client, maxWaitTime: 120, minDelay: 1, maxDelay: 2 }, { StackName });
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
  return Object.fromEntries(Stacks![0]!.Outputs!.map(({ OutputKey, OutputValue }) => [OutputKey!, OutputValue!]));
}

const place = (id: number, price: number) => {
  const Detail = JSON.stringify({ id, items: [{ price, count: 2 }] });
  const Entries = [{ EventBusName: outputs['BusName'], Source: 'shop', DetailType: 'OrderPlaced', Detail }];
  return events.send(new PutEventsCommand({ Entries }));
};

it('says on the bus what an order costs', async () => {
  const recorder = await emulator.recordEvents({ bus: outputs['BusName']!, pattern: { source: ['pricing'] } });
  await place(7, 20);
  expect((await recorder.events()).map(({ detail }) => detail)).toEqual([{ id: 7, total: 40 }]);
});

it('keeps large orders in the queue', async () => {
  await place(8, 20);
  await place(9, 60);
  await emulator.idle();
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: outputs['QueueUrl'], MaxNumberOfMessages: 10 }));
  expect(Messages.map(({ Body }) => JSON.parse(Body!).detail)).toEqual([{ id: 9, total: 120 }]);
});
