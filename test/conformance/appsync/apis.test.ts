// The control plane: APIs, schemas, types, data sources, functions, resolvers, keys.
import { AppSync } from '@aws-sdk/client-appsync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { createApi, ROLE, RUNTIME } from './use-api.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'manual' });
});
afterAll(() => emulator.stop());

const SCHEMA = 'type Query { post(id: ID!): Post posts: [Post] } type Post { id: ID! title: String at: AWSDateTime }';
const CODE = 'export function request(ctx) { return {}; } export function response(ctx) { return ctx.result; }';

describe('an API', () => {
  it('is created, told, changed and deleted', async () => {
    const appsync = emulator.client(AppSync);
    const { graphqlApi } = await appsync.createGraphqlApi({ name: 'shop', authenticationType: 'API_KEY', tags: { team: 'a' } });
    const apiId = graphqlApi!.apiId!;
    expect(graphqlApi).toMatchObject({
      name: 'shop',
      arn: `arn:aws:appsync:us-east-1:000000000000:apis/${apiId}`,
      tags: { team: 'a' },
      xrayEnabled: false,
      apiType: 'GRAPHQL',
      visibility: 'GLOBAL',
      introspectionConfig: 'ENABLED',
    });
    expect(apiId).toMatch(/^[a-z0-9]{26}$/);
    expect(graphqlApi!.uris!['GRAPHQL']).toMatch(new RegExp(`^http://${apiId}\\.appsync-api\\.localhost:\\d+/graphql$`));
    await appsync.updateGraphqlApi({ apiId, name: 'shop2', authenticationType: 'AWS_IAM', queryDepthLimit: 5 });
    await appsync.tagResource({ resourceArn: graphqlApi!.arn, tags: { cost: 'b' } });
    expect((await appsync.getGraphqlApi({ apiId })).graphqlApi).toMatchObject({
      ...{ name: 'shop2', authenticationType: 'AWS_IAM', queryDepthLimit: 5, tags: { team: 'a', cost: 'b' } },
    });
    expect((await appsync.listGraphqlApis({})).graphqlApis!.map((api) => api.apiId)).toContain(apiId);
    await appsync.putGraphqlApiEnvironmentVariables({ apiId, environmentVariables: { STAGE: 'dev' } });
    expect((await appsync.getGraphqlApiEnvironmentVariables({ apiId })).environmentVariables).toEqual({ STAGE: 'dev' });
    await appsync.deleteGraphqlApi({ apiId });
    await expect(appsync.getGraphqlApi({ apiId })).rejects.toMatchObject({
      name: 'NotFoundException',
      message: `GraphQL API ${apiId} not found.`,
    });
  });

  it('refuses ways of authorization that lack their settings', async () => {
    const appsync = emulator.client(AppSync);
    for (const authenticationType of ['AMAZON_COGNITO_USER_POOLS', 'OPENID_CONNECT', 'AWS_LAMBDA'] as const)
      await expect(appsync.createGraphqlApi({ name: 'x', authenticationType })).rejects.toMatchObject({ name: 'BadRequestException' });
    await expect(
      appsync.createGraphqlApi({
        ...{ name: 'x', authenticationType: 'API_KEY', additionalAuthenticationProviders: [{ authenticationType: 'API_KEY' }] },
      }),
    ).rejects.toThrow('more than once');
  });

  it('has keys that end at whole hours', async () => {
    const { appsync, apiId, key } = await createApi(emulator, SCHEMA);
    const [first] = (await appsync.listApiKeys({ apiId })).apiKeys!;
    expect(key).toMatch(/^da2-[a-z0-9]{26}$/);
    expect(first!.expires! % 3600).toBe(0);
    expect(first!.deletes! - first!.expires!).toBe(60 * 86_400);
    const now = Math.floor(emulator.clock.now() / 1000);
    await expect(appsync.createApiKey({ apiId, expires: now + 400 * 86_400 })).rejects.toMatchObject({
      name: 'ApiKeyValidityOutOfBoundsException',
    });
    await expect(appsync.createApiKey({ apiId, expires: now + 3600 })).rejects.toThrow('minimum of 1 days');
    const expires = now + 30 * 86_400;
    expect((await appsync.updateApiKey({ apiId, id: key, expires })).apiKey!.expires).toBe(Math.floor(expires / 3600) * 3600);
    await appsync.deleteApiKey({ apiId, id: key });
    expect((await appsync.listApiKeys({ apiId })).apiKeys).toEqual([]);
  });
});

