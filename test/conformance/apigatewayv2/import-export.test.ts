// HTTP APIs as OpenAPI documents: imported, exported, and imported again.
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, ECHO, eventIn, functionArn, useApis } from './use-apis.ts';

const fixture = useApis();
const integration = { type: 'aws_proxy', httpMethod: 'POST', uri: functionArn('echo'), payloadFormatVersion: '2.0' };
const authorizer = {
  type: 'jwt',
  identitySource: '$request.header.Authorization',
  jwtConfiguration: { issuer: 'https://x.example', audience: ['app'] },
};
const document = {
  openapi: '3.0.1',
  info: { title: 'imported', version: '7' },
  servers: [{ url: 'https://x.example/base/v1' }],
  tags: [{ name: 'team', 'x-amazon-apigateway-tag-value': 'a' }],
  'x-amazon-apigateway-cors': { allowOrigins: ['https://app.example'], maxAge: 5 },
  paths: {
    '/pets/{id}': {
      get: { operationId: 'getPet', 'x-amazon-apigateway-integration': { $ref: '#/components/x-amazon-apigateway-integrations/echo' } },
    },
    '/private': { 'x-amazon-apigateway-any-method': { security: [{ jwt: ['read'] }], 'x-amazon-apigateway-integration': integration } },
    '/$default': { 'x-amazon-apigateway-any-method': { isDefaultRoute: true, 'x-amazon-apigateway-integration': integration } },
  },
  components: {
    'x-amazon-apigateway-integrations': { echo: integration },
    securitySchemes: { jwt: { type: 'oauth2', 'x-amazon-apigateway-authorizer': authorizer } },
  },
};

beforeAll(() => fixture.create('echo', ECHO));

const routesOf = async (ApiId: string) =>
  ((await fixture.api.getRoutes({ ApiId })).Items ?? [])
    .map(({ RouteKey, AuthorizationType, AuthorizationScopes }) => [RouteKey, AuthorizationType, AuthorizationScopes])
    .sort();

const ROUTES = [
  ['$default', 'NONE', undefined],
  ['ANY /private', 'JWT', ['read']],
  ['GET /pets/{id}', 'NONE', undefined],
];

describe('an API', () => {
  it('is imported, and answers', async () => {
    const { api } = fixture;
    const { ApiId = '', ApiEndpoint = '', ...made } = await api.importApi({ Body: JSON.stringify(document) });
    expect(made).toMatchObject({
      Name: 'imported',
      Version: '7',
      Tags: { team: 'a' },
      CorsConfiguration: { AllowOrigins: ['https://app.example'], MaxAge: 5 },
    });
    expect(await routesOf(ApiId)).toEqual(ROUTES);
    await api.createStage({ ApiId, StageName: '$default', AutoDeploy: true });
    expect(eventIn<object>(await ask(`${ApiEndpoint}/pets/7`))).toMatchObject({ routeKey: 'GET /pets/{id}', pathParameters: { id: '7' } });
    expect((await ask(`${ApiEndpoint}/private`)).status).toBe(401);
  });

  it('of SAM has the path $default, and names of the place in variables', async () => {
    const { api } = fixture;
    const uri =
      'arn:${AWS::Partition}:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/arn:aws:lambda:${AWS::Region}:${AWS::AccountId}:function:echo/invocations';
    const paths = { $default: { 'x-amazon-apigateway-any-method': { 'x-amazon-apigateway-integration': { ...integration, uri } } } };
    const { ApiId = '' } = await api.importApi({ Body: JSON.stringify({ openapi: '3.0.1', info: { title: 'sam' }, paths }) });
    expect(await routesOf(ApiId)).toEqual([['$default', 'NONE', undefined]]);
    expect((await api.getIntegrations({ ApiId })).Items?.[0]?.IntegrationUri).toContain(':us-east-1:000000000000:function:echo');
  });

  it.each(['JSON', 'YAML'])('exported as %s is the same when it is imported again', async (OutputType) => {
    const { api } = fixture;
    const { ApiId = '' } = await api.importApi({ Body: JSON.stringify(document) });
    const { body } = await api.exportApi({ ApiId, OutputType, Specification: 'OAS30' });
    const again = await api.importApi({ Body: Buffer.from(body!).toString() });
    expect(await routesOf(again.ApiId!)).toEqual(ROUTES);
    expect(again.CorsConfiguration).toEqual({ AllowOrigins: ['https://app.example'], MaxAge: 5 });
  });

  it('is replaced by another document, and deployed', async () => {
    const { api } = fixture;
    const { id: ApiId, url } = await fixture.httpApi();
    await fixture.route(ApiId, 'GET /old', 'echo');
    await api.reimportApi({ ApiId, Body: JSON.stringify(document), Basepath: 'split' });
    expect((await ask(`${url}/v1/pets/7`)).status).toBe(200);
    expect(await routesOf(ApiId)).not.toContainEqual(['GET /old', 'NONE', undefined]);
  });
});

describe('a document', () => {
  it.each([
    ['that is none', 'no: [', /cannot be read|neither/],
    ['of another version', JSON.stringify({ swagger: '2.0' }), /OpenAPI 3\.0/],
    ['with a reference to itself', JSON.stringify({ ...document, paths: { '/a': { $ref: '#/paths/~1a' } } }), /leads back/],
    ['with a reference to another one', JSON.stringify({ ...document, paths: { '/a': { $ref: 'http://x/' } } }), /leads out/],
    ['with a bomb', 'a: &a [x]\nb: *a\n', /aliases/],
  ])('%s is refused', async (_, Body, words) => {
    await expect(fixture.api.importApi({ Body })).rejects.toThrow(words);
  });

  it('without integrations is imported with warnings, unless they are to fail', async () => {
    const Body = JSON.stringify({ openapi: '3.0.1', info: { title: 'x' }, paths: { '/a': { get: {} } } });
    expect((await fixture.api.importApi({ Body })).Warnings).toHaveLength(1);
    await expect(fixture.api.importApi({ Body, FailOnWarnings: true })).rejects.toThrow(/Warnings found/);
  });
});

it('ends at thousands of routes', async () => {
  const paths = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`/p${index}`, { get: { responses: {} } }]));
  const Body = JSON.stringify({ openapi: '3.0.1', info: { title: 'many', version: '1' }, paths });
  await expect(fixture.api.importApi({ Body })).rejects.toThrow('at most 1500 routes');
});
