// Tables, as calls are judged: their policies and tags, and what of items conditions compare.
import type { Protects } from '#core/authorization/protected-resource';
import type { Ctx } from '#core/ctx';
import { tagRecord } from '#core/tags';
import { tables } from './state.ts';

type Values = Readonly<Record<string, unknown>>;
const TRANSACTIONS: readonly string[] = ['TransactWriteItems', 'TransactGetItems'];

export const protects: Protects = {
  find: (arn, ctx) => {
    const name = /:table\/([^/]+)/.exec(arn)?.[1];
    const table = name === undefined ? undefined : ctx.records(tables).get([name]);
    return table && { policy: table.policy?.text, tags: tagRecord(table.tags) };
  },
  valuesOf: (key, operation, input, ctx) => {
    if (key === 'dynamodb:leadingkeys') return leadingKeys(input as Values, ctx);
    if (key === 'dynamodb:enclosingoperation') return TRANSACTIONS.includes(operation) ? [operation] : undefined;
    if (key === 'dynamodb:fulltablescan') return [String(operation === 'Scan')];
    return key === 'dynamodb:attributes' ? attributesOf(input as Values) : undefined;
  },
};

/** The attributes that a request names at its top: of an item, a key, a projection without placeholders. */
function attributesOf({ Item, Key, AttributesToGet, ProjectionExpression, ExpressionAttributeNames }: Values): string[] | undefined {
  const names = (ExpressionAttributeNames ?? {}) as Readonly<Record<string, string>>;
  const projected =
    typeof ProjectionExpression === 'string' ? ProjectionExpression.split(',').map((path) => path.trim().split(/[.[]/, 1)[0]!) : [];
  const found = [
    ...Object.keys((Item ?? {}) as Values),
    ...Object.keys((Key ?? {}) as Values),
    ...(Array.isArray(AttributesToGet) ? AttributesToGet.map(String) : []),
    ...projected.map((name) => (Object.hasOwn(names, name) ? names[name]! : name)),
  ];
  return found.length > 0 ? [...new Set(found)] : undefined;
}

/** The partition keys of the items that a request reaches, as text; undefined where it does not name them. */
function leadingKeys(input: Values, ctx: Ctx): string[] | undefined {
  const requests = (input['RequestItems'] ?? { [String(input['TableName'])]: input }) as Readonly<Record<string, unknown>>;
  const found = Object.entries(requests).flatMap(([name, request]) => {
    const hash = ctx.records(tables).get([name.slice(name.lastIndexOf('/') + 1)])?.key[0]?.name;
    return hash === undefined ? [] : itemsIn(request).map((item) => textOf(item[hash]) ?? keyInCondition(request as Values, hash));
  });
  const texts = found.filter((text) => text !== undefined);
  return texts.length > 0 ? texts : undefined;
}

/** The keys and items of one request, of a batch's list of requests, or of its list of keys; a query has none. */
function itemsIn(request: unknown): Values[] {
  if (Array.isArray(request)) return request.flatMap(itemsIn);
  const { Key, Item, Keys, PutRequest, DeleteRequest } = (request ?? {}) as Values;
  if (Array.isArray(Keys)) return Keys as Values[];
  if (PutRequest ?? DeleteRequest) return itemsIn(PutRequest ?? DeleteRequest);
  return [(Key ?? Item ?? {}) as Values];
}

const textOf = (value: unknown): string | undefined => {
  const { S, N } = (value ?? {}) as { S?: string; N?: string };
  return S ?? N;
};

/** `pk = :v`, `#pk = :v`: the partition key of a query stands for itself, compared with one value. */
function keyInCondition(
  { KeyConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues }: Values,
  hash: string,
): string | undefined {
  if (typeof KeyConditionExpression !== 'string') return undefined;
  const names = (ExpressionAttributeNames ?? {}) as Readonly<Record<string, string>>;
  const values = (ExpressionAttributeValues ?? {}) as Values;
  for (const [, name = '', placeholder = ''] of KeyConditionExpression.matchAll(/([#\w]+)\s*=\s*(:\w+)/g))
    if ((Object.hasOwn(names, name) ? names[name] : name) === hash) return textOf(values[placeholder]);
  return undefined;
}
