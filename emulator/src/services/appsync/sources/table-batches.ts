// Requests to several tables at once, and transactions.
import { Fault } from '#core/fault';
import { type Attributes, attributes, plainItem } from './attribute-values.ts';
import type { Document, SourceAnswer, TableCall } from './source-request.ts';
import { expressionOf, merged } from './table-expressions.ts';

const entriesOf = (map: unknown): [string, unknown][] => Object.entries((map ?? {}) as Document);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export async function batchGet({ tables }: Document, { options, ctx }: TableCall): Promise<SourceAnswer> {
  const requested = entriesOf(tables).map(([table, given]): [string, readonly Attributes[], object] => {
    const { keys, consistentRead, projection } = (given ?? {}) as Document;
    const { expression, ...names } = expressionOf(projection);
    const settings = {
      ConsistentRead: consistentRead === true,
      ...(expression !== undefined && { ProjectionExpression: expression, ...names }),
    };
    return [table, listOf(keys).map(attributes), settings];
  });
  const RequestItems = Object.fromEntries(requested.map(([table, Keys, settings]) => [table, { Keys, ...settings }]));
  const answer = await ctx.call('dynamodb', 'BatchGetItem', { RequestItems }, options);
  // The items stand at the places of their keys.
  const data = requested.map(([table, keys]) => {
    const items = answer.Responses?.[table] ?? [];
    return [table, keys.map((key) => itemOf(key, items))];
  });
  const unprocessed = Object.entries(answer.UnprocessedKeys ?? {}).map(([table, { Keys = [] }]) => [table, Keys.map(plainItem)]);
  return { result: { data: Object.fromEntries(data) as object, unprocessedKeys: Object.fromEntries(unprocessed) as object } };
}

function itemOf(key: Attributes, items: readonly Attributes[]): Record<string, unknown> | null {
  const found = items.find((item) => Object.entries(key).every(([name, value]) => JSON.stringify(item[name]) === JSON.stringify(value)));
  return found ? plainItem(found) : null;
}

/** BatchPutItem and BatchDeleteItem. */
export async function batchWrite({ operation, tables }: Document, { options, ctx }: TableCall): Promise<SourceAnswer> {
  const isPut = operation === 'BatchPutItem';
  const requested = entriesOf(tables).map(([table, items]): [string, readonly Attributes[]] => [table, listOf(items).map(attributes)]);
  const RequestItems = Object.fromEntries(
    requested.map(([table, items]) => [
      table,
      items.map((each) => (isPut ? { PutRequest: { Item: each } } : { DeleteRequest: { Key: each } })),
    ]),
  );
  const { UnprocessedItems = {} } = await ctx.call('dynamodb', 'BatchWriteItem', { RequestItems }, options);
  const left = Object.entries(UnprocessedItems).map(([table, requests]) => [
    table,
    requests.map(({ PutRequest, DeleteRequest }) => plainItem(PutRequest?.Item ?? DeleteRequest?.Key ?? {})),
  ]);
  const data = Object.fromEntries(requested.map(([table, items]) => [table, items.map(plainItem)]));
  return { result: { data, [isPut ? 'unprocessedItems' : 'unprocessedKeys']: Object.fromEntries(left) as object } };
}

/** A transaction that is cancelled is an error with the reasons beside it. */
async function transacted(run: () => Promise<object>): Promise<SourceAnswer> {
  try {
    return { result: { ...(await run()), cancellationReasons: null } };
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'TransactionCanceledException') throw error;
    const reasons = listOf(error.options.members?.['CancellationReasons']) as readonly {
      Code?: string;
      Message?: string;
      Item?: Attributes;
    }[];
    const cancellationReasons = reasons.map(({ Code, Message, Item }) => ({
      item: Item ? plainItem(Item) : null,
      type: Code,
      message: Message ?? null,
    }));
    return {
      result: { keys: null, items: null, cancellationReasons },
      error: { message: error.message, errorType: `DynamoDB:${error.code}` },
    };
  }
}

export const transactGet = ({ transactItems }: Document, { options, ctx }: TableCall): Promise<SourceAnswer> =>
  transacted(async () => {
    const TransactItems = (listOf(transactItems) as readonly Document[]).map(({ table, key, projection }) => {
      const { expression, ...names } = expressionOf(projection);
      const shown = expression === undefined ? {} : { ProjectionExpression: expression, ...names };
      return { Get: { TableName: String(table), Key: attributes(key), ...shown } };
    });
    const { Responses = [] } = await ctx.call('dynamodb', 'TransactGetItems', { TransactItems }, options);
    return { items: Responses.map(({ Item }) => (Item ? plainItem(Item) : null)) };
  });

export const transactWrite = ({ transactItems }: Document, { options, ctx }: TableCall): Promise<SourceAnswer> =>
  transacted(async () => {
    const items = listOf(transactItems) as readonly Document[];
    await ctx.call('dynamodb', 'TransactWriteItems', { TransactItems: items.map(transactItem) }, options);
    return { keys: items.map(({ key }) => plainItem(attributes(key))) };
  });

function transactItem({ table, operation, key, attributeValues, update, condition }: Document) {
  const TableName = String(table);
  const Key = attributes(key);
  const { expression: ConditionExpression, ...names } = expressionOf(condition);
  const { returnValuesOnConditionCheckFailure } = (condition ?? {}) as Document;
  const checks = {
    ...(ConditionExpression !== undefined && { ConditionExpression }),
    ...(returnValuesOnConditionCheckFailure === true && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }),
  };
  switch (operation) {
    case 'PutItem':
      return { Put: { TableName, Item: { ...attributes(attributeValues), ...Key }, ...checks, ...names } };
    case 'UpdateItem': {
      const changes = expressionOf(update);
      const all = merged(changes, expressionOf(condition));
      return { Update: { TableName, Key, UpdateExpression: changes.expression ?? '', ...checks, ...all } };
    }
    case 'DeleteItem':
      return { Delete: { TableName, Key, ...checks, ...names } };
    case 'ConditionCheck':
      return { ConditionCheck: { TableName, Key, ConditionExpression: ConditionExpression ?? '', ...checks, ...names } };
    default:
      throw new Fault('IllegalArgument', `Unsupported operation '${String(operation)}' of a transaction.`);
  }
}
