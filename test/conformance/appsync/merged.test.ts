// Merged APIs: the schemas and resolvers of source APIs behind one address.
// The schemas and the detail of a conflict are those of https://docs.aws.amazon.com/appsync/latest/devguide/merged-api.html
import { AppSync } from '@aws-sdk/client-appsync';
import { CloudFormation, waitUntilStackCreateComplete } from '@aws-sdk/client-cloudformation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { answering, createApi, ROLE } from './use-api.ts';
import { socketOf } from './use-subscriptions.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator.stop());

const FIRST = `
type Mutation { putPost(id: ID!, title: String!): Post }
type Post { id: ID! title: String! }
type Message { id: ID! content: String }
type User @canonical { id: ID! email: String! address: String! }
type Query { singlePost(id: ID!): Post getMessage(id: ID!): Message }
type Subscription { onPost(id: ID): Post @aws_subscribe(mutations: ["putPost"]) }
`;
const SECOND = `
type Post @hidden { id: ID! title: String! internalSecret: String! }
type Message @renamed(to: "ChatMessage") { id: ID! chatId: ID! from: User! to: User! }
type User { id: ID! }
type Query { getPost(id: ID!): Post getMessage(id: ID!): Message @renamed(to: "getChatMessage") }
`;

async function mergedOf(...sources: readonly { readonly apiId: string }[]) {
  const { appsync, ...api } = await createMerged();
  const ids: string[] = [];
  for (const { apiId: sourceApiIdentifier } of sources) {
    const { sourceApiAssociation } = await appsync.associateSourceGraphqlApi({ mergedApiIdentifier: api.apiId, sourceApiIdentifier });
    expect(sourceApiAssociation).toMatchObject({ sourceApiAssociationStatus: 'MERGE_SCHEDULED', mergedApiId: api.apiId });
    ids.push(sourceApiAssociation!.associationId!);
  }
  const association = async (at: number) =>
    (await appsync.getSourceApiAssociation({ mergedApiIdentifier: api.apiId, associationId: ids[at] })).sourceApiAssociation!;
  const schema = async () => {
    const { schema: bytes } = await appsync.getIntrospectionSchema({ apiId: api.apiId, format: 'SDL' });
    return Buffer.from(bytes!).toString();
  };
  return { ...api, appsync, ids, association, schema };
}

