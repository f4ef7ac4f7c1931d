// SearchVectors: the items whose vectors are nearest to one, by comparing it with all of the index, exactly and in turns.
import type { Ctx } from '#core/ctx';
import { nextTurn } from '#lib/next-turn';
import type { SearchVectorsInput } from '#model/dynamodb';
import { checkName, findTable, type LocatedTable } from '#services/dynamodb/catalog/find-table';
import { checkValue } from '#services/dynamodb/engine/check-value';
import { attribute, equalValues, type Item, type Value } from '#services/dynamodb/engine/value';
import { assertAllUsed, openNames } from '#services/dynamodb/expressions/names';
import { headOf } from '#services/dynamodb/expressions/path';
import { pickAttributes, projectItem } from '#services/dynamodb/expressions/projection';
import { inLayer, invalid, LAYERS } from '#services/dynamodb/faults';
import { countedOperation } from '#services/dynamodb/items/counted';
import { inTurns } from '#services/dynamodb/items/in-turns';
import { sendItem } from '#services/dynamodb/items/item-text';
import { expressionsOf } from '#services/dynamodb/items/parameters';
import { readItem } from '#services/dynamodb/items/place';
import { MIN_REQUEST_BYTES } from '#services/dynamodb/items/write-vectors';
import { hashText } from '#services/dynamodb/vectors/entry';
import { floatOf, floatsOf, floatText, unpackFloats } from '#services/dynamodb/vectors/floats';
import { nearest, type Ranked } from '#services/dynamodb/vectors/nearest';
import type { VectorSchema } from '#services/dynamodb/vectors/schema';
import { type VectorEntry, type VectorKey, vectorEntries } from '#services/dynamodb/vectors/state';
import { type SearchCondition, scopeOf, searchConditions } from './search-condition.ts';

/** Limit: items that a search of vectors finds. */
const MAX_TOP_K = 100;
/** Limit: characters of the name of the index in a search. */
const MIN_NAME_LENGTH = 3;
/** Limit: characters of the name of the index in a search. */
const MAX_NAME_LENGTH = 255;
/** Limit: bytes of the items that a search without a projection answers. */
const MAX_ANSWER_LENGTH = 16 * 1_048_576;
/** Numbers that are compared without a pause, in a few milliseconds. */
const NUMBERS_AT_ONCE = 500_000;
const MAX_ENTRIES_AT_ONCE = 2_000;

const { wording } = LAYERS.SearchVectors;
const MEMBERS = ['TableName', 'IndexName', 'SearchVector', 'TopK'] as const;
const constraint = (name: string, words: string) =>
  invalid(`1 validation error detected: Value at '${name}' failed to satisfy constraint: Member must have ${words}`);

type Request = SearchVectorsInput & { [Name in (typeof MEMBERS)[number]]-?: NonNullable<SearchVectorsInput[Name]> };

/** The service reads these requests in a way of its own, which tells where a member is missed. @throws Fault ValidationException */
function checkRequest(input: SearchVectorsInput): Request {
  const missing = MEMBERS.find((name) => input[name] === undefined);
  if (missing !== undefined) throw invalid(`missing field \`${missing}\` at line 1 column ${JSON.stringify(input).length}`);
  const request = input as Request;
  const { TableName, IndexName, SearchVector, TopK } = request;
  if (!TableName.startsWith('arn:')) checkName(TableName);
  if (IndexName.length < MIN_NAME_LENGTH) throw constraint('IndexName', `length greater than or equal to ${MIN_NAME_LENGTH}`);
  if (IndexName.length > MAX_NAME_LENGTH) throw constraint('IndexName', `length less than or equal to ${MAX_NAME_LENGTH}`);
  if (SearchVector.length === 0) throw constraint('SearchVector', 'length greater than or equal to 1');
  if (TopK < 1) throw constraint('TopK', 'value greater than or equal to 1');
  if (TopK > MAX_TOP_K)
    throw invalid(`Provided TopK value '${TopK}' is out of valid range. The value must be between 1 and ${MAX_TOP_K} inclusive`);
  for (const value of SearchVector) checkValue(value as Value, wording);
  return request;
}

interface Plan {
  readonly conditions: readonly SearchCondition[];
  /** Reduces an item to the attributes that the client wants; the vector is among them only where the client names it. */
  readonly project: ((item: Item) => Item) | undefined;
  readonly namesVector: (vector: string) => boolean;
}

