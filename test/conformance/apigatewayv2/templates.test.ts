// HTTP APIs by templates: documents in a bucket, deployments of stages that exist, and outputs that can be called.
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { beforeAll, expect, it } from 'vitest';
import { ask, ECHO, eventIn, functionArn, useApis } from './use-apis.ts';

const fixture = useApis();
beforeAll(() => fixture.create('echo', ECHO));
// The first stack of a process loads the engine and the data of all resource types: not within the time of a test.
beforeAll(async () => {
  await deploy('first', { Resources: { Handle: { Type: 'AWS::CloudFormation::WaitConditionHandle' } } });
});

async function deploy(StackName: string, template: object): Promise<Record<string, string>> {
  const cfn = fixture.emulator.client(CloudFormation);
  await cfn.createStack({ StackName, TemplateBody: JSON.stringify(template), Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_AUTO_EXPAND'] });
  await fixture.emulator.idle();
  const stack = (await cfn.describeStacks({ StackName })).Stacks![0]!;
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName });
  const failed = StackEvents.filter(({ ResourceStatus }) => ResourceStatus === 'CREATE_FAILED').map((event) => event.ResourceStatusReason);
  expect([stack.StackStatus, ...failed]).toEqual(['CREATE_COMPLETE']);
  return Object.fromEntries((stack.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey!, OutputValue!]));
}

const integration = { type: 'aws_proxy', httpMethod: 'POST', uri: functionArn('echo'), payloadFormatVersion: '2.0' };
const document = {
  openapi: '3.0.1',
  info: { title: 'in a bucket', version: '1' },
  paths: { '/a': { get: { 'x-amazon-apigateway-integration': integration } } },
};

it('take a document out of a bucket, and name an address that answers here', async () => {
  const s3 = fixture.emulator.client(S3);
  await s3.createBucket({ Bucket: 'documents' });
  await s3.putObject({ Bucket: 'documents', Key: 'api.json', Body: JSON.stringify(document) });
  const { Url = '' } = await deploy('document', {
    Resources: {
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { BodyS3Location: { Bucket: 'documents', Key: 'api.json' } } },
      Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: 'Api' }, StageName: 'live', AutoDeploy: true } },
    },
    Outputs: { Url: { Value: { 'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/${Stage}' } } },
  });
  expect(new URL(Url).hostname).toMatch(/^[a-z0-9]{10}\.execute-api\.localhost$/);
  expect(eventIn(await ask(`${Url}/a`))).toMatchObject({ rawPath: '/live/a', routeKey: 'GET /a' });
});

it('override what quick create made, until the overrides are deleted', async () => {
  const Api = { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'quick', ProtocolType: 'HTTP', Target: functionArn('echo') } };
  const overridesOf = (ApiId: object) => ({
    Type: 'AWS::ApiGatewayV2::ApiGatewayManagedOverrides',
    Properties: { ApiId, Integration: { PayloadFormatVersion: '1.0' }, Stage: { StageVariables: { color: 'blue' } } },
  });
  const Outputs = { Id: { Value: { Ref: 'Api' } }, Overrides: { Value: { Ref: 'Overrides' } } };
  const made = await deploy('overrides', { Resources: { Api, Overrides: overridesOf({ Ref: 'Api' }) }, Outputs });
  expect(made['Overrides']).toMatch(/^[a-z0-9]{7}$/);
  const url = (await fixture.api.getApi({ ApiId: made['Id'] })).ApiEndpoint;
  expect(eventIn(await ask(`${url}/a`))).toMatchObject({ version: '1.0', stageVariables: { color: 'blue' } });
  const cfn = fixture.emulator.client(CloudFormation);
  await cfn.updateStack({ StackName: 'overrides', TemplateBody: JSON.stringify({ Resources: { Api } }) });
  await fixture.emulator.idle();
  const plain = eventIn(await ask(`${url}/a`));
  expect([plain['version'], plain['stageVariables']]).toEqual(['2.0', undefined]);
});

it('override nothing of an API that was not made so', async () => {
  const cfn = fixture.emulator.client(CloudFormation);
  const Api = { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'plain', ProtocolType: 'HTTP' } };
  const Overrides = {
    Type: 'AWS::ApiGatewayV2::ApiGatewayManagedOverrides',
    Properties: { ApiId: { Ref: 'Api' }, Stage: { Description: 'mine' } },
  };
  await cfn.createStack({ StackName: 'plain', TemplateBody: JSON.stringify({ Resources: { Api, Overrides } }) });
  await fixture.emulator.idle();
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName: 'plain' });
  const failed = StackEvents.find(({ ResourceStatus }) => ResourceStatus === 'CREATE_FAILED');
  expect(failed).toMatchObject({ LogicalResourceId: 'Overrides', ResourceStatusReason: expect.stringContaining('quick create') as string });
});

it('deploy to a stage that exists', async () => {
  const { Id: ApiId = '', Deployment } = await deploy('deployment', {
    Resources: {
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Body: document } },
      Stage: { Type: 'AWS::ApiGatewayV2::Stage', Properties: { ApiId: { Ref: 'Api' }, StageName: 'live' } },
      Deployment: { Type: 'AWS::ApiGatewayV2::Deployment', Properties: { ApiId: { Ref: 'Api' }, StageName: { Ref: 'Stage' } } },
    },
    Outputs: { Id: { Value: { Ref: 'Api' } }, Deployment: { Value: { Ref: 'Deployment' } } },
  });
  expect((await fixture.api.getStage({ ApiId, StageName: 'live' })).DeploymentId).toBe(Deployment);
});

it('come from SAM, with the function that they may call, and the events in payload 2.0', async () => {
  const InlineCode = `exports.handler = async (event) => { ${ECHO} };`;
  const { Url = '' } = await deploy('sam', {
    Transform: 'AWS::Serverless-2016-10-31',
    Resources: {
      Shop: {
        Type: 'AWS::Serverless::HttpApi',
        Properties: { CorsConfiguration: { AllowOrigins: ['https://page.example'] }, StageName: 'v1' },
      },
      Function: {
        Type: 'AWS::Serverless::Function',
        Properties: {
          ...{ Handler: 'index.handler', Runtime: 'nodejs20.x', InlineCode },
          Events: { Get: { Type: 'HttpApi', Properties: { Path: '/items/{id}', Method: 'get', ApiId: { Ref: 'Shop' } } } },
        },
      },
    },
    Outputs: { Url: { Value: { 'Fn::Sub': 'https://${Shop}.execute-api.${AWS::Region}.amazonaws.com/v1' } } },
  });
  const answer = await ask(`${Url}/items/7`, { headers: { origin: 'https://page.example' } });
  expect(eventIn(answer)).toMatchObject({ version: '2.0', routeKey: 'GET /items/{id}', pathParameters: { id: '7' } });
  expect(answer.headers['access-control-allow-origin']).toBe('https://page.example');
});