async function createMerged(settings: object = {}) {
  const appsync = emulator.client(AppSync);
  const merged = await appsync.createGraphqlApi({
    ...{ name: 'all', authenticationType: 'API_KEY', apiType: 'MERGED', mergedApiExecutionRoleArn: ROLE },
    ...settings,
  });
  const apiId = merged.graphqlApi!.apiId!;
  const key = (await appsync.createApiKey({ apiId })).apiKey!.id!;
  const ask = async (query: string, headers: Record<string, string> = { 'x-api-key': key }): Promise<unknown> => {
    const answer = await fetch(`${emulator.url}/graphql/${apiId}`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return answer.json();
  };
  return { appsync, apiId, key, ask, uris: merged.graphqlApi!.uris! };
}

describe('a merged API', () => {
  it('has the types of its sources: canonical, hidden and renamed ones as they say', async () => {
    const first = await createApi(emulator, FIRST);
    const second = await createApi(emulator, SECOND);
    const merged = await mergedOf(first, second);
    expect(await merged.association(1)).toMatchObject({
      sourceApiAssociationStatus: 'MERGE_SUCCESS',
      sourceApiAssociationConfig: { mergeType: 'MANUAL_MERGE' },
      sourceApiId: second.apiId,
      lastSuccessfulMergeDate: expect.any(Date),
    });
    const schema = (await merged.schema()).replaceAll(/\s+/g, ' ');
    expect(schema).toContain('type ChatMessage { id: ID! chatId: ID! from: User! to: User! }');
    expect(schema).toContain('type Message { id: ID! content: String }');
    expect(schema).toContain('type User { id: ID! email: String! address: String! }');
    expect(schema).toContain('type Query { singlePost(id: ID!): Post getMessage(id: ID!): Message getChatMessage(id: ID!): ChatMessage }');
    expect(schema).not.toContain('internalSecret');
    const { sourceApiAssociationSummaries } = await merged.appsync.listSourceApiAssociations({ apiId: merged.apiId });
    expect(sourceApiAssociationSummaries!.map(({ sourceApiId }) => sourceApiId)).toEqual([first.apiId, second.apiId]);
    const { types } = await merged.appsync.listTypesByAssociation({
      ...{ mergedApiIdentifier: merged.apiId, associationId: merged.ids[1], format: 'SDL' },
    });
    expect(types!.map(({ name }) => name)).toEqual(['Message', 'Post', 'Query', 'User']);
  });

  it('runs the resolvers of its sources, with their data sources, functions and variables, for one query', async () => {
    const posts = await createApi(emulator, 'type Query { getPost(id: ID!): Post } type Post { id: ID! title: String! }');
    await posts.resolver('Query.getPost', answering('{ id: ctx.args.id, title: ctx.env.TITLE }'));
    await posts.appsync.putGraphqlApiEnvironmentVariables({ apiId: posts.apiId, environmentVariables: { TITLE: 'hello' } });
    const reviews = await createApi(
      emulator,
      'type Query { reviews(id: ID!): [String] @renamed(to: "reviewsOf") } type Post { id: ID! reviews: [String] }',
    );
    const { functionConfiguration } = await reviews.appsync.createFunction({
      ...{ apiId: reviews.apiId, name: 'list', dataSourceName: 'none' },
      ...{ runtime: { name: 'APPSYNC_JS', runtimeVersion: '1.0.0' }, code: answering('[`${ctx.source.id}: good`]') },
    });
    await reviews.resolver('Post.reviews', answering('null').replace('ctx.result', 'ctx.prev.result'), {
      ...{ kind: 'PIPELINE', dataSourceName: undefined, pipelineConfig: { functions: [functionConfiguration!.functionId!] } },
    });
    await reviews.resolver('Query.reviews', answering('[ctx.args.id]'));
    const merged = await mergedOf(posts, reviews);
    expect(await merged.ask('{ getPost(id: "1") { id title reviews } reviewsOf(id: "2") }')).toEqual({
      data: { getPost: { id: '1', title: 'hello', reviews: ['1: good'] }, reviewsOf: ['2'] },
    });
  });

  it('stays as it was when a merge fails, and says why', async () => {
    const first = await createApi(emulator, 'type Query { a: Shared } type Shared { x: Int }');
    const second = await createApi(emulator, 'type Query { b: Shared } type Shared { x: String! }');
    const merged = await mergedOf(first, second);
    expect(await merged.association(1)).toMatchObject({
      sourceApiAssociationStatus: 'MERGE_FAILED',
      sourceApiAssociationStatusDetail:
        'Unable to resolve conflict on object with name Shared.x: Merging is not supported for fields with different types.',
    });
    expect(await merged.schema()).not.toContain('b: Shared');
    await second.appsync.startSchemaCreation({
      apiId: second.apiId,
      definition: Buffer.from('type Query { b: Shared } type Shared @canonical { x: String! }'),
    });
    await merged.appsync.startSchemaMerge({ mergedApiIdentifier: merged.apiId, associationId: merged.ids[1] });
    expect(await merged.association(1)).toMatchObject({ sourceApiAssociationStatus: 'MERGE_SUCCESS' });
    expect(await merged.schema()).toContain('x: String!');
  });

  it('takes one resolver for a field', async () => {
    const schema = 'type Query { a: String }';
    const [first, second] = [await createApi(emulator, schema), await createApi(emulator, schema)];
    for (const api of [first, second]) await api.resolver('Query.a', answering('"a"'));
    const merged = await mergedOf(first, second);
    const { sourceApiAssociationStatusDetail } = await merged.association(1);
    expect(sourceApiAssociationStatusDetail).toContain('Query.a');
  });

  it('follows the changes of a source that is merged automatically, and no others', async () => {
    const [auto, manual] = [await createApi(emulator, 'type Query { a: String }'), await createApi(emulator, 'type Query { b: String }')];
    const merged = await mergedOf(auto, manual);
    await merged.appsync.updateSourceApiAssociation({
      ...{ mergedApiIdentifier: merged.apiId, associationId: merged.ids[0] },
      sourceApiAssociationConfig: { mergeType: 'AUTO_MERGE' },
    });
    await auto.resolver('Query.a', answering('"a"'));
    await manual.resolver('Query.b', answering('"b"'));
    await emulator.idle();
    expect(await merged.ask('{ a b }')).toEqual({ data: { a: 'a', b: null } });
    await merged.appsync.startSchemaMerge({ mergedApiIdentifier: merged.apiId, associationId: merged.ids[1] });
    expect(await merged.ask('{ a b }')).toEqual({ data: { a: 'a', b: 'b' } });
    await manual.appsync.disassociateMergedGraphqlApi({ sourceApiIdentifier: manual.apiId, associationId: merged.ids[1] });
    await auto.appsync.deleteGraphqlApi({ apiId: auto.apiId });
    await emulator.idle();
    const { sourceApiAssociationSummaries } = await merged.appsync.listSourceApiAssociations({ apiId: merged.apiId });
    expect(sourceApiAssociationSummaries).toEqual([]);
  });

  it('lets fields be seen in the ways that their source takes', async () => {
    const open = await createApi(emulator, 'type Query { open: String shared: Thing } type Thing { a: String }');
    const closed = await createApi(emulator, 'type Query { closed: String key: String @aws_api_key } type Thing { b: String }', {
      authenticationType: 'AWS_IAM',
      additionalAuthenticationProviders: [{ authenticationType: 'API_KEY' }],
    });
    await open.resolver('Query.open', answering('"o"'));
    await open.resolver('Query.shared', answering('{ a: "a", b: "b" }'));
    for (const field of ['closed', 'key']) await closed.resolver(`Query.${field}`, answering('"c"'));
    const without = await mergedOf(open, closed);
    expect(await without.association(1)).toMatchObject({
      sourceApiAssociationStatus: 'MERGE_FAILED',
      sourceApiAssociationStatusDetail: expect.stringContaining('AWS_IAM'),
    });
    await without.appsync.updateGraphqlApi({
      ...{ apiId: without.apiId, name: 'all', authenticationType: 'API_KEY' },
      additionalAuthenticationProviders: [{ authenticationType: 'AWS_IAM' }],
    });
    await without.appsync.startSchemaMerge({ mergedApiIdentifier: without.apiId, associationId: without.ids[1] });
    expect(await without.association(1)).toMatchObject({ sourceApiAssociationStatus: 'MERGE_SUCCESS' });
    expect(await without.ask('{ open closed key shared { a b } }')).toMatchObject({
      data: { open: 'o', closed: null, key: 'c', shared: { a: 'a', b: null } },
      errors: [{ message: 'Not Authorized to access closed on type Query' }, { message: 'Not Authorized to access b on type Thing' }],
    });
  });

  it('tells its subscribers of mutations, renamed ones too', async () => {
    const source = await createApi(
      emulator,
      `type Query { a: String }
       type Mutation { put(id: ID!): Post @renamed(to: "putPost") }
       type Subscription { onPut(id: ID): Post @aws_subscribe(mutations: ["put"]) }
       type Post { id: ID! }`,
    );
    await source.resolver('Mutation.put', answering('{ id: ctx.args.id }'));
    const merged = await mergedOf(source);
    const { client, next, start } = await socketOf(merged);
    for (const type of ['connection_ack', 'ka']) expect(await next()).toMatchObject({ type });
    start('1', 'subscription { onPut(id: "7") { id } }');
    expect(await next()).toMatchObject({ type: 'start_ack' });
    await merged.ask('mutation { putPost(id: "7") { id } }');
    expect(await next()).toMatchObject({ type: 'data', payload: { data: { onPut: { id: '7' } } } });
    client.socket.close();
  });

  it('refuses what the cloud refuses', async () => {
    const source = await createApi(emulator, 'type Query { a: String }');
    const { appsync, apiId } = await mergedOf(source);
    const other = await createMerged();
    const associate = (mergedApiIdentifier: string, sourceApiIdentifier: string) =>
      appsync.associateMergedGraphqlApi({ mergedApiIdentifier, sourceApiIdentifier });
    await expect(associate(other.apiId, apiId)).rejects.toMatchObject({ name: 'BadRequestException' });
    await expect(associate(other.apiId, source.apiId)).rejects.toMatchObject({ name: 'BadRequestException' });
    await expect(associate(source.apiId, source.apiId)).rejects.toMatchObject({ name: 'BadRequestException' });
    await expect(associate('none', source.apiId)).rejects.toMatchObject({ name: 'NotFoundException' });
    await expect(appsync.createGraphqlApi({ name: 'x', authenticationType: 'API_KEY', apiType: 'MERGED' })).rejects.toThrow(
      'MergedApiExecutionRoleArn is required',
    );
    const definition = Buffer.from('type Query { b: String }');
    await expect(appsync.startSchemaCreation({ apiId, definition })).rejects.toThrow('read only');
    await expect(appsync.createDataSource({ apiId, name: 'n', type: 'NONE' })).rejects.toThrow('read only');
    await expect(appsync.getSourceApiAssociation({ mergedApiIdentifier: apiId, associationId: 'none' })).rejects.toMatchObject({
      name: 'NotFoundException',
    });
  });

  it('is deployed by a template, and a conflict fails the stack', async () => {
    const api = (Name: string, more: object = {}) => ({
      Type: 'AWS::AppSync::GraphQLApi',
      Properties: { Name, AuthenticationType: 'API_KEY', ...more },
    });
    const schema = (of: string, Definition: string) => ({
      Type: 'AWS::AppSync::GraphQLSchema',
      Properties: { ApiId: { 'Fn::GetAtt': [of, 'ApiId'] }, Definition },
    });
    const association = (of: string, DependsOn: string[]) => ({
      Type: 'AWS::AppSync::SourceApiAssociation',
      DependsOn,
      Properties: {
        MergedApiIdentifier: { 'Fn::GetAtt': ['All', 'Arn'] },
        SourceApiIdentifier: { 'Fn::GetAtt': [of, 'Arn'] },
        SourceApiAssociationConfig: { MergeType: 'AUTO_MERGE' },
      },
    });
    const template = (second: string) => ({
      Resources: {
        All: api('all', { ApiType: 'MERGED', MergedApiExecutionRoleArn: ROLE }),
        First: api('first'),
        FirstSchema: schema('First', 'type Query { a: Shared } type Shared { x: Int }'),
        FirstMerged: association('First', ['FirstSchema']),
        Second: api('second'),
        SecondSchema: schema('Second', second),
        SecondMerged: association('Second', ['SecondSchema', 'FirstMerged']),
      },
      Outputs: { Status: { Value: { 'Fn::GetAtt': ['SecondMerged', 'SourceApiAssociationStatus'] } } },
    });
    const client = emulator.client(CloudFormation);
    const deploy = async (StackName: string, second: string) => {
      await client.createStack({ StackName, TemplateBody: JSON.stringify(template(second)) });
      return waitUntilStackCreateComplete({ client, maxWaitTime: 600, minDelay: 0.1, maxDelay: 1 }, { StackName });
    };
    await deploy('good', 'type Query { b: Int }');
    const { Stacks } = await client.describeStacks({ StackName: 'good' });
    expect(Stacks![0]!.Outputs).toMatchObject([{ OutputValue: 'MERGE_SUCCESS' }]);
    await expect(deploy('bad', 'type Query { b: Int } type Shared { x: ID }')).rejects.toBeDefined();
    const { StackEvents } = await client.describeStackEvents({ StackName: 'bad' });
    const reasons = StackEvents!.map(({ ResourceStatusReason }) => ResourceStatusReason ?? '');
    expect(reasons).toContainEqual(
      expect.stringContaining('with name Shared.x: Merging is not supported for fields with different types.'),
    );
  });
});
