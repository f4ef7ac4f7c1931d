// Tables: the operations on items, lists and batches.
// https://docs.aws.amazon.com/appsync/latest/devguide/resolver-mapping-template-reference-dynamodb.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import type { DataSource } from '#services/appsync/state';
import { type Attributes, attributes, plainItem } from './attribute-values.ts';
import { type Document, type SourceAnswer, type TableCall, wrongRequest } from './source-request.ts';
import { batchGet, batchWrite, transactGet, transactWrite } from './table-batches.ts';
import { type Expression, expressionOf, merged } from './table-expressions.ts';

type TableOperation = (document: Document, call: TableCall) => Promise<SourceAnswer>;

const OPERATIONS = new Map<string, TableOperation>([
  ['GetItem', getItem],
  ['PutItem', putItem],
  ['UpdateItem', updateItem],
  ['DeleteItem', deleteItem],
  ['Query', query],
  ['Scan', scan],
  ['BatchGetItem', batchGet],
  ['BatchPutItem', batchWrite],
  ['BatchDeleteItem', batchWrite],
  ['TransactGetItems', transactGet],
  ['TransactWriteItems', transactWrite],
]);

export async function askTable(source: Frozen<DataSource>, document: Document, ctx: Ctx): Promise<SourceAnswer> {
  const { operation } = document;
  if (operation === undefined) return wrongRequest("Value for field '$[operation]' not found.");
  const run = OPERATIONS.get(String(operation));
  if (!run) return wrongRequest(`Unsupported operation '${String(operation)}'.`);
  const { tableName = '', awsRegion } = source.dynamodbConfig ?? {};
  return run(document, { table: tableName, options: { withRole: source.serviceRoleArn, region: awsRegion }, ctx });
}

const projection = ({ projection: given }: Document): Partial<Expression> & { readonly ProjectionExpression?: string } => {
  const { expression, ...names } = expressionOf(given);
  return expression === undefined ? {} : { ProjectionExpression: expression, ...names };
};

async function getItem(document: Document, { table, options, ctx }: TableCall): Promise<SourceAnswer> {
  const { Item } = await ctx.call(
    'dynamodb',
    'GetItem',
    { TableName: table, Key: attributes(document['key']), ConsistentRead: document['consistentRead'] === true, ...projection(document) },
    options,
  );
  return { result: Item ? plainItem(Item) : null };
}

const conditionOf = ({ condition }: Document) => {
  const { expression, ...others } = expressionOf(condition);
  return expression === undefined ? {} : { ConditionExpression: expression, ...others };
};

async function putItem(document: Document, call: TableCall): Promise<SourceAnswer> {
  const { table, options, ctx } = call;
  const key = attributes(document['key']);
  const Item = { ...attributes(document['attributeValues']), ...key };
  return checked(document, key, call, plainItem(Item), async () => {
    await ctx.call('dynamodb', 'PutItem', { TableName: table, Item, ...conditionOf(document) }, options);
    return plainItem(Item);
  });
}

async function updateItem(document: Document, call: TableCall): Promise<SourceAnswer> {
  const { table, options, ctx } = call;
  const Key = attributes(document['key']);
  const update = expressionOf(document['update']);
  const condition = expressionOf(document['condition']);
  return checked(document, Key, call, undefined, async () => {
    const input = {
      TableName: table,
      Key,
      ReturnValues: 'ALL_NEW',
      UpdateExpression: update.expression,
      ConditionExpression: condition.expression,
    } as const;
    const { Attributes = {} } = await ctx.call('dynamodb', 'UpdateItem', { ...input, ...merged(update, condition) }, options);
    return plainItem(Attributes);
  });
}

async function deleteItem(document: Document, call: TableCall): Promise<SourceAnswer> {
  const { table, options, ctx } = call;
  const Key = attributes(document['key']);
  return checked(document, Key, call, null, async () => {
    const input = { TableName: table, Key, ReturnValues: 'ALL_OLD', ...conditionOf(document) } as const;
    const { Attributes } = await ctx.call('dynamodb', 'DeleteItem', input, options);
    return Attributes ? plainItem(Attributes) : null;
  });
}

