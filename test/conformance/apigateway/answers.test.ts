// Answers to clients, and lines of log groups: streamed answers, compression, limits, access and execution logs, functions that do not answer in time.
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, functionArn, invocationUri } from '../apigatewayv2/use-apis.ts';
import { type Fixture, startFixture, zipOf } from '../lambda/fixture.ts';
import { useRestApi } from './use-rest-api.ts';

let fixture: Fixture;
let api: ReturnType<typeof useRestApi>;
let logs: CloudWatchLogs;
const streamed = (body: string) => `exports.handler = awslambda.streamifyResponse(async (event, stream) => { ${body} });`;

beforeAll(async () => {
  fixture = await startFixture({ clock: 'manual' });
  api = useRestApi(fixture.emulator);
  logs = fixture.emulator.client(CloudWatchLogs);
});
afterAll(() => fixture.emulator.stop());

async function functionNamed(name: string, source: string) {
  await fixture.create(name, source.startsWith('exports') ? zipOf({ 'index.js': source }) : source);
  await fixture.lambda.addPermission({
    ...{ FunctionName: name, StatementId: 'api', Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' },
  });
}

async function deployed(integration: object, apiSettings: object = {}, response: object | undefined = undefined) {
  const { restApiId, rootId: resourceId } = await api.create(apiSettings);
  const method = { restApiId, resourceId, httpMethod: 'ANY' };
  await api.method(method, {}, integration);
  if (response) await api.client.putIntegrationResponse({ ...method, statusCode: '200', ...response });
  await api.deploy(restApiId);
  return { restApiId, method, at: `${fixture.emulator.url}/_execute-api/${restApiId}/dev` };
}
const MOCK = { requestTemplates: { 'application/json': '{"statusCode": 200}' } };
const proxy = (name: string, more: object = {}) => ({
  type: 'AWS_PROXY',
  integrationHttpMethod: 'POST',
  uri: invocationUri(name),
  ...more,
});
const streaming = (name: string) =>
  proxy(name, {
    uri: `arn:aws:apigateway:us-east-1:lambda:path/2021-11-15/functions/${functionArn(name)}/response-streaming-invocations`,
    responseTransferMode: 'STREAM',
  });

describe('functions that stream', () => {
  it('give status and headers before eight zero bytes, and the body in pieces', async () => {
    const body = `const made = awslambda.HttpResponseStream.from(stream, { statusCode: 202, headers: { 'X-Mine': 'yes' } });
      made.write('one '); made.write(event.httpMethod); made.end();`;
    await functionNamed('streams', streamed(body));
    const { at } = await deployed(streaming('streams'));
    const answer = await ask(at, { method: 'POST' });
    expect(answer).toMatchObject({ status: 202, text: 'one POST' });
    expect(answer.headers['x-mine']).toBe('yes');
  });

  it('are not understood without the zero bytes', async () => {
    await functionNamed('plain', streamed(`stream.write('no metadata'); stream.end();`));
    const { at } = await deployed(streaming('plain'));
    expect(await ask(at)).toMatchObject({ status: 502, text: '{"message": "Internal server error"}' });
  });
});

describe('functions', () => {
  it.each([
    ['other members', '{ statusCode: 200, result: 1 }', 502],
    ['a status that is none', '{ statusCode: 99 }', 502],
    ['a status as text', '{ statusCode: "201" }', 201],
    ['lists that are none', '{ statusCode: 200, multiValueHeaders: { a: "b" } }', 502],
    ['headers that HTTP cannot carry', '{ statusCode: 200, headers: { "bad name": "1", "X-A": "a\\nb" } }', 200],
    ['nothing', 'null', 502],
  ])('that answer with %s', async (title, result, status) => {
    const name = title.replaceAll(' ', '-');
    await functionNamed(name, `return ${result};`);
    const { at } = await deployed(proxy(name));
    expect((await ask(at)).status).toBe(status);
  });

  it('that are not there are a failure of the API', async () => {
    const { at } = await deployed(proxy('nobody'));
    expect(await ask(at)).toMatchObject({ status: 500, text: '{"message": "Internal server error"}' });
  });
});

describe('answers', () => {
  const template = { responseTemplates: { 'application/json': 'x'.repeat(200) } };

  it('are compressed from the size on that the API sets, for clients that take it', async () => {
    const { at } = await deployed(MOCK, { minimumCompressionSize: 100 }, template);
    const plain = await ask(at);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await ask(at, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.text.length).toBeLessThan(100);
  });

  it('refuse requests with too many headers', async () => {
    const { at } = await deployed(MOCK, {}, template);
    const headers = Object.fromEntries(Array.from({ length: 110 }, (_, index) => [`x-${index}`, 'v'.repeat(100)]));
    expect(await ask(at, { headers })).toMatchObject({ status: 413, text: '{"message":"Request Too Long"}' });
  });

  it('are refused at the host of an API that has none', async () => {
    const { restApiId } = await deployed(MOCK, { disableExecuteApiEndpoint: true }, template);
    const host = `${restApiId}.execute-api.localhost:4566`;
    expect(await ask(`${fixture.emulator.url}/dev`, { host })).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' });
  });

  it('come by the path of the established emulator, too', async () => {
    const { restApiId } = await deployed(MOCK, {}, { responseTemplates: { 'application/json': '$context.path' } });
    const answer = await ask(`${fixture.emulator.url}/restapis/${restApiId}/dev/_user_request_/`);
    expect(answer).toMatchObject({ status: 200, text: '/dev/' });
  });
});

describe('logs', () => {
  const patch = (restApiId: string, ...changes: [path: string, value: string][]) =>
    api.client.updateStage({
      ...{ restApiId, stageName: 'dev' },
      patchOperations: changes.map(([path, value]) => ({ op: 'replace' as const, path, value })),
    });
  const messagesOf = async (logGroupName: string) => {
    await fixture.emulator.idle();
    const { events = [] } = await logs.filterLogEvents({ logGroupName });
    return events.map(({ message }) => message);
  };

  it('of access have a line for each request, in the format of the stage', async () => {
    const { restApiId, at } = await deployed(MOCK, {}, {});
    await logs.createLogGroup({ logGroupName: '/access' });
    const format = '$context.httpMethod $context.resourcePath $context.status $context.error.responseType $context.authorizer.principalId';
    await patch(
      restApiId,
      ['/accessLogSettings/destinationArn', 'arn:aws:logs:us-east-1:000000000000:log-group:/access'],
      ['/accessLogSettings/format', format],
    );
    await ask(at, { method: 'PUT' });
    await ask(`${at}/none`);
    expect(await messagesOf('/access')).toEqual(['PUT / 200 - -', 'GET - 403 MISSING_AUTHENTICATION_TOKEN -']);
  });

  it('of executions have the lines of its steps, with bodies where data is traced', async () => {
    const { restApiId, at } = await deployed(MOCK, {}, { responseTemplates: { 'application/json': 'the body' } });
    const group = `API-Gateway-Execution-Logs_${restApiId}/dev`;
    await patch(restApiId, ['/*/*/logging/loglevel', 'INFO']);
    await ask(at);
    const quiet = await messagesOf(group);
    expect(quiet[0]).toMatch(/^\([0-9a-f-]{36}\) Starting execution for request: /);
    expect(quiet.at(-1)).toMatch(/Method completed with status: 200$/);
    expect(quiet.join()).not.toContain('the body');
    await patch(restApiId, ['/*/*/logging/dataTrace', 'true']);
    await ask(at);
    expect((await messagesOf(group)).join()).toContain('Method response body after transformations: the body');
  });
});
