// A new resource may have as many tags as one that is there, in every service.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { ECR } from '@aws-sdk/client-ecr';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import { KMS } from '@aws-sdk/client-kms';
import { SFN } from '@aws-sdk/client-sfn';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

const MAX = 50;
const map = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`key-${at}`, 'value']));
const list = (count: number) => Object.keys(map(count)).map((Key) => ({ Key, Value: 'value' }));

/** Makes a resource of that name with so many tags. */
const CASES: Record<string, (name: string, count: number) => Promise<unknown>> = {
  'an API of the first version': (name, count) => emulator.client(APIGateway).createRestApi({ name, tags: map(count) }),
  'an API key': (name, count) => emulator.client(APIGateway).createApiKey({ name, tags: map(count) }),
  'a usage plan': (name, count) => emulator.client(APIGateway).createUsagePlan({ name, tags: map(count) }),
  'an API of the second version': (Name, count) =>
    emulator.client(ApiGatewayV2).createApi({ Name, ProtocolType: 'HTTP', Tags: map(count) }),
  'a repository': (repositoryName, count) => emulator.client(ECR).createRepository({ repositoryName, tags: list(count) }),
  'an event bus': (Name, count) => emulator.client(EventBridge).createEventBus({ Name, Tags: list(count) }),
  'an instance profile': (InstanceProfileName, count) =>
    emulator.client(IAM).createInstanceProfile({ InstanceProfileName, Tags: list(count) }),
  'a key': (_, count) => emulator.client(KMS).createKey({ Tags: list(count).map(({ Key, Value }) => ({ TagKey: Key, TagValue: Value })) }),
  'an activity': (name, count) =>
    emulator.client(SFN).createActivity({ name, tags: list(count).map(({ Key, Value }) => ({ key: Key, value: Value })) }),
  'a queue': (QueueName, count) => emulator.client(SQS).createQueue({ QueueName, tags: map(count) }),
};

it.each(Object.keys(CASES))('%s has 50 tags, and not one more', async (kind) => {
  const make = CASES[kind]!;
  await make('full', MAX);
  await expect(make('too-full', MAX + 1)).rejects.toMatchObject({ $fault: 'client' });
});
