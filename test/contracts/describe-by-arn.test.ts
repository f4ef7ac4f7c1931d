// Agents describe resources by their ARNs: every ARN that a resource of any type tells of itself leads back to it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeByArn } from '../../emulator/src/mcp/describe-by-arn.ts';
import { createToolContext } from '../../emulator/src/mcp/tool-context.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { operationRunner, type RunOperation, SERVICE_NAMES } from './operations.ts';
import { seed } from './seed.ts';

const HOME = { account: '111111111111', region: 'us-east-1' };
/** A property with the ARN of the resource itself. */
const OWN = /^(?:Arn|.*(?<!Role|Target|Destination|Source|Key|Secret|Policy|Resource|Template|Certificate|Deployment|Api|Topic)Arn)$/;

interface Described {
  readonly TypeName: string;
  readonly ResourceDescription: { readonly Identifier: string; readonly Properties: string };
}

let emulator: TestEmulator;
let run: RunOperation;
beforeAll(async () => {
  emulator = await startTestEmulator();
  run = await operationRunner(emulator);
  await seed('marked', (service, operation, input) => run(service, operation, HOME, input), new Set(SERVICE_NAMES));
});
afterAll(() => emulator.stop());

const context = () =>
  createToolContext({ url: emulator.url, program: [], ask: fetch, signal: new AbortController().signal, folders: async () => [] });
const call = (service: string, operation: string, input: object) => run(service, operation, HOME, input);

async function described(arn: string, account = HOME.account): Promise<Described> {
  const { text, failed } = await describeByArn(arn, context(), account);
  if (failed) throw new Error(text);
  return (JSON.parse(text) as { output: Described }).output;
}

/** Resources of a type as Cloud Control shows them; none where it cannot list them. */
async function shown(TypeName: string): Promise<Described[]> {
  const { ResourceDescriptions = [] } = (await call('cloudcontrol', 'ListResources', { TypeName }).catch(() => ({}))) as {
    ResourceDescriptions?: { Identifier: string }[];
  };
  const read = ResourceDescriptions.map(({ Identifier }) => call('cloudcontrol', 'GetResource', { TypeName, Identifier }));
  const settled = await Promise.allSettled(read);
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value as Described] : []));
}

async function allTypes(): Promise<string[]> {
  const all: string[] = [];
  let NextToken: string | undefined;
  do {
    const page = (await call('cloudformation', 'ListTypes', { Visibility: 'PUBLIC', MaxResults: 100, NextToken })) as {
      TypeSummaries: { TypeName: string }[];
      NextToken?: string;
    };
    all.push(...page.TypeSummaries.map(({ TypeName }) => TypeName));
    ({ NextToken } = page);
  } while (NextToken);
  return all;
}

it('finds each by the ARN that it tells', async () => {
  const types = await allTypes();
  const wrong: string[] = [];
  const found = new Set<string>();
  for (const type of types)
    for (const { ResourceDescription } of (await shown(type)).slice(0, 1)) {
      const properties = Object.entries(JSON.parse(ResourceDescription.Properties) as Record<string, unknown>);
      const [, arn] = properties.find(([name, value]) => OWN.test(name) && typeof value === 'string' && value.startsWith('arn:')) ?? [];
      if (typeof arn !== 'string') continue;
      const led = await described(arn).catch((error: Error) => error.message);
      // Domain names have types of two generations, whose ARN is the same.
      if (typeof led === 'string' || !led.ResourceDescription.Properties.includes(arn))
        wrong.push(`${type} ${ResourceDescription.Identifier} by ${arn}: ${JSON.stringify(led).slice(0, 300)}`);
      else found.add(type);
    }
  expect(wrong).toEqual([]);
  expect(found.size).toBeGreaterThan(30);
});

it('finds what lies within others by the last parts of its ARN, and tells what is not there', async () => {
  const { id } = (await call('apigateway', 'CreateRestApi', { name: 'shop' })) as { id: string };
  await call('apigateway', 'CreateModel', { restApiId: id, name: 'order', contentType: 'application/json', schema: '{}' });
  const led = (arn: string) => described(arn).then(({ TypeName, ResourceDescription: { Identifier } }) => `${TypeName} ${Identifier}`);
  expect(await led(`arn:aws:apigateway:us-east-1::/restapis/${id}`)).toBe(`AWS::ApiGateway::RestApi ${id}`);
  expect(await led(`arn:aws:apigateway:us-east-1::/restapis/${id}/models/order`)).toBe(`AWS::ApiGateway::Model ${id}|order`);
  await expect(described('arn:aws:sqs:us-east-1:111111111111:none')).rejects.toThrow('Nothing here has the ARN');
  await expect(described('arn:aws:sqs:eu-west-1:111111111111:marked')).rejects.toThrow('Nothing here has the ARN');
  await expect(described('arn:aws:ec2:us-east-1:111111111111:vpc/x')).rejects.toThrow('is no ARN of a service with resource types here');
  await expect(described('arn:aws:constructor:us-east-1:111111111111:x')).rejects.toThrow('is no ARN of a service');
  await expect(described('queue')).rejects.toThrow('is no ARN');
});
