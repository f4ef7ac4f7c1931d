// REST APIs that stacks deploy: a SAM application with an implicit API and its own, documents in buckets, outputs that lead here.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../apigatewayv2/use-apis.ts';
import { type Fixture, startFixture } from '../lambda/fixture.ts';

let fixture: Fixture;
let cfn: CloudFormation;
beforeAll(async () => {
  fixture = await startFixture();
  cfn = fixture.emulator.client(CloudFormation);
});
afterAll(() => fixture.emulator.stop());

async function outputsOf(StackName: string, template: object): Promise<Record<string, string>> {
  const Capabilities = ['CAPABILITY_IAM' as const, 'CAPABILITY_AUTO_EXPAND' as const];
  await cfn.createStack({ StackName, TemplateBody: JSON.stringify(template), Capabilities });
  await fixture.emulator.idle();
  const { Stacks: [stack] = [] } = await cfn.describeStacks({ StackName });
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName });
  const reasons = StackEvents.filter(({ ResourceStatus }) => ResourceStatus?.endsWith('FAILED')).map((event) => event.ResourceStatusReason);
  expect([stack?.StackStatus, reasons]).toEqual(['CREATE_COMPLETE', []]);
  return Object.fromEntries((stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
}

it('of SAM: an implicit API, one with keys and an authorizer, and their addresses', async () => {
  const code = 'exports.handler = async (event) => ({ statusCode: 200, body: event.httpMethod + " " + event.resource });';
  const authorizer = `exports.handler = async (event) => ({ principalId: 'me', policyDocument: { Version: '2012-10-17',
    Statement: [{ Effect: event.authorizationToken === 'yes' ? 'Allow' : 'Deny', Action: 'execute-api:Invoke', Resource: '*' }] } });`;
  const functionOf = (InlineCode: string, Events?: object) => ({
    Type: 'AWS::Serverless::Function',
    Properties: { Runtime: 'nodejs20.x', Handler: 'index.handler', InlineCode, ...(Events && { Events }) },
  });
  const eventOf = (Path: string, more: object = {}) => ({ Type: 'Api', Properties: { Path, Method: 'any', ...more } });
  const outputs = await outputsOf('sam', {
    Transform: 'AWS::Serverless-2016-10-31',
    Resources: {
      Judge: functionOf(authorizer),
      Own: {
        Type: 'AWS::Serverless::Api',
        Properties: {
          ...{ StageName: 'live', Cors: "'*'" },
          Auth: {
            DefaultAuthorizer: 'Token',
            AddDefaultAuthorizerToCorsPreflight: false,
            Authorizers: { Token: { FunctionArn: { 'Fn::GetAtt': ['Judge', 'Arn'] } } },
          },
        },
      },
      Shop: functionOf(code, { Implicit: eventOf('/pets/{id}'), Explicit: eventOf('/toys', { RestApiId: { Ref: 'Own' } }) }),
    },
    Outputs: {
      Implicit: { Value: { 'Fn::Sub': 'https://${ServerlessRestApi}.execute-api.${AWS::Region}.amazonaws.com/Prod/pets/7' } },
      Own: { Value: { 'Fn::Sub': 'https://${Own}.execute-api.${AWS::Region}.${AWS::URLSuffix}/live/toys' } },
    },
  });
  expect(await ask(outputs['Implicit']!, { method: 'PUT' })).toMatchObject({ status: 200, text: 'PUT /pets/{id}' });
  const own = (headers: Record<string, string>, method = 'GET') => ask(outputs['Own']!, { method, headers });
  expect(await own({ authorization: 'yes' })).toMatchObject({ status: 200, text: 'GET /toys' });
  expect(await own({ authorization: 'no' })).toMatchObject({ status: 403 });
  expect(await own({})).toMatchObject({ status: 401 });
  expect((await own({}, 'OPTIONS')).headers['access-control-allow-origin']).toBe('*');
  await cfn.deleteStack({ StackName: 'sam' });
  await fixture.emulator.idle();
  expect((await fixture.emulator.client(APIGateway).getRestApis({})).items).toEqual([]);
});

it('of a document in a bucket', async () => {
  const s3 = fixture.emulator.client(S3);
  await s3.createBucket({ Bucket: 'documents' });
  const integration = {
    ...{ type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' } },
    responses: { default: { statusCode: '200', responseTemplates: { 'application/json': 'from the bucket' } } },
  };
  const paths = { '/pets': { get: { 'x-amazon-apigateway-integration': integration } } };
  const { ETag, VersionId } = await s3.putObject({
    ...{ Bucket: 'documents', Key: 'api.json', Body: JSON.stringify({ openapi: '3.0.1', info: { title: 'in a bucket' }, paths }) },
  });
  const { Url = '' } = await outputsOf('bucket', {
    Resources: {
      Api: {
        Type: 'AWS::ApiGateway::RestApi',
        Properties: { BodyS3Location: { Bucket: 'documents', Key: 'api.json', ETag, ...(VersionId && { Version: VersionId }) } },
      },
      Deployed: { Type: 'AWS::ApiGateway::Deployment', Properties: { RestApiId: { Ref: 'Api' }, StageName: 'dev' } },
    },
    Outputs: { Url: { Value: { 'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.amazonaws.com/dev/pets' } } },
  });
  expect(await ask(Url)).toMatchObject({ status: 200, text: 'from the bucket' });
  await cfn.deleteStack({ StackName: 'bucket' });
  await fixture.emulator.idle();
});

it('by documents without a title, which the template may name', async () => {
  const mock = {
    type: 'mock',
    requestTemplates: { 'application/json': '{"statusCode": 200}' },
    responses: { default: { statusCode: '200' } },
  };
  const paths = { '/': { get: { responses: { 200: {} }, 'x-amazon-apigateway-integration': mock } } };
  const { Id: restApiId, Other: other } = await outputsOf('untitled', {
    Resources: {
      Unnamed: { Type: 'AWS::ApiGateway::RestApi', Properties: { Body: { openapi: '3.0', paths } } },
      Api: {
        Type: 'AWS::ApiGateway::RestApi',
        Properties: { Name: 'orders', Body: { openapi: '3.0', info: {}, paths }, Parameters: { endpointConfigurationTypes: 'REGIONAL' } },
      },
    },
    Outputs: { Id: { Value: { Ref: 'Api' } }, Other: { Value: { Ref: 'Unnamed' } } },
  });
  const client = fixture.emulator.client(APIGateway);
  expect((await client.getRestApi({ restApiId: other })).name).toMatch(/^untitled-Unnamed-/);
  const api = await client.getRestApi({ restApiId });
  expect([api.name, api.endpointConfiguration?.types]).toEqual(['orders', ['REGIONAL']]);
});