describe('a schema', () => {
  it('is uploaded, and shown with the scalars and directives of the cloud', async () => {
    const { appsync, apiId, upload } = await createApi(emulator, SCHEMA);
    expect(upload).toMatchObject({ status: 'SUCCESS' });
    const sdl = await appsync.getIntrospectionSchema({ apiId, format: 'SDL' });
    expect(Buffer.from(sdl.schema!).toString()).toContain('at: AWSDateTime');
    const json = await appsync.getIntrospectionSchema({ apiId, format: 'JSON' });
    const { data } = JSON.parse(Buffer.from(json.schema!).toString()) as { data: { __schema: { types: { name: string }[] } } };
    expect(data.__schema.types.map(({ name }) => name)).toEqual(expect.arrayContaining(['Post', 'AWSDateTime']));
  });

  it.each([
    ['type Query {', "Failed to parse schema document - ensure it's a valid SDL-formatted document."],
    ['type Post { id: ID }', 'There is no top level schema object defined.'],
    ['schema { mutation: M } type M { a: Int }', "A schema MUST have a 'query' operation defined."],
    ['type Query { at: Date }', 'Type "Date" not found in document.'],
  ])('%s fails in the words of the cloud', async (schema, details) => {
    const { upload } = await createApi(emulator, schema);
    expect(upload).toMatchObject({ status: 'FAILED', details });
  });

  it('takes types one by one', async () => {
    const { appsync, apiId } = await createApi(emulator, SCHEMA);
    await appsync.createType({ apiId, format: 'SDL', definition: 'type Author { name: String }' });
    await expect(appsync.createType({ apiId, format: 'SDL', definition: 'type Author { name: String }' })).rejects.toThrow(
      'already exists',
    );
    await appsync.updateType({ apiId, typeName: 'Author', format: 'SDL', definition: 'type Author { name: String posts: [Post] }' });
    expect((await appsync.getType({ apiId, typeName: 'Author', format: 'SDL' })).type!.definition).toContain('posts: [Post]');
    expect((await appsync.listTypes({ apiId, format: 'SDL' })).types!.map(({ name }) => name)).toEqual(['Author', 'Post', 'Query']);
    await appsync.deleteType({ apiId, typeName: 'Author' });
    await expect(appsync.getType({ apiId, typeName: 'Author', format: 'SDL' })).rejects.toThrow('Type Author not found');
  });
});

describe('resolvers', () => {
  it('belong to fields, sources and functions that are there', async () => {
    const { appsync, apiId, resolver } = await createApi(emulator, SCHEMA);
    await expect(resolver('Author.name', CODE)).rejects.toThrow('Type Author not found');
    await expect(resolver('Query.author', CODE)).rejects.toThrow('No field named author found on type Query');
    await expect(resolver('Query.post', CODE, { dataSourceName: 'table' })).rejects.toThrow('No data source found named table');
    await resolver('Query.post', CODE);
    await expect(resolver('Query.post', CODE)).rejects.toThrow('Only one resolver is allowed per field.');
    await expect(appsync.deleteDataSource({ apiId, name: 'none' })).rejects.toThrow('it is used');
    const made = await appsync.createFunction({ apiId, name: 'first', dataSourceName: 'none', runtime: RUNTIME, code: CODE });
    const { functionId } = made.functionConfiguration!;
    await resolver('Query.posts', CODE, { kind: 'PIPELINE', dataSourceName: undefined, pipelineConfig: { functions: [functionId!] } });
    await expect(appsync.deleteFunction({ apiId, functionId })).rejects.toThrow('currently used by a resolver');
    const listed = await appsync.listResolversByFunction({ apiId, functionId });
    expect(listed.resolvers!.map(({ fieldName }) => fieldName)).toEqual(['posts']);
    await appsync.deleteResolver({ apiId, typeName: 'Query', fieldName: 'posts' });
    await appsync.deleteFunction({ apiId, functionId });
    await expect(appsync.getResolver({ apiId, typeName: 'Query', fieldName: 'posts' })).rejects.toThrow('No resolver found.');
  });

  it('whose code is refused say where', async () => {
    const { resolver } = await createApi(emulator, SCHEMA);
    await expect(resolver('Query.post', 'export function request(ctx) {\n  while (true) {}\n}')).rejects.toMatchObject({
      name: 'BadRequestException',
      reason: 'CODE_ERROR',
      detail: { codeErrors: [{ errorType: 'CODE_ERROR', value: 'while is not supported', location: { line: 2, column: 2, span: 15 } }] },
    });
    await expect(resolver('Query.post', 'export function {')).rejects.toMatchObject({
      detail: { codeErrors: [{ errorType: 'PARSER_ERROR' }] },
    });
  });

  it('need sources with what their kind asks for', async () => {
    const { appsync, apiId } = await createApi(emulator, SCHEMA);
    await expect(appsync.createDataSource({ apiId, name: 'a', type: 'AWS_LAMBDA', serviceRoleArn: ROLE })).rejects.toThrow(
      'requires lambdaConfig',
    );
    await expect(appsync.createDataSource({ apiId, name: 'a', type: 'RELATIONAL_DATABASE' })).rejects.toThrow('not emulated');
    const dynamodbConfig = { tableName: 'posts', awsRegion: 'us-east-1' };
    const { dataSource } = await appsync.createDataSource({
      apiId,
      name: 'a',
      type: 'AMAZON_DYNAMODB',
      serviceRoleArn: ROLE,
      dynamodbConfig,
    });
    expect(dataSource).toMatchObject({ dataSourceArn: expect.stringMatching(/\/datasources\/a$/), dynamodbConfig });
    await expect(appsync.createDataSource({ apiId, name: 'a', type: 'NONE' })).rejects.toThrow('already exists');
  });
});

