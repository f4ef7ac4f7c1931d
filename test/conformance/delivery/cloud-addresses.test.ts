// Requests that the emulator sends for a client lead to an API of the emulator by its host name in the cloud, whoever sends them.
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { SNS } from '@aws-sdk/client-sns';
import { beforeEach, expect, it } from 'vitest';
import { useEvents } from '../../support/use-events.ts';

const fixture = useEvents();

let api: ApiGatewayV2;
let inbox: string;
/** `https://ID.execute-api.us-east-1.amazonaws.com/in`: an API whose requests go to the queue `inbox`. */
let address: string;

const role = 'arn:aws:iam::000000000000:role/send';
async function httpApi(routes: Readonly<Record<string, object>>): Promise<string> {
  const { ApiId } = await api.createApi({ Name: 'hooks', ProtocolType: 'HTTP' });
  for (const [RouteKey, integration] of Object.entries(routes)) {
    const { IntegrationId } = await api.createIntegration({ ApiId, PayloadFormatVersion: '1.0', ...integration } as never);
    await api.createRoute({ ApiId, RouteKey, Target: `integrations/${IntegrationId}` });
  }
  await api.createStage({ ApiId, StageName: '$default', AutoDeploy: true });
  return `https://${ApiId}.execute-api.us-east-1.amazonaws.com`;
}

beforeEach(async () => {
  api = fixture.emulator.client(ApiGatewayV2);
  inbox = await fixture.makeQueue('inbox');
  const RequestParameters = { QueueUrl: inbox, MessageBody: '$request.body' };
  const toQueue = { IntegrationType: 'AWS_PROXY', IntegrationSubtype: 'SQS-SendMessage', CredentialsArn: role, RequestParameters };
  address = `${await httpApi({ 'POST /in': toQueue })}/in`;
});

it('of an API destination', async () => {
  const AuthParameters = { ApiKeyAuthParameters: { ApiKeyName: 'X-Key', ApiKeyValue: 'k' } };
  const { ConnectionArn } = await fixture.events.createConnection({ Name: 'c', AuthorizationType: 'API_KEY', AuthParameters });
  await fixture.emulator.idle();
  const HttpMethod = 'POST';
  const made = await fixture.events.createApiDestination({ Name: 'd', ConnectionArn, HttpMethod, InvocationEndpoint: address });
  await fixture.makeRule('all', [{ Id: 'd', Arn: made.ApiDestinationArn, RoleArn: role, Input: '{"by":"rule"}' }]);
  await fixture.put();
  expect(await fixture.bodies(inbox)).toEqual(['{"by":"rule"}']);
});

it('of a subscription', async () => {
  const sns = fixture.emulator.client(SNS);
  const { TopicArn } = await sns.createTopic({ Name: 'news' });
  await sns.subscribe({ TopicArn, Protocol: 'https', Endpoint: address });
  await fixture.emulator.idle();
  const [confirmation] = await fixture.bodies(inbox);
  expect(JSON.parse(confirmation!)).toMatchObject({ Type: 'SubscriptionConfirmation', TopicArn });
});

it('of a subscription, by a name below localhost with the port of the emulator', async () => {
  const sns = fixture.emulator.client(SNS);
  const { TopicArn } = await sns.createTopic({ Name: 'near' });
  const [id] = new URL(address).hostname.split('.');
  await sns.subscribe({
    TopicArn,
    Protocol: 'http',
    Endpoint: `http://${id}.execute-api.localhost:${new URL(fixture.emulator.url).port}/in`,
  });
  await fixture.emulator.idle();
  const [confirmation] = await fixture.bodies(inbox);
  expect(JSON.parse(confirmation!)).toMatchObject({ Type: 'SubscriptionConfirmation', TopicArn });
});

it('of an integration of another API', async () => {
  const toApi = { IntegrationType: 'HTTP_PROXY', IntegrationMethod: 'POST', IntegrationUri: address };
  const other = new URL(await httpApi({ 'POST /out': toApi }));
  const answer = await fetch(`${fixture.emulator.url}/_aws/execute-api/${other.hostname.split('.')[0]}/out`, {
    method: 'POST',
    body: 'hello',
  });
  expect(answer.status).toBe(200);
  expect(await fixture.bodies(inbox)).toEqual(['hello']);
});
