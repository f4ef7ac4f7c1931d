// Exports of stages: documents that make the same API again.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { useRestApi } from './use-rest-api.ts';

let emulator: TestEmulator;
let api: ReturnType<typeof useRestApi>;
beforeAll(async () => {
  emulator = await startTestEmulator();
  api = useRestApi(emulator);
});
afterAll(() => emulator.stop());

const FUNCTION =
  'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:000000000000:function:f/invocations';

async function shop() {
  const { restApiId, rootId } = await api.create({ binaryMediaTypes: ['image/png'], minimumCompressionSize: 10 });
  const model = (name: string, schema: object) =>
    api.client.createModel({ restApiId, name, contentType: 'application/json', schema: JSON.stringify(schema) });
  await model('Owner', { type: 'object' });
  const $ref = `https://apigateway.amazonaws.com/restapis/${restApiId}/models/Owner`;
  await model('Pet', { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' }, owner: { $ref } } });
  const validator = { validateRequestBody: true, validateRequestParameters: true };
  const { id: requestValidatorId } = await api.client.createRequestValidator({ restApiId, name: 'all', ...validator });
  const { id: authorizerId } = await api.client.createAuthorizer({ restApiId, name: 'token', type: 'TOKEN', authorizerUri: FUNCTION });
  const method = { restApiId, resourceId: await api.resource(restApiId, rootId, '/pets/{id}'), httpMethod: 'POST' };
  await api.method(
    method,
    {
      ...{ requestValidatorId, apiKeyRequired: true, authorizationType: 'CUSTOM', authorizerId, operationName: 'putPet' },
      requestModels: { 'application/json': 'Pet' },
      requestParameters: { 'method.request.path.id': true, 'method.request.querystring.q': false },
    },
    { requestTemplates: { 'application/json': '{"statusCode": 200}' } },
  );
  await api.client.putMethodResponse({ ...method, statusCode: '200', responseModels: { 'application/json': 'Pet' } });
  await api.client.putIntegrationResponse({ ...method, statusCode: '200', selectionPattern: '2\\d\\d' });
  const signed = { restApiId, resourceId: rootId, httpMethod: 'ANY' };
  await api.method(signed, { authorizationType: 'AWS_IAM' }, { type: 'AWS_PROXY', integrationHttpMethod: 'POST', uri: FUNCTION });
  await api.client.putGatewayResponse({ restApiId, responseType: 'THROTTLED', statusCode: '430' });
  await api.deploy(restApiId);
  return restApiId;
}

async function partsOf(restApiId: string) {
  const { items: resources = [] } = await api.client.getResources({ restApiId, embed: ['methods'] });
  const withoutIds = JSON.stringify(
    resources.map(({ path, resourceMethods }) => ({ path, resourceMethods })),
    (name, value: unknown) =>
      name === 'authorizerId' || name === 'requestValidatorId' || name === 'cacheNamespace' ? typeof value : value,
  );
  const { binaryMediaTypes, minimumCompressionSize } = await api.client.getRestApi({ restApiId });
  const { items: authorizers = [] } = await api.client.getAuthorizers({ restApiId });
  return {
    resources: (JSON.parse(withoutIds) as { path: string }[]).sort((a, b) => (a.path < b.path ? -1 : 1)),
    models: (await api.client.getModels({ restApiId })).items?.map(({ name }) => name).sort(),
    authorizers: authorizers.map(({ id: _, ...authorizer }) => authorizer),
    throttled: await api.client.getGatewayResponse({ restApiId, responseType: 'THROTTLED' }).then(({ statusCode }) => statusCode),
    settings: { binaryMediaTypes, minimumCompressionSize },
  };
}

it.each(['oas30', 'swagger'])('in the form %s make the same API again', async (exportType) => {
  const restApiId = await shop();
  const before = await partsOf(restApiId);
  const { body, contentDisposition } = await api.client.getExport({
    ...{ restApiId, stageName: 'dev', exportType, parameters: { extensions: 'apigateway' } },
  });
  expect(contentDisposition).toMatch(new RegExp(`^attachment; filename="${exportType}_[\\dT:-]+Z\\.json"$`));
  const { id } = await api.client.importRestApi({ body: body! });
  expect(await partsOf(id!)).toEqual(before);
});

it('leave out what they are not told to hold, and take YAML', async () => {
  const restApiId = await shop();
  const exported = async (parameters: Record<string, string>, accepts = 'application/json') =>
    Buffer.from((await api.client.getExport({ restApiId, stageName: 'dev', exportType: 'oas30', parameters, accepts })).body!).toString();
  expect(await exported({})).not.toContain('x-amazon-apigateway-integration');
  expect(await exported({ extensions: 'integrations' })).toContain('x-amazon-apigateway-integration');
  expect(await exported({ extensions: 'integrations' }, 'application/yaml')).toContain('x-amazon-apigateway-integration:');
  await expect(exported({ extensions: 'postman' })).rejects.toThrow('Invalid extension: postman');
});

it('templates of models show their shape', async () => {
  const { value } = await api.client.getModelTemplate({ restApiId: await shop(), modelName: 'Pet' });
  expect(value).toBe(`#set($inputRoot = $input.path('$'))\n{\n  "name" : "foo",\n  "age" : 42,\n  "owner" : {}\n}`);
});
