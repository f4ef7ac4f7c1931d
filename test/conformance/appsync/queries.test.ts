// The data plane: queries, their errors, and every way of authorization.
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../cognito-idp/use-pool.ts';
import { type FolderFixture, startFolderFixture } from '../lambda/use-folders.ts';
import { answering, createApi, POSTS_SCHEMA, RUNTIME } from './use-api.ts';

let place: FolderFixture;
beforeAll(async () => {
  place = await startFolderFixture();
});
afterAll(() => place.emulator.stop());

describe('a query', () => {
  it('is answered by resolvers in code', async () => {
    const api = await createApi(place.emulator, POSTS_SCHEMA);
    await api.resolver('Query.post', answering("{ id: ctx.args.id, title: 'T', at: '2026-01-02T03:04:05Z', data: { a: 1 } }"));
    const { status, data, errors, headers } = await api.ask('query Q($id: ID!) { post(id: $id) { id title at data } }', { id: 'a' });
    expect({ status, data, errors }).toEqual({
      status: 200,
      data: { post: { id: 'a', title: 'T', at: '2026-01-02T03:04:05Z', data: '{"a":1}' } },
      errors: undefined,
    });
    expect(headers.get('content-type')).toBe('application/json;charset=UTF-8');
  });

  it('is answered by templates, by aliases and fragments, and by resolvers of nested fields', async () => {
    const api = await createApi(place.emulator, POSTS_SCHEMA);
    await api.template(
      'Query.posts',
      '{"version": "2018-05-29", "payload": [{"id": "a", "title": "A"}, {"id": "b", "title": "B"}]}',
      '$util.toJson($ctx.result)',
    );
    await api.template(
      'Post.comments',
      '{"version": "2018-05-29", "payload": {"of": "$ctx.source.id"}}',
      '[{"text": "about $ctx.result.of"}]',
    );
    const { data } = await api.ask('{ all: posts { ...P comments { text } } } fragment P on Post { id name: title }');
    expect(data).toEqual({
      all: [
        { id: 'a', name: 'A', comments: [{ text: 'about a' }] },
        { id: 'b', name: 'B', comments: [{ text: 'about b' }] },
      ],
    });
  });

  it('runs pipelines, with the stash, early returns and what was before', async () => {
    const api = await createApi(place.emulator, POSTS_SCHEMA);
    const fn = async (name: string, code: string) =>
      (await api.appsync.createFunction({ apiId: api.apiId, name, dataSourceName: 'none', runtime: RUNTIME, code })).functionConfiguration!
        .functionId!;
    const first = await fn(
      'first',
      'export function request(ctx) { ctx.stash.seen = ctx.args.id; return { payload: { n: 1 } }; } export function response(ctx) { return ctx.result; }',
    );
    const skipped = await fn(
      'skipped',
      "import { runtime } from '@aws-appsync/utils'; export function request(ctx) { runtime.earlyReturn({ n: ctx.prev.result.n + 1 }); } export function response(ctx) { return null; }",
    );
    await api.resolver(
      'Query.post',
      'export function request(ctx) { return {}; } export function response(ctx) { return { id: ctx.stash.seen, title: `n ${ctx.prev.result.n}` }; }',
      { kind: 'PIPELINE', dataSourceName: undefined, pipelineConfig: { functions: [first, skipped] } },
    );
    expect((await api.ask('{ post(id: "a") { id title } }')).data).toEqual({ post: { id: 'a', title: 'n 2' } });
  });

  it('has errors in the words of the cloud', async () => {
    const api = await createApi(place.emulator, POSTS_SCHEMA);
    await api.resolver(
      'Query.post',
      "import { util } from '@aws-appsync/utils'; export function request(ctx) { util.error('No such post', 'NotFound', { id: 'x', more: 1 }, { code: 7 }); } export function response(ctx) { return null; }",
    );
    await api.resolver('Query.posts', answering("[{ id: 'a' }]"));
    await api.resolver('Mutation.put', answering("{ id: 'a', title: 'A', at: 'yesterday' }"));
    const texts = async (query: string) => (await api.ask(query)).errors?.map(({ message }) => message);
    expect((await api.ask('{ post(id: "a") { id } }')).errors).toEqual([
      {
        ...{ path: ['post'], data: { id: 'x' }, errorType: 'NotFound', errorInfo: { code: 7 }, message: 'No such post' },
        locations: [{ line: 1, column: 3, sourceName: null }],
      },
    ]);
    expect(await texts('{ posts { id title } }')).toEqual([
      "Cannot return null for non-nullable type: 'String' within parent 'Post' (/posts[0]/title)",
    ]);
    expect(await texts('mutation { put(id: "a") { id at } }')).toEqual([
      "Can't serialize value (/put/at) : Unable to serialize `yesterday` as a valid DateTime Object.",
    ]);
    expect(await texts('{ nothing }')).toEqual([
      "Validation error of type FieldUndefined: Field 'nothing' in type 'Query' is undefined @ 'nothing'",
    ]);
    expect(await texts('{ post { id } }')).toEqual(["Validation error of type MissingFieldArgument: Missing field argument id @ 'post'"]);
    expect(await texts('{ post(id: "a") }')).toEqual([
      "Validation error of type SubSelectionRequired: Sub selection required for type Post of field post @ 'post'",
    ]);
    expect(await texts('query Q($id: ID!) { post(id: $id) { id } }')).toEqual([
      "Variable 'id' has coerced Null value for NonNull type 'ID!'",
    ]);
    expect(await api.ask('{ post(')).toMatchObject({
      status: 400,
      errors: [{ errorType: 'MalformedHttpRequestException', message: 'Unable to parse GraphQL query.' }],
    });
  });

  it('that is hostile is refused soon', async () => {
    const api = await createApi(place.emulator, POSTS_SCHEMA);
    const many = `{ ${'version '.repeat(14_000)} }`;
    expect((await api.ask(many)).errors?.[0]?.message).toContain('non-nullable');
    const deep = `{ ${'__schema { types { fields { type { '.repeat(400)}`;
    expect((await api.ask(deep)).status).toBe(400);
  });
});

