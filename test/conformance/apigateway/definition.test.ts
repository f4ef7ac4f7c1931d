// The parts of an API: resources, methods, integrations, responses, models, validators, authorizers, in the words of the service.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { useRestApi } from './use-rest-api.ts';

let emulator: TestEmulator;
let api: ReturnType<typeof useRestApi>;
beforeAll(async () => {
  emulator = await startTestEmulator();
  api = useRestApi(emulator);
});
afterAll(() => emulator.stop());

const refusal = (name: string, message: string | RegExp) =>
  expect.objectContaining({ name, message: typeof message === 'string' ? message : expect.stringMatching(message) });

describe('REST APIs', () => {
  it('are created with a root resource and two models, listed, changed and deleted', async () => {
    const { restApiId, rootId } = await api.create({ description: 'first' });
    const { items: resources } = await api.client.getResources({ restApiId });
    expect(resources).toEqual([{ id: rootId, path: '/' }]);
    const { items: models } = await api.client.getModels({ restApiId });
    expect(models?.map(({ name }) => name)).toEqual(['Empty', 'Error']);
    const patchOperations = [
      { op: 'replace' as const, path: '/name', value: 'renamed' },
      { op: 'add' as const, path: '/binaryMediaTypes/image~1png' },
      { op: 'replace' as const, path: '/minimumCompressionSize', value: '10' },
    ];
    expect(await api.client.updateRestApi({ restApiId, patchOperations })).toMatchObject({
      name: 'renamed',
      description: 'first',
      binaryMediaTypes: ['image/png'],
      minimumCompressionSize: 10,
      apiKeySource: 'HEADER',
      endpointConfiguration: { types: ['EDGE'], ipAddressType: 'ipv4' },
    });
    await api.client.deleteRestApi({ restApiId });
    await expect(api.client.getRestApi({ restApiId })).rejects.toEqual(
      refusal('NotFoundException', `Invalid API identifier specified 000000000000:${restApiId}`),
    );
  });

  it('are changed by all operations of a patch or by none', async () => {
    const { restApiId } = await api.create();
    const patchOperations = [
      { op: 'replace' as const, path: '/name', value: 'other' },
      { op: 'replace' as const, path: '/nothing', value: 'x' },
    ];
    await expect(api.client.updateRestApi({ restApiId, patchOperations })).rejects.toEqual(
      refusal('BadRequestException', 'Invalid patch path /nothing'),
    );
    expect(await api.client.getRestApi({ restApiId })).toMatchObject({ name: 'shop' });
  });

  it('take the id that a tag chooses', async () => {
    const { restApiId } = await api.create({ tags: { _custom_id_: 'my-shop' } });
    expect(restApiId).toBe('my-shop');
  });

  it('refuse endpoint types that do not go together', async () => {
    await expect(api.create({ endpointConfiguration: { types: ['EDGE', 'REGIONAL'] } })).rejects.toEqual(
      refusal('BadRequestException', 'Cannot create an api with multiple Endpoint Types.'),
    );
    await expect(api.create({ endpointConfiguration: { types: ['PRIVATE'], ipAddressType: 'ipv4' } })).rejects.toEqual(
      refusal('BadRequestException', 'Only dualstack ipAddressType is supported for Private APIs.'),
    );
  });
});

describe('resources', () => {
  it('refuse siblings that could not be told apart', async () => {
    const { restApiId, rootId: parentId } = await api.create();
    const create = (pathPart: string, parent = parentId) => api.client.createResource({ restApiId, parentId: parent, pathPart });
    const pets = await create('pets');
    expect(pets).toMatchObject({ path: '/pets', pathPart: 'pets', parentId });
    await expect(create('pets')).rejects.toEqual(
      refusal('ConflictException', 'Another resource with the same parent already has this name: pets'),
    );
    const proxy = await create('{proxy+}');
    await expect(create('{id}')).rejects.toEqual(
      refusal('BadRequestException', 'A sibling ({proxy+}) of this resource already has a variable path part -- only one is allowed'),
    );
    await expect(create('below', proxy.id)).rejects.toEqual(
      refusal('BadRequestException', 'Cannot create a child of a resource with a greedy path variable: {proxy+}'),
    );
  });

  it('move with all that is below, but not below themselves', async () => {
    const { restApiId, rootId } = await api.create();
    const a = await api.resource(restApiId, rootId, '/a');
    const c = await api.resource(restApiId, a, '/b/c');
    const d = await api.resource(restApiId, rootId, '/d');
    const move = (resourceId: string, path: string, value: string) =>
      api.client.updateResource({ restApiId, resourceId, patchOperations: [{ op: 'replace', path, value }] });
    await move(a, '/parentId', d);
    expect((await api.client.getResource({ restApiId, resourceId: c })).path).toBe('/d/a/b/c');
    await move(a, '/pathPart', 'x');
    expect((await api.client.getResource({ restApiId, resourceId: c })).path).toBe('/d/x/b/c');
    await expect(move(d, '/parentId', c)).rejects.toEqual(refusal('BadRequestException', 'Resources cannot be cyclical.'));
    await expect(move(rootId, '/pathPart', 'y')).rejects.toEqual(
      refusal('BadRequestException', 'Root resource cannot update its pathPart.'),
    );
    await expect(move(a, '/invalid', 'y')).rejects.toEqual(
      refusal('BadRequestException', "Invalid patch path  '/invalid' specified for op 'replace'. Must be one of: [/parentId, /pathPart]"),
    );
    await expect(
      api.client.updateResource({ restApiId, resourceId: a, patchOperations: [{ op: 'add', path: '/pathPart', value: 'z' }] }),
    ).rejects.toEqual(
      refusal('BadRequestException', "Invalid patch path  '/pathPart' specified for op 'add'. Please choose supported operations"),
    );
    await api.client.deleteResource({ restApiId, resourceId: d });
    expect((await api.client.getResources({ restApiId })).items).toEqual([{ id: rootId, path: '/' }]);
  });
});

