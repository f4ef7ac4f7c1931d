// APIs from OpenAPI documents of both versions.
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

const mocked = (body: string) => ({
  type: 'mock',
  requestTemplates: { 'application/json': '{"statusCode": 200}' },
  responses: { default: { statusCode: '200', responseTemplates: { 'application/json': body } } },
});
const bytes = (document: object) => Buffer.from(JSON.stringify(document));

const OPENAPI = {
  openapi: '3.0.1',
  info: { title: 'pets', version: '2' },
  servers: [{ url: '/{basePath}', variables: { basePath: { default: '/v1/deep' } } }],
  components: {
    schemas: {
      Pet: { type: 'object', properties: { owner: { $ref: '#/components/schemas/Owner' } } },
      Owner: { type: 'object', properties: { pet: { $ref: '#/components/schemas/Pet' } } },
    },
    securitySchemes: { key: { type: 'apiKey', name: 'x-api-key', in: 'header' } },
  },
  'x-amazon-apigateway-request-validators': { all: { validateRequestBody: true, validateRequestParameters: true } },
  'x-amazon-apigateway-request-validator': 'all',
  'x-amazon-apigateway-binary-media-types': ['image/png'],
  'x-amazon-apigateway-gateway-responses': {
    DEFAULT_4XX: { statusCode: 418, responseTemplates: { 'application/json': '{"brewed": true}' } },
  },
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true }],
      get: {
        security: [{ key: [] }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
        responses: { 200: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } } },
        'x-amazon-apigateway-integration': mocked('pet $input.params("id")'),
      },
      'x-amazon-apigateway-any-method': { 'x-amazon-apigateway-integration': mocked('any') },
    },
  },
};

it('makes resources, methods, models, validators and answers of the gateway', async () => {
  const { id: restApiId } = await api.client.importRestApi({ body: bytes(OPENAPI) });
  const { items } = await api.client.getResources({ restApiId, embed: ['methods'] });
  expect(items?.map(({ path }) => path).sort()).toEqual(['/', '/pets', '/pets/{id}']);
  const { resourceMethods } = items!.find(({ path }) => path === '/pets/{id}')!;
  expect(resourceMethods).toMatchObject({
    GET: {
      apiKeyRequired: true,
      authorizationType: 'NONE',
      requestParameters: { 'method.request.path.id': true },
      requestModels: { 'application/json': 'Pet' },
      methodResponses: { 200: { responseModels: { 'application/json': 'Pet' } } },
    },
    ANY: { apiKeyRequired: false },
  });
  const { schema } = await api.client.getModel({ restApiId, modelName: 'Pet' });
  expect(schema).toContain(`https://apigateway.amazonaws.com/restapis/${restApiId}/models/Owner`);
  await api.deploy(restApiId!);
  expect(await (await api.call(restApiId!, '/dev/pets/7', { method: 'PUT' })).text()).toBe('any');
  const denied = await api.call(restApiId!, '/dev/none');
  expect([denied.status, await denied.json()]).toEqual([418, { brewed: true }]);
});

it.each([
  ['ignore', '/pets/{id}'],
  ['prepend', '/v1/deep/pets/{id}'],
  ['split', '/deep/pets/{id}'],
])('takes the base path as told: %s', async (basepath, expected) => {
  const { id: restApiId } = await api.client.importRestApi({ body: bytes(OPENAPI), parameters: { basepath } });
  const { items } = await api.client.getResources({ restApiId });
  expect(items?.map(({ path }) => path)).toContain(expected);
});

it('replaces methods whole when it merges, adds binary types, and keeps the rest', async () => {
  const { id: restApiId } = await api.client.importRestApi({ body: bytes(OPENAPI) });
  const more = {
    swagger: '2.0',
    info: { title: 'more' },
    'x-amazon-apigateway-binary-media-types': ['image/gif'],
    paths: {
      '/pets/{id}': { get: { 'x-amazon-apigateway-integration': mocked('new') } },
      '/more': { post: { 'x-amazon-apigateway-integration': mocked('more') } },
    },
  };
  const merged = await api.client.putRestApi({ restApiId, mode: 'merge', body: bytes(more) });
  expect(merged).toMatchObject({ id: restApiId, name: 'more', binaryMediaTypes: ['image/png', 'image/gif'] });
  const { items } = await api.client.getResources({ restApiId, embed: ['methods'] });
  expect(items?.map(({ path }) => path).sort()).toEqual(['/', '/more', '/pets', '/pets/{id}']);
  expect(items!.find(({ path }) => path === '/pets/{id}')!.resourceMethods!['GET']).toMatchObject({ apiKeyRequired: false });
  await api.client.putRestApi({ restApiId, mode: 'overwrite', body: bytes(more) });
  const after = await api.client.getRestApi({ restApiId });
  expect(after.binaryMediaTypes).toEqual(['image/gif']);
  expect((await api.client.getResources({ restApiId })).items).toHaveLength(4);
});

