// Properties of templates as members of operations, and back: names begin with a small letter there, and numbers and flags may be texts here.
import type { Properties, Value } from '#core/resources/resource-handlers';
import { object, text } from '#core/resources/resource-properties';
import type { ResourceContext } from '#core/resources/resource-type';
import { wholeBody } from '#lib/byte-pieces';

const NUMBERS = new Set([
  ...['authTTL', 'iatTTL', 'authorizerResultTtlInSeconds', 'queryDepthLimit', 'resolverCountLimit', 'maxBatchSize', 'expires', 'ttl'],
]);
const FLAGS = new Set([
  'excludeVerboseContent',
  'xrayEnabled',
  'useCallerCredentials',
  'versioned',
  'transitEncryptionEnabled',
  'atRestEncryptionEnabled',
]);

/** The one name that differs by more than its first letter. */
const memberOf = (property: string): string =>
  property === 'DynamoDBConfig' ? 'dynamodbConfig' : `${property[0]!.toLowerCase()}${property.slice(1)}`;
const propertyOf = (member: string): string =>
  member === 'dynamodbConfig' ? 'DynamoDBConfig' : `${member[0]!.toUpperCase()}${member.slice(1)}`;

function valueOfMember(member: string, value: Value): unknown {
  if (NUMBERS.has(member)) return Number(value);
  if (FLAGS.has(member)) return value === true || value === 'true';
  if (Array.isArray(value)) return (value as readonly Value[]).map((item) => valueOfMember('', item));
  return typeof value === 'object' && value !== null ? membersOf(value as Properties) : text(value);
}

/** All of them but those of `left`. */
export const membersOf = (properties: Properties, left: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([property, value]) => {
      const member = memberOf(property);
      return value === undefined || left.includes(property) ? [] : [[member, valueOfMember(member, value)]];
    }),
  );

function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue);
  return typeof value === 'object' && value !== null ? propertiesOf(value) : value;
}

/** `names`: the properties that are shown; by default all. A value that nobody gave is left out where it is the service's own. */
export const propertiesOf = (members: object, names?: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([member, value]) => {
      const property = propertyOf(member);
      return value === undefined || (names && !names.includes(property)) ? [] : [[property, shownValue(value)]];
    }),
  );

/** The parts of an ARN behind `apis/`. */
export const pathIn = (arn: string): string[] => arn.split(':').slice(5).join(':').split('/').slice(1);

const LOCATION = /^s3:\/\/([^/]+)\/(.+)$/;

/** A text of the template, or of a file in a bucket: `s3://bucket/key`. */
export async function textAt(own: Value | undefined, location: Value | undefined, ctx: ResourceContext): Promise<string | undefined> {
  if (own !== undefined || location === undefined) return text(own);
  const [, Bucket, Key] = LOCATION.exec(text(location) ?? '') ?? [];
  if (Bucket === undefined || Key === undefined) throw new Error(`${JSON.stringify(location)} is not of the form s3://bucket/key.`);
  const { Body } = await ctx.call('s3', 'GetObject', { Bucket, Key });
  return (await wholeBody(Body as Uint8Array | AsyncIterable<Uint8Array>)).toString();
}

/** The code and the templates of a resolver or a function. */
export async function codeOf(properties: Properties, ctx: ResourceContext) {
  const { Code, CodeS3Location, Runtime } = properties;
  return {
    code: await textAt(Code, CodeS3Location, ctx),
    requestMappingTemplate: await textAt(properties.RequestMappingTemplate, properties.RequestMappingTemplateS3Location, ctx),
    responseMappingTemplate: await textAt(properties.ResponseMappingTemplate, properties.ResponseMappingTemplateS3Location, ctx),
    runtime: Runtime && { name: text(object(Runtime)['Name']) ?? '', runtimeVersion: text(object(Runtime)['RuntimeVersion']) ?? '' },
  };
}

/** Properties that `codeOf` reads. */
export const CODE_PROPERTIES = [
  ...['Code', 'CodeS3Location', 'Runtime', 'RequestMappingTemplate', 'RequestMappingTemplateS3Location'],
  ...['ResponseMappingTemplate', 'ResponseMappingTemplateS3Location'],
];