describe('evaluations', () => {
  const evaluate = (code: string, context: object = {}) =>
    emulator.client(AppSync).evaluateCode({ runtime: RUNTIME, function: 'request', code, context: JSON.stringify(context) });
  const inRequest = (body: string) =>
    `import { util, runtime } from '@aws-appsync/utils';\nimport * as ddb from '@aws-appsync/utils/dynamodb';\nexport function request(ctx) { ${body} }`;

  it('of code answer the result, the stash and the log', async () => {
    const code = inRequest(
      "console.log('put', ctx.args); ctx.stash.id = ctx.args.id; return ddb.put({ key: { id: ctx.args.id }, item: { n: 1 } });",
    );
    const answer = await evaluate(code, { arguments: { id: 'a' } });
    expect(JSON.parse(answer.evaluationResult!)).toEqual({
      operation: 'PutItem',
      key: { id: { S: 'a' } },
      attributeValues: { n: { N: 1 } },
    });
    expect(answer).toMatchObject({ logs: ['put {"id":"a"}'], stash: '{"id":"a"}', outErrors: '[]' });
    expect((await evaluate(inRequest("util.error('no', 'Bad')"))).error).toEqual({ message: 'no' });
    expect((await evaluate(inRequest('runtime.earlyReturn({ a: 1 })'))).evaluationResult).toBe('{"a":1}');
  });

  it('of templates answer their text', async () => {
    const template =
      '#set($ctx.stash.id = $util.defaultIfNull($ctx.args.id, "none"))\n{"id": $util.toJson($ctx.stash.id), "at": "$!ctx.args.none"}';
    const answer = await emulator
      .client(AppSync)
      .evaluateMappingTemplate({ template, context: JSON.stringify({ arguments: { id: 'a' } }) });
    expect(answer).toMatchObject({ evaluationResult: '{"id": "a", "at": ""}', stash: '{"id":"a"}' });
  });

  /** Code that reaches for the process, or would run without end. */
  const PROBES = [
    ...['this.constructor.constructor("return process")()', 'ctx.constructor.constructor("return process")()', '[].constructor'],
    ...['ctx["const" + "ructor"]["const" + "ructor"]("return process")()', 'util.error["const" + "ructor"]("return process")()'],
    ...['import("node:fs")', 'process.env', 'globalThis', 'eval("1")', 'Function("return 1")()', 'Promise.resolve(1)', '/a/.test("a")'],
    ...['util.error.bind(null)', '((f) => f(f))((f) => f(f))', '[1].map(function f(x) { return f(x) })', '2n ** 9n', 'new RegExp("a")'],
    ...['util.matches("(a+)+b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")', '"x".padEnd(500000000)', 'new Array(100000000).fill(0)'],
    ...['Array.from({ length: 100000000 })', '"x".repeat(500000000).split("")'],
  ];
  it.each(PROBES)('refuse or end %s', async (expression) => {
    const answer = await evaluate(inRequest(`return ${expression};`));
    expect(answer.evaluationResult).toBeUndefined();
    expect(answer.error).toBeDefined();
  });

  // A promise would go on after the run, and its failure would end the process.
  it.each([
    'function g(Promise) { return 1; } Promise.resolve().then(() => util.error("late")); return 1',
    '{ const Promise = 1; } Promise.resolve().then(() => util.error("late")); return 1',
    'if (true) { let globalThis = 1; } return Object.keys(globalThis)',
    'for (const Promise of []) {} return Promise.reject(1)',
    'function f(a = Promise.reject(1)) { var Promise; return a } return f()',
    'const f = function inside() { return 1; }; return Object.keys(inside)',
    'switch (1) { case 1: let Reflect = 1; } return Reflect',
    'return Array.fromAsync([1], () => util.error("late"))',
  ])('refuse names that are declared elsewhere, and promises: %s', async (body) => {
    expect((await evaluate(inRequest(body))).error).toBeDefined();
  });

  it('know a name where it is declared, above or below', async () => {
    const body =
      'const Promise = 1; if (Promise) { var later = 2; } const f = ({ a: [b] = [3] }, ...rest) => b + later + rest.length; return f({}, below()) + Promise; function below() { return f; }';
    expect((await evaluate(inRequest(body))).evaluationResult).toBe('7');
  });

  it.each([
    "let s = 'x'; for (const i of Array.from({ length: 28 })) { s += s } return s.split('')",
    'let a = [1]; for (const i of Array.from({ length: 30 })) { a = [...a, ...a] } return a.length',
    'const a = [1]; for (const x of a) { a.push(x) } return 1',
    "let s = 'x'; for (const i of Array.from({ length: 30 })) { s = `${s}${s}` } return s",
    'const a = []; a.push(a); return a',
  ])('end what grows: %s', async (body) => {
    expect((await evaluate(inRequest(body))).error).toBeDefined();
  });
});