it('takes YAML', async () => {
  const body = Buffer.from(
    "swagger: '2.0'\ninfo: {title: yaml}\npaths:\n  /a:\n    get:\n      x-amazon-apigateway-integration: {type: mock}\n",
  );
  expect(await api.client.importRestApi({ body })).toMatchObject({ name: 'yaml' });
});

it.each([
  ['what is no document', { info: {} }, 'Invalid OpenAPI input.'],
  ['what is no YAML', '{a: [', 'Invalid OpenAPI input.'],
  ['versions of OpenAPI before 3', { ...OPENAPI, openapi: '2.0' }, 'Only OpenAPI 3.x.x are currently supported'],
  ['versions of Swagger other than 2', { ...OPENAPI, openapi: undefined, swagger: '2.1' }, 'Only OpenAPI 3.x.x are currently supported'],
  ['references out of the document', { ...OPENAPI, paths: { '/x': { $ref: 'http://example.com/x' } } }, /leads out of the document/],
  ['references in circles', { ...OPENAPI, paths: { '/x': { $ref: '#/paths/~1x' } } }, /leads back to itself/],
  ['models that are not there', { ...OPENAPI, components: {} }, 'Invalid model identifier specified: Pet'],
])('refuses %s, and makes nothing', async (_, document, message) => {
  const before = (await api.client.getRestApis({ limit: 500 })).items!.length;
  const body = typeof document === 'string' ? Buffer.from(document) : bytes(document);
  await expect(api.client.importRestApi({ body })).rejects.toThrow(message);
  expect((await api.client.getRestApis({ limit: 500 })).items).toHaveLength(before);
});

it('refuses aliases that repeat too much', async () => {
  const levels = Array.from(
    { length: 9 },
    (_, level) =>
      `l${level}: &l${level} [${
        level === 0
          ? 'x'
          : Array(10)
              .fill(`*l${level - 1}`)
              .join(', ')
      }]`,
  );
  await expect(api.client.importRestApi({ body: Buffer.from(`swagger: '2.0'\n${levels.join('\n')}\n`) })).rejects.toThrow(/YAML aliases/);
});

it('resolves the variables of the place where it is imported', async () => {
  const uri = 'arn:${AWS::Partition}:apigateway:${AWS::Region}:sqs:path/${AWS::AccountId}/q';
  const integration = { type: 'aws', httpMethod: 'POST', uri, credentials: 'arn:aws:iam::${AWS::AccountId}:role/api' };
  const document = { openapi: '3.0.1', info: { title: 'x' }, paths: { '/': { get: { 'x-amazon-apigateway-integration': integration } } } };
  const { id: restApiId = '', rootResourceId: resourceId = '' } = await api.client.importRestApi({ body: bytes(document) });
  expect(await api.client.getIntegration({ restApiId, resourceId, httpMethod: 'GET' })).toMatchObject({
    uri: 'arn:aws:apigateway:us-east-1:sqs:path/000000000000/q',
    credentials: 'arn:aws:iam::000000000000:role/api',
  });
});

it('ends at thousands of paths, and at a path of thousands of parts', async () => {
  const paths = (names: readonly string[]) => ({
    openapi: '3.0.1',
    info: { title: 'many', version: '1' },
    paths: Object.fromEntries(names.map((name) => [name, { get: { responses: {} } }])),
  });
  const many = Array.from({ length: 10_000 }, (_, index) => `/p${index}/{x}/y`);
  await expect(api.client.importRestApi({ body: bytes(paths(many)) })).rejects.toMatchObject({ name: 'LimitExceededException' });
  const deep = `/${'a/'.repeat(50_000)}b`;
  await expect(api.client.importRestApi({ body: bytes(paths([deep])) })).rejects.toMatchObject({ name: 'BadRequestException' });
  const { id: restApiId } = await api.client.importRestApi({ body: bytes(paths(many.slice(0, 900))) });
  await api.client.deleteRestApi({ restApiId });
});
