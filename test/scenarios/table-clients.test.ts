// Clients above the SDK's table client, unmodified: the document client, DynamoDB Toolbox and ElectroDB.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { tableOf } from '../support/use-tables.ts';

const CLIENTS = fileURLToPath(new URL('clients/', import.meta.url));
const missing = existsSync(`${CLIENTS}node_modules/electrodb`) ? undefined : 'needs `npm ci` in test/scenarios/clients';
const load = createRequire(`${CLIENTS}package.json`);

describe.skipIf(isMissing('table clients', missing))('clients of tables', () => {
  let emulator: TestEmulator;
  // biome-ignore lint/suspicious/noExplicitAny: the clients are installed in a folder of their own, without their types
  let sdk: any, lib: any, documents: any;
  beforeAll(async () => {
    emulator = await startTestEmulator();
    sdk = load('@aws-sdk/client-dynamodb');
    lib = load('@aws-sdk/lib-dynamodb');
    const client = new sdk.DynamoDBClient({
      endpoint: emulator.url,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    documents = lib.DynamoDBDocument.from(client, { marshallOptions: { removeUndefinedValues: true } });
    const index = {
      IndexName: 'gsi1',
      KeySchema: [
        { AttributeName: 'gsi1pk', KeyType: 'HASH' as const },
        { AttributeName: 'gsi1sk', KeyType: 'RANGE' as const },
      ],
      Projection: { ProjectionType: 'ALL' as const },
    };
    const AttributeDefinitions = ['gsi1pk', 'gsi1sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const }));
    for (const name of ['documents', 'toolbox', 'electro'])
      await client.send(
        new sdk.CreateTableCommand(tableOf(name, ['pk:S', 'sk:S'], { AttributeDefinitions, GlobalSecondaryIndexes: [index] })),
      );
  });
  afterAll(() => emulator.stop());

  it('the document client reads what it wrote, in pages, batches, transactions and statements', async () => {
    const TableName = 'documents';
    const Item = {
      pk: 'a',
      sk: '1',
      amount: 1.5,
      tags: new Set(['x', 'y']),
      lines: [{ sku: 's', image: new Uint8Array([0, 255]) }],
      gone: undefined,
    };
    await documents.put({ TableName, Item });
    expect((await documents.get({ TableName, Key: { pk: 'a', sk: '1' } })).Item).toEqual({
      pk: 'a',
      sk: '1',
      amount: 1.5,
      tags: Item.tags,
      lines: Item.lines,
    });
    const puts = Array.from({ length: 20 }, (_, at) => ({ PutRequest: { Item: { pk: 'b', sk: String(at).padStart(2, '0') } } }));
    await documents.batchWrite({ RequestItems: { [TableName]: puts } });
    const seen: string[] = [];
    const query = { TableName, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': 'b' } };
    for await (const page of lib.paginateQuery({ client: documents, pageSize: 7 }, query))
      seen.push(...page.Items.map(({ sk }: { sk: string }) => sk));
    expect(seen).toHaveLength(20);
    await documents.transactWrite({
      TransactItems: [
        { Update: { TableName, Key: { pk: 'a', sk: '1' }, UpdateExpression: 'ADD amount :one', ExpressionAttributeValues: { ':one': 1 } } },
        { Delete: { TableName, Key: { pk: 'b', sk: '00' } } },
      ],
    });
    const Statement = `SELECT amount FROM "${TableName}" WHERE pk = ? AND sk = ?`;
    expect((await documents.send(new lib.ExecuteStatementCommand({ Statement, Parameters: ['a', '1'] }))).Items).toEqual([{ amount: 2.5 }]);
  });

  it('DynamoDB Toolbox parses, updates and queries its entities', async () => {
    const { Table } = load('dynamodb-toolbox/table');
    const { QueryCommand } = load('dynamodb-toolbox/table/actions/query');
    const { Entity } = load('dynamodb-toolbox/entity');
    const { item } = load('dynamodb-toolbox/schema/item');
    const { string } = load('dynamodb-toolbox/schema/string');
    const { number } = load('dynamodb-toolbox/schema/number');
    const { list } = load('dynamodb-toolbox/schema/list');
    const { PutItemCommand } = load('dynamodb-toolbox/entity/actions/put');
    const { GetItemCommand } = load('dynamodb-toolbox/entity/actions/get');
    const { UpdateItemCommand, $add, $append } = load('dynamodb-toolbox/entity/actions/update');
    const key = (name: string) => ({ name, type: 'string' });
    const table = new Table({ name: 'toolbox', documentClient: documents, partitionKey: key('pk'), sortKey: key('sk') });
    const schema = item({
      customer: string().key().savedAs('pk'),
      order: string().key().savedAs('sk'),
      total: number(),
      notes: list(string()).optional(),
    });
    const Order = new Entity({ name: 'Order', table, schema });
    for (const order of ['1', '2', '3'])
      await Order.build(PutItemCommand)
        .item({ customer: 'ada', order, total: Number(order), notes: ['new'] })
        .send();
    await Order.build(UpdateItemCommand)
      .item({ customer: 'ada', order: '2', total: $add(10), notes: $append(['paid']) })
      .send();
    const got = await Order.build(GetItemCommand).key({ customer: 'ada', order: '2' }).send();
    expect(got.Item).toMatchObject({ total: 12, notes: ['new', 'paid'] });
    const range = { partition: 'ada', range: { gte: '2' } };
    const found = await table.build(QueryCommand).query(range).entities(Order).options({ reverse: true }).send();
    expect(found.Items.map(({ order }: { order: string }) => order)).toEqual(['3', '2']);
    const again = Order.build(PutItemCommand)
      .item({ customer: 'ada', order: '2', total: 0 })
      .options({ condition: { attr: 'customer', exists: false } });
    await expect(again.send()).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  });

  it('ElectroDB creates, patches, queries and collects its entities', async () => {
    const { Entity, Service } = load('electrodb');
    const pk = (...composite: string[]) => ({ field: 'pk', composite });
    const sk = (...composite: string[]) => ({ field: 'sk', composite });
    const model = (entity: string) => ({ entity, version: '1', service: 'shop' });
    const orders = new Entity(
      {
        model: model('order'),
        attributes: {
          customer: { type: 'string' },
          order: { type: 'string' },
          total: { type: 'number', default: 0 },
          state: { type: ['open', 'paid'] as const, default: 'open' },
        },
        indexes: {
          primary: { collection: 'account', pk: pk('customer'), sk: sk('order') },
          byState: { index: 'gsi1', pk: { field: 'gsi1pk', composite: ['state'] }, sk: { field: 'gsi1sk', composite: ['order'] } },
        },
      },
      { client: documents, table: 'electro' },
    );
    const notes = new Entity(
      {
        model: model('note'),
        attributes: { customer: { type: 'string' }, id: { type: 'string' }, text: { type: 'string' } },
        indexes: { primary: { collection: 'account', pk: pk('customer'), sk: sk('id') } },
      },
      { client: documents, table: 'electro' },
    );
    const shop = new Service({ orders, notes });
    for (const order of ['1', '2', '3']) await orders.create({ customer: 'ada', order, total: Number(order) }).go();
    await notes.put({ customer: 'ada', id: 'n', text: 'call' }).go();
    await expect(orders.create({ customer: 'ada', order: '1' }).go()).rejects.toThrow('The conditional request failed');
    await orders.patch({ customer: 'ada', order: '2' }).set({ state: 'paid' }).add({ total: 5 }).go();
    expect((await orders.query.byState({ state: 'paid' }).go()).data).toMatchObject([{ order: '2', total: 7 }]);
    const { data } = await shop.collections.account({ customer: 'ada' }).go();
    expect([data.orders.length, data.notes.length]).toEqual([3, 1]);
    const filtered = await orders.query
      .primary({ customer: 'ada' })
      .where(({ total }: never, { gt }: never) => (gt as (a: never, b: number) => string)(total, 2))
      .go();
    expect(filtered.data.map(({ order }: { order: string }) => order)).toEqual(['2', '3']);
    const done = await shop.transaction
      .write((all: never) => [(all as { orders: typeof orders }).orders.delete({ customer: 'ada', order: '1' }).commit()])
      .go();
    expect(done.canceled).toBe(false);
  });
});