it('leaves paths without an id to a bucket of that name', async () => {
  const s3 = place.emulator.client(S3);
  await s3.createBucket({ Bucket: 'graphql' });
  await s3.putObject({ Bucket: 'graphql', Key: 'schema.graphql', Body: 'type Query' });
  expect(await (await s3.getObject({ Bucket: 'graphql', Key: 'schema.graphql' })).Body?.transformToString()).toBe('type Query');
});

describe('authorization', () => {
  it('takes a key that is one of the API, at its host name and at its paths', async () => {
    const api = await createApi(place.emulator, POSTS_SCHEMA);
    await api.resolver('Query.version', answering("'1'"));
    expect(await api.ask('{ version }', {}, {})).toMatchObject({
      status: 401,
      errors: [{ errorType: 'UnauthorizedException', message: 'Valid authorization header not provided.' }],
    });
    expect(await api.ask('{ version }', {}, { 'x-api-key': 'da2-no' })).toMatchObject({
      status: 401,
      errors: [{ message: 'You are not authorized to make this call.' }],
    });
    for (const path of [`/_appsync/${api.apiId}/graphql`, `/graphql/${api.apiId}`, `/appsync-api/${api.apiId}/graphql`]) {
      const answer = await fetch(`${place.emulator.url}${path}`, {
        method: 'POST',
        headers: { 'x-api-key': api.key },
        body: '{"query":"{ version }"}',
      });
      expect(await answer.json()).toEqual({ data: { version: '1' } });
    }
    expect(await api.ask('{ secret }')).toMatchObject({
      data: { secret: null },
      errors: [{ errorType: 'Unauthorized', message: 'Not Authorized to access secret on type Query', path: ['secret'] }],
    });
  });

  it('takes tokens of user pools here, with groups', async () => {
    const pool = await createPool(place.emulator);
    await pool.addUser('ana');
    await place.emulator.client(CognitoIdentityProvider).createGroup({ UserPoolId: pool.UserPoolId, GroupName: 'admins' });
    const schema = 'type Query { me: String admin: String @aws_cognito_user_pools(cognito_groups: ["admins"]) open: String @aws_api_key }';
    const userPoolConfig = { userPoolId: pool.UserPoolId, awsRegion: 'us-east-1', defaultAction: 'ALLOW' } as const;
    const api = await createApi(place.emulator, schema, {
      authenticationType: 'AMAZON_COGNITO_USER_POOLS',
      userPoolConfig,
      additionalAuthenticationProviders: [{ authenticationType: 'API_KEY' }],
    });
    await api.resolver('Query.me', answering('ctx.identity.username'));
    await api.resolver('Query.admin', answering('ctx.identity.groups[0]'));
    const token = async () => (await pool.signIn('ana')).AuthenticationResult!.AccessToken!;
    const user = await api.ask('{ me admin open }', {}, { authorization: await token() });
    expect(user.data).toEqual({ me: 'ana', admin: null, open: null });
    expect(user.errors!.map(({ message }) => message)).toEqual([
      'Not Authorized to access admin on type Query',
      'Not Authorized to access open on type Query',
    ]);
    await pool.idp.adminAddUserToGroup({ UserPoolId: pool.UserPoolId, Username: 'ana', GroupName: 'admins' });
    expect((await api.ask('{ admin }', {}, { authorization: await token() })).data).toEqual({ admin: 'admins' });
    expect((await api.ask('{ me }')).data).toEqual({ me: null });
    expect(await api.ask('{ me }', {}, { authorization: 'nonsense' })).toMatchObject({
      status: 401,
      errors: [{ message: 'Unable to parse JWT token.' }],
    });
  });

  it('asks functions, which see the query and deny fields', async () => {
    await place.create(
      'gate',
      'return { isAuthorized: event.authorizationToken === "open", resolverContext: { who: event.requestContext.apiId }, deniedFields: ["Query.b"] };',
    );
    await place.emulator
      .client(Lambda)
      .addPermission({ FunctionName: 'gate', StatementId: 'graphql', Action: 'lambda:InvokeFunction', Principal: 'appsync.amazonaws.com' });
    const lambdaAuthorizerConfig = { authorizerUri: 'arn:aws:lambda:us-east-1:000000000000:function:gate' };
    const api = await createApi(place.emulator, 'type Query { a: String b: String }', {
      authenticationType: 'AWS_LAMBDA',
      lambdaAuthorizerConfig,
    });
    await api.resolver('Query.a', answering('ctx.identity.resolverContext.who'));
    const { data, errors } = await api.ask('{ a b }', {}, { authorization: 'open' });
    expect({ data, messages: errors!.map(({ message }) => message) }).toEqual({
      data: { a: api.apiId, b: null },
      messages: ['Not Authorized to access b on type Query'],
    });
    expect((await api.ask('{ a }', {}, { authorization: 'shut' })).status).toBe(401);
  });
});