describe('methods', () => {
  it('refuse what is not there', async () => {
    const { restApiId, rootId: resourceId } = await api.create();
    const put = (more: object) => api.client.putMethod({ restApiId, resourceId, httpMethod: 'GET', authorizationType: 'NONE', ...more });
    await expect(put({ httpMethod: 'FETCH' })).rejects.toEqual(
      refusal('BadRequestException', 'Invalid HttpMethod specified. Valid options are GET,PUT,POST,DELETE,PATCH,OPTIONS,HEAD,ANY'),
    );
    await expect(put({ requestModels: { 'application/json': 'petModel' } })).rejects.toEqual(
      refusal('BadRequestException', 'Invalid model identifier specified: petModel'),
    );
    await expect(put({ requestValidatorId: 'none' })).rejects.toEqual(
      refusal('BadRequestException', 'Invalid Request Validator identifier specified'),
    );
    await expect(put({ authorizationType: 'CUSTOM' })).rejects.toEqual(
      refusal('BadRequestException', /^Invalid authorizer ID specified\./),
    );
    await expect(put({ requestParameters: { 'method.request.header.q': true, 'method.request.querystring.q': true } })).rejects.toEqual(
      refusal('BadRequestException', 'Parameter names must be unique across querystring, header and path'),
    );
  });

  it('hold integrations and responses, and are patched by paths with escaped slashes', async () => {
    const { restApiId, rootId: resourceId } = await api.create();
    const method = { restApiId, resourceId, httpMethod: 'GET' };
    await api.method(method, {}, { requestTemplates: { 'application/json': '{"statusCode": 200}' } });
    await api.client.putMethodResponse({ ...method, statusCode: '200', responseModels: { 'application/json': 'Empty' } });
    await api.client.putIntegrationResponse({ ...method, statusCode: '200', responseTemplates: { 'application/json': '{}' } });
    await api.client.updateIntegrationResponse({
      ...method,
      statusCode: '200',
      patchOperations: [{ op: 'add', path: '/responseTemplates/text~1plain', value: 'plain' }],
    });
    expect(await api.client.getMethod(method)).toMatchObject({
      apiKeyRequired: false,
      methodResponses: { 200: { statusCode: '200', responseModels: { 'application/json': 'Empty' } } },
      methodIntegration: {
        type: 'MOCK',
        passthroughBehavior: 'WHEN_NO_MATCH',
        timeoutInMillis: 29_000,
        cacheNamespace: resourceId,
        integrationResponses: { 200: { statusCode: '200', responseTemplates: { 'application/json': '{}', 'text/plain': 'plain' } } },
      },
    });
    await expect(
      api.client.updateMethod({ ...method, patchOperations: [{ op: 'add', path: '/requestModels/application/json', value: 'Empty' }] }),
    ).rejects.toEqual(refusal('BadRequestException', 'Invalid patch path /requestModels/application/json'));
  });

  it('take only integrations that could be called', async () => {
    const { restApiId, rootId: resourceId } = await api.create();
    const method = { restApiId, resourceId, httpMethod: 'GET' };
    await api.client.putMethod({ ...method, authorizationType: 'NONE' });
    const put = (type: 'AWS' | 'AWS_PROXY' | 'HTTP', uri: string) =>
      api.client.putIntegration({ ...method, type, uri, integrationHttpMethod: 'POST' });
    await expect(put('AWS', 'http://here')).rejects.toEqual(refusal('BadRequestException', 'Invalid ARN specified in the request'));
    await expect(put('AWS', 'arn:aws:apigateway:us-east-1:sqs:thing/x')).rejects.toEqual(
      refusal('BadRequestException', 'AWS ARN for integration must contain path or action'),
    );
    await expect(put('AWS_PROXY', 'arn:aws:apigateway:us-east-1:sqs:path/1/q')).rejects.toEqual(
      refusal(
        'BadRequestException',
        "Integrations of type 'AWS_PROXY' currently only supports Lambda function and Firehose stream invocations.",
      ),
    );
    await expect(put('HTTP', 'nowhere')).rejects.toEqual(refusal('BadRequestException', 'Invalid HTTP endpoint specified for URI'));
  });
});
