// Calls that make a resource as constructs of the CDK, those that CloudFormation's types have: their properties are the members of the calls.
import type { Call } from '#api/model.ts';

/** The construct of a call, then the members that have another name there. */
const CONSTRUCTS: Readonly<Record<string, readonly [construct: string, names?: Readonly<Record<string, string>>]>> = {
  CreateArchive: ['events.CfnArchive', { EventSourceArn: 'sourceArn' }],
  CreateBucket: ['s3.CfnBucket', { Bucket: 'bucketName' }],
  CreateDeliveryStream: ['kinesisfirehose.CfnDeliveryStream'],
  CreateEventBus: ['events.CfnEventBus'],
  CreateLogGroup: ['logs.CfnLogGroup'],
  CreatePipe: ['pipes.CfnPipe'],
  CreateQueue: ['sqs.CfnQueue'],
  CreateRepository: ['ecr.CfnRepository'],
  CreateRole: ['iam.CfnRole'],
  CreateSchedule: ['scheduler.CfnSchedule'],
  CreateSecret: ['secretsmanager.CfnSecret'],
  CreateStateMachine: ['stepfunctions.CfnStateMachine', { name: 'stateMachineName', definition: 'definitionString' }],
  CreateStream: ['kinesis.CfnStream', { StreamName: 'name' }],
  CreateTable: ['dynamodb.CfnTable'],
  CreateTopic: ['sns.CfnTopic', { Name: 'topicName' }],
  PutParameter: ['ssm.CfnParameter'],
  PutRule: ['events.CfnRule'],
};

const uncapitalized = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Text that holds a number, a flag or a document becomes it; a definition stays text. */
function propertyOf(value: unknown, property: string): unknown {
  if (value instanceof Map) return propertiesOf(Object.fromEntries(value as Map<string, unknown>));
  if (Array.isArray(value)) return value.map((one) => propertyOf(one, ''));
  if (typeof value === 'object' && value !== null) return propertiesOf(value);
  if (typeof value !== 'string' || TEXTS.test(property) || !/^(\{[\s\S]*\}|\d+|true|false)$/.test(value.trim())) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const TEXTS = /definitionString|value|secretString|description|name/i;

const propertiesOf = (input: object, names: Readonly<Record<string, string>> = {}): object =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]): (readonly [string, unknown])[] => {
      if (name === 'Attributes') return Object.entries(propertyOf(value, '') as object);
      const property = names[name] ?? uncapitalized(name);
      return [[property, propertyOf(value, property)]];
    }),
  );

const idOf = (properties: object): string => {
  const name = Object.entries(properties).find(([property]) => /^(?!.*bus).*name$/i.test(property))?.[1];
  const words = String(name ?? 'resource').split(/[^A-Za-z0-9]+/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('') || 'Resource';
};

/** JavaScript, with keys that need no quotation marks without them. */
const literal = (value: object): string => JSON.stringify(value, undefined, 2).replace(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');

/** Undefined where the call makes no resource that CloudFormation knows under the same properties. */
export function cdkConstruct({ operation, input }: Call): string | undefined {
  const [construct, names] = CONSTRUCTS[operation] ?? [];
  if (construct === undefined) return undefined;
  const properties = propertiesOf(input, names);
  return `new ${construct}(this, '${idOf(properties)}', ${literal(properties)});`;
}
