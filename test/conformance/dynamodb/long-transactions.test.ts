// Transactions of the longest items there are let other calls run: ten items of nearly 400 KB of values of two bytes, with an index and a stream.
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { slowness } from '../../fuzz/judge.ts';
import { MAX_BLOCKED_MS } from '../../fuzz/watched-emulator.ts';
import { isMissing } from '../../support/is-missing.ts';
import { TurnMeter } from '../../support/turn-meter.ts';

const NUMBERS = 90_000;
const ITEMS = Array.from({ length: 10 }, (_, index) => String(index));
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

it.skipIf(isMissing('turns of the event loop', process.platform === 'linux' ? undefined : 'no schedstat on this system'))(
  'updates of ten items of 90,000 numbers each hold nobody up',
  async () => {
    const meter = await TurnMeter.start();
    const db = new DynamoDB({ endpoint: meter.url, region: 'us-east-1', credentials, maxAttempts: 1 });
    const TableName = 'long';
    await db.createTable({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['id', 'group'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'groups',
          KeySchema: [{ AttributeName: 'group', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['list'] },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
    const list = { L: Array.from({ length: NUMBERS }, (_, index) => ({ N: String(index % 10) })) };
    for (const id of ITEMS) await db.putItem({ TableName, Item: { id: { S: id }, group: { S: 'g' }, list } });
    const update = (value: number) =>
      db.transactWriteItems({
        TransactItems: ITEMS.map((id) => ({
          Update: {
            TableName,
            Key: { id: { S: id } },
            UpdateExpression: 'SET #l[0] = :v',
            ConditionExpression: 'NOT contains(#l, :other)',
            ExpressionAttributeNames: { '#l': 'list' },
            ExpressionAttributeValues: { ':v': { N: String(value) }, ':other': { N: '77' } },
          },
        })),
      });
    const turns: number[] = [];
    for (let round = 0; round < 3; round++) turns.push(await meter.longestTurn(() => update(round)));
    const { Item } = await db.getItem({
      TableName,
      Key: { id: { S: '9' } },
      ProjectionExpression: '#l[0]',
      ExpressionAttributeNames: { '#l': 'list' },
    });
    await meter.stop();
    expect(Item).toEqual({ list: { L: [{ N: '2' }] } });
    expect(Math.min(...turns)).toBeLessThan(MAX_BLOCKED_MS * slowness());
  },
);
