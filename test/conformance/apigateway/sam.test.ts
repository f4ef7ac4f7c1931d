// An application of SAM with three authorizers, a usage plan, a custom domain and a chat whose connections are in a table.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { CloudFormation } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../apigatewayv2/use-apis.ts';
import { open } from '../apigatewayv2/use-sockets.ts';
import { type Fixture, startFixture } from '../lambda/fixture.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.emulator.stop());

const ECHO = `exports.handler = async ({ requestContext: { authorizer } }) => ({ statusCode: 200, body: JSON.stringify(authorizer) });`;
const JUDGE = `exports.handler = async (event) => {
  if (event.version === '2.0') return { isAuthorized: event.headers.door === 'open', context: { who: 'simple' } };
  const Statement = [{ Action: 'execute-api:Invoke', Effect: event.authorizationToken === 'open' ? 'Allow' : 'Deny', Resource: '*' }];
  return { principalId: 'token', policyDocument: { Version: '2012-10-17', Statement } };
};`;
const CHAT = `const { DynamoDBClient, PutItemCommand, DeleteItemCommand, ScanCommand } = require('@aws-sdk/client-dynamodb');
const { ApiGatewayManagementApiClient, PostToConnectionCommand } = require('@aws-sdk/client-apigatewaymanagementapi');
const db = new DynamoDBClient({});
exports.handler = async ({ requestContext: { routeKey, connectionId, domainName, stage }, body }) => {
  const [TableName, id] = [process.env.TABLE, { S: connectionId }];
  if (routeKey === '$connect') await db.send(new PutItemCommand({ TableName, Item: { id } }));
  else if (routeKey === '$disconnect') await db.send(new DeleteItemCommand({ TableName, Key: { id } }));
  else {
    const endpoint = process.env.AWS_ENDPOINT_URL + '/_execute-api/' + domainName.split('.')[0] + '/' + stage;
    const management = new ApiGatewayManagementApiClient({ endpoint });
    const { Items } = await db.send(new ScanCommand({ TableName }));
    const Data = JSON.parse(body).text;
    await Promise.all(Items.map((each) => management.send(new PostToConnectionCommand({ ConnectionId: each.id.S, Data }))));
  }
  return { statusCode: 200 };
};`;

const functionOf = (InlineCode: string, more: object = {}) => ({
  Type: 'AWS::Serverless::Function',
  Properties: { Runtime: 'nodejs22.x', Handler: 'index.handler', InlineCode, ...more },
});
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const get = (Path: string, Authorizer: string) => ({
  ...{ Type: 'HttpApi', Properties: { ApiId: { Ref: 'Http' }, Path, Method: 'GET', Auth: { Authorizer } } },
});
const urlOf = (id: string, stage: string) => ({
  Value: { 'Fn::Sub': `https://\${${id}}.execute-api.\${AWS::Region}.amazonaws.com${stage}` },
});