function planSearch(input: Request, ctx: Ctx): Plan {
  const names = openNames(input, [input.SearchConditionExpression, input.ProjectionExpression], wording);
  const condition = expressionsOf(ctx).bind('SearchCondition', input.SearchConditionExpression, names);
  const conditions = condition ? searchConditions(condition) : [];
  const projection = expressionsOf(ctx).bind('Projection', input.ProjectionExpression, names);
  assertAllUsed(names);
  const paths = projection?.binding.paths;
  return {
    conditions,
    project: paths && ((item) => projectItem(item, paths)),
    namesVector: (vector) => paths?.some((path) => headOf(path) === vector) ?? false,
  };
}

function findVectors({ schema }: LocatedTable, name: string): VectorSchema {
  const found = schema.vectors.find(({ vector }) => vector.name === name);
  if (!found) throw invalid(`The table does not have the specified index: ${name}`);
  if (found.vector.status === 'CREATING') throw invalid(`Cannot search backfilling vector index: ${name}`);
  return found;
}

function readQuery(values: readonly Value[], dimensions: number): Float32Array {
  if (values.some((value) => floatOf(value) === undefined))
    throw invalid(
      'Search vector contains invalid values. All values in the search vector must be a 32-bit floating-point number attribute',
    );
  const floats = floatsOf(values, dimensions);
  if (!floats) throw invalid(`Input search vector dimension ${values.length} does not match vector index dimension ${dimensions}`);
  return floats;
}

export const SearchVectors = countedOperation('SearchVectors', async (input, ctx) => {
  const request = checkRequest(input);
  const plan = inLayer(LAYERS.SearchVectors, () => planSearch(request, ctx));
  const located = findTable(request.TableName, ctx);
  const index = findVectors(located, request.IndexName);
  const { vector, hash } = index;
  const query = readQuery(request.SearchVector as readonly Value[], vector.dimensions);
  const scope = scopeOf(index, plan.conditions);
  const text = hashText(hash, hash ? { [hash.name]: scope.hash! } : {})!;
  const prefix: [string, string, string] = [located.table.storeId, vector.id, text];
  const ranked = nearest(vector.distance, query, request.TopK);
  const filters = [...scope.filters];
  const passes = ({ filter = {} }: VectorEntry): boolean =>
    filters.every(([name, value]) => {
      const own = attribute(filter, name);
      return own !== undefined && equalValues(own, value);
    });
  const limit = Math.min(MAX_ENTRIES_AT_ONCE, Math.max(1, Math.floor(NUMBERS_AT_ONCE / vector.dimensions)));
  let bytes = 0;
  for (let after: VectorKey | undefined; ; await nextTurn()) {
    const found = located.there.records(vectorEntries).entries(prefix, { limit, after });
    for (const [, entry] of found) {
      bytes += entry.bytes;
      if (passes(entry as VectorEntry)) ranked.add(entry, unpackFloats(entry.vector));
    }
    if (found.length < limit) break;
    after = found.at(-1)![0];
  }
  const asked = request.ReturnConsumedCapacity;
  return {
    SearchResults: await results(ranked.list(), located, index, plan, ctx),
    ...(asked !== undefined && asked !== 'NONE' && { ConsumedCapacity: { VectorSearchRequestBytes: Math.max(MIN_REQUEST_BYTES, bytes) } }),
  };
});

/** The items as the index shows them. An item that has gone since it was compared is left out. */
async function results(ranked: readonly Ranked[], located: LocatedTable, { vector, projected }: VectorSchema, plan: Plan, ctx: Ctx) {
  const found = ranked.flatMap(({ entry, score, floats }) => {
    const read = readItem(located, entry);
    return read ? [{ read, score, floats }] : [];
  });
  if (found.reduce((sum, { read }) => sum + read.bytes, 0) > MAX_ANSWER_LENGTH && !plan.project)
    throw invalid('The results are larger than 16 MB. Name fewer of them by TopK, or parts of them by ProjectionExpression.');
  const withVector = plan.namesVector(vector.attribute) && (!projected || projected.has(vector.attribute));
  const show = ({ read, floats }: (typeof found)[number]): Item => {
    const whole = read.parse();
    const names = (projected ? [...projected] : Object.keys(whole)).filter((name) => name !== vector.attribute);
    const shown = pickAttributes(whole, names);
    const item = withVector ? { ...shown, [vector.attribute]: { L: [...floats].map((float) => ({ N: floatText(float) })) } } : shown;
    return plan.project ? plan.project(item) : item;
  };
  return inTurns(
    found,
    ({ read }) => read.text.length,
    (each) => ({ Item: sendItem(show(each), ctx), Score: each.score }),
  );
}
