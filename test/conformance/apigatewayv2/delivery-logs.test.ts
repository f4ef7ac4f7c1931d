// Access logs of REST and HTTP APIs that go to a delivery stream.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Streams, useStreams } from '../firehose/use-streams.ts';
import { ask } from './use-apis.ts';

const STREAM = 'amazon-apigateway-access';
const destination = (name: string): string => `arn:aws:firehose:us-east-1:000000000000:deliverystream/${name}`;

let streams: Streams;
beforeAll(async () => {
  streams = await useStreams();
  await streams.create(STREAM);
  // The first calls load clients and services: not within the time of a test.
  await ask((await restApi()).path);
  await ask((await httpApi()).ApiEndpoint);
  await streams.put(STREAM, 'first');
  await streams.delivered(STREAM);
});
afterAll(() => streams.emulator.stop());

const linesIn = async (): Promise<string[]> => (await streams.delivered(STREAM)).flatMap(({ bytes }) => bytes.toString().split('\n'));

/** The path of a REST API whose GET answers. */
async function restApi(): Promise<{ restApiId: string; path: string }> {
  const api = streams.emulator.client(APIGateway);
  const { id: restApiId = '', rootResourceId: resourceId } = await api.createRestApi({ name: 'shop' });
  const method = { restApiId, resourceId, httpMethod: 'GET' };
  await api.putMethod({ ...method, authorizationType: 'NONE' });
  await api.putIntegration({ ...method, type: 'MOCK', requestTemplates: { 'application/json': '{"statusCode": 200}' } });
  await api.putIntegrationResponse({ ...method, statusCode: '200' });
  await api.createDeployment({ restApiId, stageName: 'dev' });
  return { restApiId, path: `${streams.emulator.url}/_execute-api/${restApiId}/dev` };
}

const settings = (name: string) => ({
  AccessLogSettings: { DestinationArn: destination(name), Format: 'http $context.status $context.requestId' },
});

/** An HTTP API without routes. */
async function httpApi(more: object = {}): Promise<{ ApiId: string; ApiEndpoint: string }> {
  const api = streams.emulator.client(ApiGatewayV2);
  const { ApiId = '', ApiEndpoint = '' } = await api.createApi({ Name: 'shop', ProtocolType: 'HTTP' });
  await api.createStage({ ApiId, StageName: '$default', AutoDeploy: true, ...more });
  return { ApiId, ApiEndpoint };
}

it('have a line per request of a REST API', async () => {
  const { restApiId, path } = await restApi();
  const patchOperations = [
    { op: 'replace' as const, path: '/accessLogSettings/destinationArn', value: destination(STREAM) },
    { op: 'replace' as const, path: '/accessLogSettings/format', value: 'rest $context.httpMethod $context.status' },
  ];
  await streams.emulator.client(APIGateway).updateStage({ restApiId, stageName: 'dev', patchOperations });
  for (const end of ['/', '/none']) await ask(`${path}${end}`);
  await streams.emulator.idle();
  expect(await linesIn()).toEqual(expect.arrayContaining(['rest GET 200', 'rest GET 403']));
});

it('have a line per request of an HTTP API, and say where they cannot be written', async () => {
  const { ApiId, ApiEndpoint } = await httpApi(settings(STREAM));
  await ask(ApiEndpoint);
  await streams.emulator.idle();
  expect(await linesIn()).toContainEqual(expect.stringMatching(/^http 404 \S+$/));
  await streams.emulator.client(ApiGatewayV2).updateStage({ ApiId, StageName: '$default', ...settings('amazon-apigateway-gone') });
  await ask(ApiEndpoint);
  await streams.emulator.idle();
  expect(streams.emulator.lines.some((line) => line.includes('the access log could not be written to amazon-apigateway-gone'))).toBe(true);
});
