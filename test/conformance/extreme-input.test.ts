// Input that is well-formed and extreme: numbers beyond what JavaScript counts, half surrogate pairs, names that every JavaScript object has.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Lambda } from '@aws-sdk/client-lambda';
import { SecretsManager } from '@aws-sdk/client-secrets-manager';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
});
afterAll(() => emulator.stop());

/** The status and code of the answer to this REST request. */
async function answerTo(path: string): Promise<[status: number, code: string | null]> {
  const response = await fetch(emulator.url + path, {
    headers: { Authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/lambda/aws4_request, SignedHeaders=host, Signature=0' },
  });
  await response.text();
  return [response.status, response.headers.get('x-amzn-errortype')];
}

describe('numbers', () => {
  const LAYERS = '/2018-10-31/layers/key/versions';
  it.each([
    [`${LAYERS}/9007199254740992/policy`, 404, 'ResourceNotFoundException'],
    [`${LAYERS}/9007199254740992`, 404, 'ResourceNotFoundException'],
    [`${LAYERS}/4294967296/policy`, 404, 'ResourceNotFoundException'],
  ])('in a path may be larger than anything that exists: %s', async (path, status, code) => {
    expect(await answerTo(path)).toEqual([status, code]);
  });

  it('of a removal, too', async () => {
    await emulator.client(Lambda).deleteLayerVersion({ LayerName: 'key', VersionNumber: 2 ** 53 });
  });

  it('of days are those that a 32-bit integer holds; a rate that is never due again keeps its rule', async () => {
    const events = emulator.client(EventBridge);
    await expect(events.putRule({ Name: 'late', ScheduleExpression: 'rate(99999999999 days)' })).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'Parameter ScheduleExpression is not valid.',
    });
    await events.putRule({ Name: 'late', ScheduleExpression: 'rate(2147483647 days)' });
    expect(await events.describeRule({ Name: 'late' })).toMatchObject({ ScheduleExpression: 'rate(2147483647 days)', State: 'ENABLED' });
  });
});

describe('half a surrogate pair', () => {
  const SecretId = '\ud83d';
  const missing = { name: 'ValidationException', message: expect.stringContaining('Invalid name.') };
  it('names no secret', async () => {
    const secrets = emulator.client(SecretsManager);
    await expect(secrets.describeSecret({ SecretId })).rejects.toMatchObject(missing);
    await expect(secrets.getSecretValue({ SecretId })).rejects.toMatchObject(missing);
    await expect(secrets.updateSecret({ SecretId, SecretString: 'x' })).rejects.toMatchObject(missing);
    await expect(secrets.listSecretVersionIds({ SecretId })).rejects.toMatchObject(missing);
    await expect(secrets.deleteSecret({ SecretId })).rejects.toMatchObject(missing);
  });

  it('begins the name of no queue', async () => {
    expect((await emulator.client(SQS).listQueues({ QueueNamePrefix: '\ud83d' })).QueueUrls).toBeUndefined();
  });
});

describe('names that every object has', () => {
  const deploy = async (StackName: string, template: object) => {
    const client = emulator.client(CloudFormation);
    await client.createStack({ StackName, TemplateBody: JSON.stringify(template) });
    await emulator.idle();
    const { Stacks = [] } = await client.describeStacks({ StackName });
    const { StackEvents = [] } = await client.describeStackEvents({ StackName });
    return { ...Stacks[0], reasons: StackEvents.map(({ ResourceStatusReason }) => ResourceStatusReason ?? '').join('\n') };
  };
  const Queue = { Type: 'AWS::SQS::Queue' };
  /** As `Fn::Sub` reads it. */
  const placeholder = (name: string): string => `\${${name}}`;

  it.each(['__proto__', 'constructor', 'toString'])('are no parameters and no resources unless a template says so: %s', async (Ref) => {
    const Parameters = { Known: { Type: 'String', Default: 'x' } };
    const reference = { Type: 'AWS::SQS::Queue', Properties: { QueueName: { Ref } } };
    const unresolved = `Template format error: Unresolved resource dependencies [${Ref}] in the Resources block of the template`;
    await expect(deploy('unresolved', { Parameters, Resources: { Q: reference } })).rejects.toMatchObject({
      name: 'ValidationError',
      message: unresolved,
    });
    await expect(
      deploy('unresolved', { Resources: { Q: { ...Queue, Properties: { QueueName: { 'Fn::Sub': placeholder(Ref) } } } } }),
    ).rejects.toMatchObject({ message: unresolved });
    await expect(deploy('undefined', { Resources: { Q: { ...Queue, Condition: Ref } } })).rejects.toMatchObject({
      message: `Template format error: Unresolved condition dependency ${Ref} in the Resources block of the template`,
    });
  });

  it('are refused where a name must be alphanumeric', async () => {
    const template = '{"Resources":{"__proto__":{"Type":"AWS::SQS::Queue"}}}';
    await expect(emulator.client(CloudFormation).createStack({ StackName: 'proto', TemplateBody: template })).rejects.toMatchObject({
      message: expect.stringContaining('Template format error: Resource name __proto__ is non alphanumeric.'),
    });
  });

  it('name resources, parameters, conditions, mappings and outputs as any other word does', async () => {
    const words = await deploy('words', {
      Parameters: { toString: { Type: 'String', Default: 'words' } },
      Conditions: { valueOf: { 'Fn::Equals': [{ Ref: 'toString' }, 'words'] } },
      Mappings: { hasOwnProperty: { constructor: { toString: '9' } } },
      Resources: {
        constructor: {
          ...Queue,
          Condition: 'valueOf',
          Properties: {
            QueueName: { 'Fn::Sub': `${placeholder('toString')}-constructor` },
            DelaySeconds: { 'Fn::FindInMap': ['hasOwnProperty', 'constructor', 'toString'] },
          },
        },
        isPrototypeOf: { ...Queue, Properties: { QueueName: { 'Fn::Sub': `${placeholder('constructor.QueueName')}-2` } } },
      },
      Outputs: { constructor: { Value: { 'Fn::GetAtt': ['isPrototypeOf', 'QueueName'] } } },
    });
    expect(words).toMatchObject({ StackStatus: 'CREATE_COMPLETE' });
    expect(words.Outputs).toEqual([{ OutputKey: 'constructor', OutputValue: 'words-constructor-2' }]);
  });

  it('are no keys of a mapping and no properties of a resource', async () => {
    const mapped = deploy('mapped', {
      Mappings: { M: { a: { b: 'c' } } },
      Resources: { Q: { ...Queue, Properties: { QueueName: { 'Fn::FindInMap': ['M', 'constructor', 'name'] } } } },
    });
    await expect(mapped).rejects.toMatchObject({ message: 'Template error: Unable to get mapping for M::constructor::name' });
    await expect(deploy('odd', { Resources: { Q: { ...Queue, Properties: { constructor: 'x' } } } })).rejects.toMatchObject({
      message: expect.stringContaining('extraneous key [constructor] is not permitted'),
    });
    await expect(deploy('typed', { Resources: { Q: { Type: 'constructor' } } })).rejects.toMatchObject({
      message: expect.stringContaining('Unrecognized resource types: [constructor]'),
    });
  });
});
