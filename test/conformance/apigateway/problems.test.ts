// Requests to REST APIs in traces and in the ledger of problems, with the reason that clients do not learn.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { problemsOf, runsOf } from '../../support/problems.ts';
import { type Fixture, startFixture } from '../lambda/fixture.ts';
import { useRestApi } from './use-rest-api.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ clock: 'manual' });
});
beforeEach(() => fixture.emulator.reset());
afterAll(() => fixture.emulator.stop());

const URI = 'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:000000000000:function:f/invocations';
const causes = async () => (await problemsOf(fixture.emulator)).map(({ cause }) => cause);

async function api(body: string, { isOpen = true, method = {}, integration = {} } = {}) {
  await fixture.create('f', body);
  if (isOpen)
    await fixture.lambda.addPermission({
      ...{ FunctionName: 'f', StatementId: 'api', Action: 'lambda:InvokeFunction', Principal: 'apigateway.amazonaws.com' },
    });
  const { client, create } = useRestApi(fixture.emulator);
  const { restApiId, rootId: resourceId } = await create();
  const made = { restApiId, resourceId, httpMethod: 'GET' };
  await client.putMethod({ ...made, authorizationType: 'NONE', ...method });
  await client.putIntegration({ ...made, type: 'AWS_PROXY', integrationHttpMethod: 'POST', uri: URI, ...integration });
  await client.createDeployment({ restApiId, stageName: 'dev' });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${fixture.emulator.url}/_execute-api/${restApiId}/dev${path}`, { headers });
  return { id: restApiId, ask, client };
}

it('are runs', async () => {
  const { id, ask } = await api('return { statusCode: 404, body: "" };');
  expect((await ask('/?token=hush', { authorization: 'hush' })).status).toBe(404);
  expect((await runsOf(fixture.emulator, 'request')).map(({ name, resource, failed }) => [name, resource, failed])).toEqual([
    ['GET /dev/ of API shop → 404', `arn:aws:apigateway:us-east-1::/restapis/${id}`, false],
  ]);
  expect(await causes()).toEqual([]);
  expect(await (await fetch(`${fixture.emulator.url}/_emulator/traces?lines=100`)).text()).not.toContain('hush');
});

it.each([
  ['{ message: "hello" }', 'it has the members message, and may have statusCode, headers, multiValueHeaders, body, isBase64Encoded'],
  ['{ statusCode: 200, body: { a: 1 } }', 'its body is no text: JSON.stringify makes one'],
  ['{ statusCode: 1000 }', 'its statusCode is 1000, which is no HTTP status from 200 to 599'],
  ['{ headers: { a: {} } }', 'its headers or multiValueHeaders are no map of texts'],
  ['"x"', 'it is no object with statusCode, headers and body'],
])('tell what is wrong with %s', async (answer, reason) => {
  const { id, ask } = await api(`return ${answer};`);
  expect((await ask('/')).status).toBe(502);
  expect(await causes()).toEqual([`the integration of GET / of API ${id} failed: the answer of the function is not understood: ${reason}`]);
});

it('tell that the gateway may not call the function, and the command that allows it', async () => {
  const { ask } = await api('return {};', { isOpen: false });
  expect((await ask('/')).status).toBe(500);
  expect(await problemsOf(fixture.emulator)).toMatchObject([
    { code: 'API_INTEGRATION_FAILED', remedy: expect.stringContaining('aws lambda add-permission --function-name f') },
  ]);
});

it('tell that no method, no stage and no key takes them', async () => {
  const { id, ask } = await api('return {};', { method: { apiKeyRequired: true } });
  await ask('/none');
  await ask('/', { 'x-api-key': 'hush' });
  await ask('/');
  await fetch(`${fixture.emulator.url}/_execute-api/${id}/prod/`);
  const refused = `API ${id} refused a request to`;
  expect(await causes()).toEqual([
    `${refused} -: no method takes GET /none; the deployment of the stage dev has GET /`,
    `${refused} GET /: its header x-api-key is no key of a usage plan of the stage`,
    `${refused} GET /: its header x-api-key is missing, and the method needs an API key`,
    `API ${id} has no stage prod`,
  ]);
});

it('tell which template failed, and what a service refused', async () => {
  const template = {
    type: 'MOCK',
    requestTemplates: { 'application/json': '#foreach($x in' },
    integrationHttpMethod: undefined,
    uri: undefined,
  };
  const { ask } = await api('return {};', { integration: template });
  expect((await ask('/')).status).toBe(500);
  const uri = 'arn:aws:apigateway:us-east-1:sqs:action/SendMessage';
  const parameters = {
    'integration.request.querystring.QueueUrl': "'http://localhost/000000000000/none'",
    'integration.request.querystring.MessageBody': "'x'",
  };
  await fixture.lambda.deleteFunction({ FunctionName: 'f' });
  const service = await api('return {};', {
    integration: { type: 'AWS', uri, requestParameters: parameters, credentials: 'arn:aws:iam::000000000000:role/api' },
  });
  const made = { restApiId: service.id, httpMethod: 'GET' };
  const [{ id: resourceId = '' } = {}] = (await service.client.getResources({ restApiId: service.id })).items ?? [];
  await service.client.putMethodResponse({ ...made, resourceId, statusCode: '200' });
  await service.client.putIntegrationResponse({ ...made, resourceId, statusCode: '200' });
  await service.client.createDeployment({ restApiId: service.id, stageName: 'dev' });
  expect((await service.ask('/')).status).toBe(200);
  expect(await causes()).toEqual([
    expect.stringContaining('the mapping template failed'),
    expect.stringMatching(/the service answered 400: .*NonExistentQueue/),
  ]);
});