/** A condition that fails is no failure where the table already has what the request would have made of it (`wanted`). */
async function checked(
  document: Document,
  Key: Attributes,
  call: TableCall,
  wanted: unknown,
  write: () => Promise<unknown>,
): Promise<SourceAnswer> {
  try {
    return { result: await write() };
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ConditionalCheckFailedException') throw error;
    const { table, options, ctx } = call;
    const { Item } = await ctx.call('dynamodb', 'GetItem', { TableName: table, Key, ConsistentRead: true }, options);
    const current = Item ? plainItem(Item) : null;
    const { equalsIgnore } = (document['condition'] ?? {}) as Document;
    if (wanted !== undefined && isSame(current, wanted, Array.isArray(equalsIgnore) ? equalsIgnore.map(String) : []))
      return { result: current };
    return {
      result: current,
      error: {
        message: `${error.message} (Service: DynamoDb, Status Code: 400, Request ID: ${ctx.requestId})`,
        errorType: `DynamoDB:${error.code}`,
      },
    };
  }
}

function isSame(one: unknown, other: unknown, ignored: readonly string[]): boolean {
  const textOf = (item: unknown): string =>
    item === null
      ? 'null'
      : JSON.stringify(
          Object.entries(item as object)
            .filter(([name]) => !ignored.includes(name))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        );
  return textOf(one) === textOf(other);
}

const listInput = (document: Document, { table }: TableCall) => ({
  TableName: table,
  IndexName: document['index'] as string | undefined,
  Limit: typeof document['limit'] === 'number' ? document['limit'] : undefined,
  ConsistentRead: document['consistentRead'] as boolean | undefined,
  Select: document['select'] as string | undefined,
  ExclusiveStartKey: keyIn(document['nextToken']),
});

async function query(document: Document, call: TableCall): Promise<SourceAnswer> {
  const condition = expressionOf(document['query']);
  const filter = expressionOf(document['filter']);
  const shown = expressionOf(document['projection']);
  const input = {
    ...listInput(document, call),
    KeyConditionExpression: condition.expression,
    FilterExpression: filter.expression,
    ProjectionExpression: shown.expression,
    ScanIndexForward: document['scanIndexForward'] !== false,
    ...merged(condition, filter, shown),
  };
  const answer = await call.ctx.call('dynamodb', 'Query', input, call.options);
  return { result: pageOf(answer) };
}

async function scan(document: Document, call: TableCall): Promise<SourceAnswer> {
  const filter = expressionOf(document['filter']);
  const shown = expressionOf(document['projection']);
  const input = {
    ...listInput(document, call),
    FilterExpression: filter.expression,
    ProjectionExpression: shown.expression,
    TotalSegments: document['totalSegments'] as number | undefined,
    Segment: document['segment'] as number | undefined,
    ...merged(filter, shown),
  };
  const answer = await call.ctx.call('dynamodb', 'Scan', input, call.options);
  return { result: pageOf(answer) };
}

interface TablePage {
  readonly Items?: readonly Attributes[] | undefined;
  readonly LastEvaluatedKey?: Attributes | undefined;
  readonly ScannedCount?: number | undefined;
}

/** The token of a page holds the key of its last item. */
const pageOf = ({ Items = [], LastEvaluatedKey: last, ScannedCount }: TablePage) => ({
  items: Items.map(plainItem),
  nextToken: last ? Buffer.from(JSON.stringify(last)).toString('base64') : null,
  scannedCount: ScannedCount ?? Items.length,
});

function keyIn(token: unknown): Attributes | undefined {
  if (typeof token !== 'string' || token === '') return undefined;
  try {
    return attributes(JSON.parse(Buffer.from(token, 'base64').toString()));
  } catch {
    throw new Fault('IllegalArgument', 'The nextToken is not one of this source.');
  }
}
