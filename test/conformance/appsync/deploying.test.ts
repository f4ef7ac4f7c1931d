// APIs that are deployed by templates, with code and schemas from buckets.
import { AppSync } from '@aws-sdk/client-appsync';
import { CloudFormation, waitUntilStackCreateComplete, waitUntilStackDeleteComplete } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const CODE = 'export function request(ctx) { return { payload: ctx.env.STAGE }; } export function response(ctx) { return ctx.result; }';

const KEY_MODE = [{ AuthType: 'API_KEY' }];

async function deploy(emulator: TestEmulator, StackName: string, template: object) {
  const client = emulator.client(CloudFormation);
  const Capabilities = ['CAPABILITY_IAM' as const, 'CAPABILITY_AUTO_EXPAND' as const];
  await client.createStack({ StackName, TemplateBody: JSON.stringify(template), Capabilities });
  await waitUntilStackCreateComplete({ client, maxWaitTime: 600, minDelay: 0.1, maxDelay: 1 }, { StackName });
  const { Stacks } = await client.describeStacks({ StackName });
  return Object.fromEntries(Stacks![0]!.Outputs!.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue!]));
}

async function ask(url: string, key: string, query: string): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', headers: { 'x-api-key': key }, body: JSON.stringify({ query }) });
  return answer.json();
}

/** The path form of an API's address, which needs no name to be resolved. */
const pathOf = (emulator: TestEmulator, url: string): string => `${emulator.url}/graphql/${/\/\/([a-z0-9]+)\./.exec(url)![1]}`;

it('are deployed with schemas, code and templates from buckets', async () => {
  await using emulator = await startTestEmulator();
  const s3 = emulator.client(S3);
  await s3.createBucket({ Bucket: 'assets' });
  const files = {
    'schema.graphql': 'type Query { code: String template: String }',
    'code.js': CODE,
    'request.vtl': '{"payload": "t"}',
    'response.vtl': '$util.toJson($ctx.result)',
    'handlers.js': 'export function onPublish(ctx) { return ctx.events.map(({ id }) => ({ id, payload: "kept" })); }',
  };
  for (const [Key, Body] of Object.entries(files)) await s3.putObject({ Bucket: 'assets', Key, Body });
  const ApiId = { 'Fn::GetAtt': ['Api', 'ApiId'] };
  const type = (Type: string, Properties: object, DependsOn?: string[]) => ({
    Type: `AWS::AppSync::${Type}`,
    Properties: { ApiId, ...Properties },
    DependsOn,
  });
  const outputs = await deploy(emulator, 'api', {
    Resources: {
      Api: {
        Type: 'AWS::AppSync::GraphQLApi',
        Properties: { Name: 'shop', AuthenticationType: 'API_KEY', EnvironmentVariables: { STAGE: 'dev' } },
      },
      Schema: type('GraphQLSchema', { DefinitionS3Location: 's3://assets/schema.graphql' }),
      Key: type('ApiKey', {}),
      None: type('DataSource', { Name: 'none', Type: 'NONE' }),
      Code: type(
        'Resolver',
        {
          TypeName: 'Query',
          FieldName: 'code',
          DataSourceName: 'none',
          CodeS3Location: 's3://assets/code.js',
          Runtime: { Name: 'APPSYNC_JS', RuntimeVersion: '1.0.0' },
        },
        ['Schema', 'None'],
      ),
      Template: type(
        'Resolver',
        {
          TypeName: 'Query',
          FieldName: 'template',
          DataSourceName: 'none',
          RequestMappingTemplateS3Location: 's3://assets/request.vtl',
          ResponseMappingTemplateS3Location: 's3://assets/response.vtl',
        },
        ['Schema', 'None'],
      ),
      Events: {
        Type: 'AWS::AppSync::Api',
        Properties: {
          Name: 'news',
          EventConfig: {
            ...{ AuthProviders: KEY_MODE, ConnectionAuthModes: KEY_MODE },
            ...{ DefaultPublishAuthModes: KEY_MODE, DefaultSubscribeAuthModes: KEY_MODE },
          },
        },
      },
      Namespace: {
        Type: 'AWS::AppSync::ChannelNamespace',
        Properties: { ApiId: { 'Fn::GetAtt': ['Events', 'ApiId'] }, Name: 'default', CodeS3Location: 's3://assets/handlers.js' },
      },
    },
    Outputs: {
      Url: { Value: { 'Fn::GetAtt': ['Api', 'GraphQLUrl'] } },
      Key: { Value: { 'Fn::GetAtt': ['Key', 'ApiKey'] } },
      Events: { Value: { 'Fn::GetAtt': ['Events', 'ApiId'] } },
    },
  });
  const { channelNamespace } = await emulator.client(AppSync).getChannelNamespace({ apiId: outputs['Events']!, name: 'default' });
  expect(channelNamespace!.codeHandlers).toBe(files['handlers.js']);
  expect(await ask(pathOf(emulator, outputs['Url']!), outputs['Key']!, '{ code template }')).toEqual({
    data: { code: 'dev', template: 't' },
  });
  const client = emulator.client(CloudFormation);
  await client.deleteStack({ StackName: 'api' });
  await waitUntilStackDeleteComplete({ client, maxWaitTime: 600, minDelay: 0.1, maxDelay: 1 }, { StackName: 'api' });
  expect(await ask(pathOf(emulator, outputs['Url']!), outputs['Key']!, '{ code }')).toMatchObject({
    errors: [{ errorType: 'NotFoundException' }],
  });
});

