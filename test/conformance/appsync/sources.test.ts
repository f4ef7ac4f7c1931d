// Data sources: functions, tables, services of the cloud, event buses.
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FolderFixture, startFolderFixture } from '../lambda/use-folders.ts';
import { answering, createApi, POSTS_SCHEMA, ROLE } from './use-api.ts';

let place: FolderFixture;
beforeAll(async () => {
  place = await startFolderFixture();
});
afterAll(() => place.emulator.stop());

describe('data sources', () => {
  it('are functions: one by one, in batches, and given the context itself', async () => {
    await place.create('batch', 'return event.map((each) => `${each.source ? each.source.id : each.id}!`);');
    await place.create(
      'direct',
      'if (event.arguments.id === "bad") throw new Error("broken"); return { id: event.arguments.id, title: event.info.fieldName };',
    );
    const api = await createApi(place.emulator, POSTS_SCHEMA);
    const source = (name: string) =>
      api.appsync.createDataSource({
        ...{ apiId: api.apiId, name, type: 'AWS_LAMBDA', serviceRoleArn: ROLE },
        lambdaConfig: { lambdaFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${name}` },
      });
    await Promise.all(['batch', 'direct'].map(source));
    await api.appsync.createResolver({ apiId: api.apiId, typeName: 'Query', fieldName: 'post', dataSourceName: 'direct' });
    await api.resolver('Query.posts', answering("[{ id: 'a', title: 'A' }, { id: 'b', title: 'B' }]"));
    await api.resolver(
      'Post.comments',
      "export function request(ctx) { return { operation: 'BatchInvoke', payload: { id: ctx.source.id } }; } export function response(ctx) { return [{ text: ctx.result }]; }",
      { dataSourceName: 'batch', maxBatchSize: 10 },
    );
    expect((await api.ask('{ post(id: "a") { id title } posts { comments { text } } }')).data).toEqual({
      post: { id: 'a', title: 'post' },
      posts: [{ comments: [{ text: 'a!' }] }, { comments: [{ text: 'b!' }] }],
    });
    expect((await api.ask('{ post(id: "bad") { id } }')).errors).toMatchObject([{ errorType: 'Lambda:Unhandled', message: 'broken' }]);
  });

  it('are tables', async () => {
    const tables = place.emulator.client(DynamoDB);
    await tables.createTable({
      ...{ TableName: 'posts', BillingMode: 'PAY_PER_REQUEST' },
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    });
    const api = await createApi(place.emulator, POSTS_SCHEMA);
    const dynamodbConfig = { tableName: 'posts', awsRegion: 'us-east-1' };
    await api.appsync.createDataSource({ apiId: api.apiId, name: 'table', type: 'AMAZON_DYNAMODB', serviceRoleArn: ROLE, dynamodbConfig });
    const inTable = (request: string, response = 'ctx.result') =>
      `import { util } from '@aws-appsync/utils'; import * as ddb from '@aws-appsync/utils/dynamodb'; export function request(ctx) { return ${request}; } export function response(ctx) { if (ctx.error) util.error(ctx.error.message, ctx.error.type, ctx.result); return ${response}; }`;
    const more = { dataSourceName: 'table' };
    await api.resolver(
      'Mutation.put',
      inTable('ddb.put({ key: { id: ctx.args.id }, item: { title: ctx.args.title }, condition: { id: { attributeExists: false } } })'),
      more,
    );
    await api.template(
      'Query.post',
      '{"version": "2018-05-29", "operation": "GetItem", "key": {"id": $util.dynamodb.toDynamoDBJson($ctx.args.id)}}',
      '$util.toJson($ctx.result)',
      more,
    );
    await api.resolver('Query.posts', inTable("ddb.scan({ filter: { title: { beginsWith: 'T' } } })", 'ctx.result.items'), more);
    expect((await api.ask('mutation { put(id: "a", title: "T1") { id title } }')).data).toEqual({ put: { id: 'a', title: 'T1' } });
    expect((await api.ask('{ post(id: "a") { id title } posts { id } }')).data).toEqual({
      post: { id: 'a', title: 'T1' },
      posts: [{ id: 'a' }],
    });
    expect((await api.ask('mutation { put(id: "a", title: "T2") { id } }')).errors).toMatchObject([
      {
        errorType: 'DynamoDB:ConditionalCheckFailedException',
        data: { id: 'a' },
        message: expect.stringContaining('The conditional request failed'),
      },
    ]);
    // The table has already what the request would make.
    expect((await api.ask('mutation { put(id: "a", title: "T1") { id } }')).errors).toBeUndefined();
  });

  it('are services of the cloud by signed requests, and event buses', async () => {
    const api = await createApi(place.emulator, 'type Query { tables: String events: Int }');
    await api.appsync.createDataSource({
      ...{ apiId: api.apiId, name: 'http', type: 'HTTP', serviceRoleArn: ROLE },
      httpConfig: {
        endpoint: 'https://dynamodb.us-east-1.amazonaws.com/',
        authorizationConfig: { authorizationType: 'AWS_IAM', awsIamConfig: { signingRegion: 'us-east-1', signingServiceName: 'dynamodb' } },
      },
    });
    const eventBridgeConfig = { eventBusArn: 'arn:aws:events:us-east-1:000000000000:event-bus/default' };
    await api.appsync.createDataSource({
      apiId: api.apiId,
      name: 'bus',
      type: 'AMAZON_EVENTBRIDGE',
      serviceRoleArn: ROLE,
      eventBridgeConfig,
    });
    const request =
      "{ method: 'POST', resourcePath: '/', params: { headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'DynamoDB_20120810.ListTables' }, body: {} } }";
    await api.resolver(
      'Query.tables',
      `export function request(ctx) { return ${request}; } export function response(ctx) { return JSON.parse(ctx.result.body).TableNames[0]; }`,
      { dataSourceName: 'http' },
    );
    await api.resolver(
      'Query.events',
      "export function request(ctx) { return { operation: 'PutEvents', events: [{ source: 'shop', detailType: 'order', detail: { a: 1 } }] }; } export function response(ctx) { return ctx.result.FailedEntryCount; }",
      { dataSourceName: 'bus' },
    );
    expect((await api.ask('{ tables events }')).data).toEqual({ tables: 'posts', events: 0 });
  });
});

it('rules send events to operations', async () => {
  const api = await createApi(place.emulator, 'type Query { a: String } type Mutation { order(id: ID!): String }', {
    authenticationType: 'AWS_IAM',
  });
  const tables = place.emulator.client(DynamoDB);
  await tables.createTable({
    ...{ TableName: 'orders', BillingMode: 'PAY_PER_REQUEST' },
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  });
  const dynamodbConfig = { tableName: 'orders', awsRegion: 'us-east-1' };
  await api.appsync.createDataSource({ apiId: api.apiId, name: 'orders', type: 'AMAZON_DYNAMODB', serviceRoleArn: ROLE, dynamodbConfig });
  const put =
    "import * as ddb from '@aws-appsync/utils/dynamodb'; export function request(ctx) { return ddb.put({ key: { id: ctx.args.id }, item: {} }); }";
  await api.resolver('Mutation.order', `${put} export function response(ctx) { return ctx.result.id; }`, { dataSourceName: 'orders' });
  const events = place.emulator.client(EventBridge);
  await events.putRule({ Name: 'orders', EventPattern: '{"source":["shop"]}' });
  const Arn = `arn:aws:appsync:us-east-1:000000000000:endpoints/graphql-api/${api.apiId}`;
  const InputTransformer = { InputPathsMap: { id: '$.detail.id' }, InputTemplate: '{"id": <id>}' };
  const AppSyncParameters = { GraphQLOperation: 'mutation Order($id: ID!) { order(id: $id) }' };
  await events.putTargets({ Rule: 'orders', Targets: [{ Id: 't', Arn, RoleArn: ROLE, InputTransformer, AppSyncParameters }] });
  await events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'order', Detail: '{"id":"o1"}' }] });
  await place.emulator.idle();
  expect((await tables.scan({ TableName: 'orders' })).Items).toEqual([{ id: { S: 'o1' } }]);
});