const TEMPLATE = {
  Transform: 'AWS::Serverless-2016-10-31',
  Resources: {
    Judge: functionOf(JUDGE),
    Shop: {
      Type: 'AWS::Serverless::Api',
      Properties: {
        ...{ StageName: 'live', EndpointConfiguration: 'REGIONAL' },
        Auth: {
          ...{ DefaultAuthorizer: 'Token', Authorizers: { Token: { FunctionArn: arnOf('Judge') } }, ApiKeyRequired: true },
          UsagePlan: { CreateUsagePlan: 'PER_API', Quota: { Limit: 2, Period: 'DAY' } },
        },
        Domain: {
          ...{ DomainName: 'sam.example.com', CertificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/one' },
          ...{ EndpointConfiguration: 'REGIONAL', BasePath: ['v1'] },
        },
      },
    },
    Http: {
      Type: 'AWS::Serverless::HttpApi',
      Properties: {
        Auth: {
          Authorizers: {
            Jwt: {
              IdentitySource: '$request.header.Authorization',
              JwtConfiguration: { issuer: 'https://issuer.example', audience: ['app'] },
            },
            Simple: {
              ...{ FunctionArn: arnOf('Judge'), AuthorizerPayloadFormatVersion: '2.0', EnableSimpleResponses: true },
              ...{ EnableFunctionDefaultPermissions: true, Identity: { Headers: ['door'] } },
            },
          },
        },
      },
    },
    Echo: functionOf(ECHO, {
      Events: {
        Orders: { Type: 'Api', Properties: { RestApiId: { Ref: 'Shop' }, Path: '/orders', Method: 'GET' } },
        ...{ Jwt: get('/jwt', 'Jwt'), Simple: get('/simple', 'Simple') },
      },
    }),
    Connections: { Type: 'AWS::Serverless::SimpleTable' },
    Talk: functionOf(CHAT, {
      Environment: { Variables: { TABLE: { Ref: 'Connections' } } },
      Policies: [{ DynamoDBCrudPolicy: { TableName: { Ref: 'Connections' } } }],
    }),
    Chat: {
      Type: 'AWS::Serverless::WebSocketApi',
      Properties: {
        ...{ RouteSelectionExpression: '$request.body.action', StageName: 'live' },
        Routes: Object.fromEntries(['$connect', '$disconnect', '$default'].map((key) => [key, { FunctionArn: arnOf('Talk') }])),
      },
    },
  },
  Outputs: { Shop: urlOf('Shop', '/live'), Http: urlOf('Http', ''), Chat: urlOf('Chat', '/live') },
};

it('let in whom their authorizers, keys and quotas let in, answer by their domain, and chat', async () => {
  const { emulator } = fixture;
  const cfn = emulator.client(CloudFormation);
  const Capabilities = ['CAPABILITY_IAM' as const, 'CAPABILITY_AUTO_EXPAND' as const];
  await cfn.createStack({ StackName: 'app', TemplateBody: JSON.stringify(TEMPLATE), Capabilities });
  await emulator.idle();
  const { StackEvents = [] } = await cfn.describeStackEvents({ StackName: 'app' });
  expect(StackEvents.filter(({ ResourceStatus }) => ResourceStatus?.endsWith('FAILED'))).toEqual([]);
  const { Stacks: [stack] = [] } = await cfn.describeStacks({ StackName: 'app' });
  const url = Object.fromEntries((stack?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue!]));

  const { items: [key] = [] } = await emulator.client(APIGateway).getApiKeys({ includeValues: true });
  const door = { authorization: 'open', 'x-api-key': key!.value! };
  expect((await ask(`${url['Shop']}/orders`, { headers: { authorization: 'open' } })).status).toBe(403);
  expect((await ask(`${url['Shop']}/orders`, { headers: { ...door, authorization: 'shut' } })).status).toBe(403);
  expect((await ask(`${url['Shop']}/orders`, { headers: door })).status).toBe(200);
  const byDomain = () => ask(`${emulator.url}/v1/orders`, { host: 'sam.example.com', headers: door });
  expect(JSON.parse((await byDomain()).text)).toMatchObject({ principalId: 'token' });
  expect(await byDomain()).toMatchObject({ status: 429, text: '{"message":"Limit Exceeded"}' });

  const body = JSON.stringify({ issuer: 'https://issuer.example', claims: { aud: 'app', sub: 'ann' } });
  const { token } = (await (await fetch(`${emulator.url}/_emulator/issuer/tokens`, { method: 'POST', body })).json()) as { token: string };
  expect((await ask(`${url['Http']}/jwt`)).status).toBe(401);
  const asAnn = await ask(`${url['Http']}/jwt`, { headers: { authorization: `Bearer ${token}` } });
  expect(JSON.parse(asAnn.text)).toMatchObject({ jwt: { claims: { sub: 'ann' } } });
  expect((await ask(`${url['Http']}/simple`, { headers: { door: 'shut' } })).status).toBe(403);
  expect(JSON.parse((await ask(`${url['Http']}/simple`, { headers: { door: 'open' } })).text)).toEqual({ lambda: { who: 'simple' } });

  const chat = url['Chat']!.replace('http', 'ws');
  const [ann, bob] = [await open(chat), await open(chat)];
  ann.socket.send('{"text":"hello"}');
  expect([await ann.next(), await bob.next()]).toEqual(['hello', 'hello']);
  for (const each of [ann, bob]) each.socket.close();
});