it('are deployed by AWS::Serverless::GraphQLApi', async () => {
  await using emulator = await startTestEmulator();
  const outputs = await deploy(emulator, 'sam', {
    Transform: 'AWS::Serverless-2016-10-31',
    Resources: {
      Api: {
        Type: 'AWS::Serverless::GraphQLApi',
        Properties: {
          SchemaInline: 'type Query { hello(name: String): String }',
          Auth: { Type: 'API_KEY' },
          ApiKeys: { Main: {} },
          Functions: {
            hello: {
              Runtime: { Name: 'APPSYNC_JS', Version: '1.0.0' },
              DataSource: 'NONE',
              InlineCode:
                'export function request(ctx) { return { payload: `Hello ${ctx.args.name}` }; } export function response(ctx) { return ctx.result; }',
            },
          },
          Resolvers: { Query: { hello: { Runtime: { Name: 'APPSYNC_JS', Version: '1.0.0' }, Pipeline: ['hello'] } } },
        },
      },
    },
    Outputs: { Url: { Value: { 'Fn::GetAtt': ['Api', 'GraphQLUrl'] } }, Key: { Value: { 'Fn::GetAtt': ['ApiMain', 'ApiKey'] } } },
  });
  expect(await ask(pathOf(emulator, outputs['Url']!), outputs['Key']!, '{ hello(name: "Ana") }')).toEqual({ data: { hello: 'Hello Ana' } });
});

it('a schema that fails says why', async () => {
  await using emulator = await startTestEmulator();
  const ApiId = { 'Fn::GetAtt': ['Api', 'ApiId'] };
  const client = emulator.client(CloudFormation);
  const Resources = {
    Api: { Type: 'AWS::AppSync::GraphQLApi', Properties: { Name: 'shop', AuthenticationType: 'API_KEY' } },
    Schema: { Type: 'AWS::AppSync::GraphQLSchema', Properties: { ApiId, Definition: 'type Query { at: Date }' } },
  };
  await client.createStack({ StackName: 'bad', TemplateBody: JSON.stringify({ Resources }) });
  await expect(
    waitUntilStackCreateComplete({ client, maxWaitTime: 600, minDelay: 0.1, maxDelay: 1 }, { StackName: 'bad' }),
  ).rejects.toBeDefined();
  const { StackEvents } = await client.describeStackEvents({ StackName: 'bad' });
  const reasons = StackEvents!.map(({ ResourceStatusReason }) => ResourceStatusReason ?? '');
  expect(reasons).toContainEqual(
    expect.stringContaining('Schema Creation Status is FAILED with details: Type "Date" not found in document.'),
  );
});
