// SELECT: which reads it takes, and their rows.
import type { Ctx } from '#core/ctx';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { IndexSchema } from '#services/dynamodb/catalog/schema';
import { checkItem } from '#services/dynamodb/engine/check-value';
import type { Item } from '#services/dynamodb/engine/value';
import { type ItemTest, nodeTest, testOfShown } from '#services/dynamodb/expressions/item-test';
import { headOf } from '#services/dynamodb/expressions/path';
import { pickAttributes } from '#services/dynamodb/expressions/projection';
import type { Node } from '#services/dynamodb/expressions/syntax';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import { readUnits } from '#services/dynamodb/items/capacity';
import { notReadable, startPlace } from '#services/dynamodb/items/read-many';
import { readPage } from '#services/dynamodb/items/read-page';
import { type Columns, checkProjected, columnsOf } from './columns.ts';
import { checkScalarKeys } from './conditions.ts';
import { type Branch, keyBranches } from './key-branches.ts';
import type { Resume } from './next-token.ts';
import { checkOrder, isReverse, orderBranches } from './order.ts';
import type { SelectStatement } from './syntax.ts';
import type { Translation } from './translate.ts';

/** Limit: bytes of the items that a page of a SELECT reads. */
const MAX_PAGE_BYTES = 1_048_576;

export interface SelectPlan {
  readonly located: LocatedTable;
  readonly index: IndexSchema | undefined;
  readonly columns: Columns | undefined;
  /** Undefined reads all partitions. */
  readonly branches: readonly Branch[] | undefined;
  readonly where: Node | undefined;
  readonly reverse: boolean;
  readonly translation: Translation;
}

/** @throws Fault ValidationException */
export function planSelect(
  select: SelectStatement,
  located: LocatedTable,
  translation: Translation,
  consistent: boolean | undefined,
): SelectPlan {
  const index = findIndex(select, located, consistent);
  const columns = columnsOf(select.columns);
  checkProjected(columns, index);
  const where = select.where && translation.condition(select.where);
  const key = index ?? located.schema;
  checkScalarKeys(key, translation);
  checkOrder(select, key);
  const branches = keyBranches(where, key, translation);
  if (branches && index?.projected) checkFiltered(branches, index, translation);
  return {
    located,
    index,
    columns,
    branches: orderBranches(select, key, branches),
    where,
    reverse: isReverse(select, key),
    translation,
  };
}

function findIndex({ source }: SelectStatement, { schema }: LocatedTable, consistent: boolean | undefined): IndexSchema | undefined {
  if (source.index === undefined) return undefined;
  if (schema.vectors.some(({ vector }) => vector.name === source.index)) throw notReadable('Scan');
  const found = schema.indexes.find(({ index }) => index.name === source.index);
  if (!found) throw invalid('The table does not have the specified index');
  if (found.index.status === 'CREATING') throw invalid(`Cannot read from backfilling global secondary index: ${source.index}`);
  if (found.hash.length > 1 || found.range.length > 1)
    throw invalid('PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE keys.');
  if (consistent && found.index.global) throw invalid('Strongly consistent read is not supported on Global Secondary Indexes');
  return found;
}

/** Reads by key filter on what the index holds. The service checks the last of several reads, unless one of them needs nothing else. */
function checkFiltered(branches: readonly Branch[], { index, projected }: IndexSchema, translation: Translation): void {
  let last: string[] = [];
  for (const { filter } of branches) {
    last = [...new Set(filter ? headsIn(filter, translation) : [])].filter((name) => !projected!.has(name));
    if (last.length === 0) return;
  }
  throw invalidParameter(`Secondary index ${index.name} does not project one or more filter attributes: [${inHashOrder(last).join(', ')}]`);
}

function headsIn(node: Node, translation: Translation): string[] {
  if (node.kind === 'path') return [headOf(translation.paths[node.index]!)];
  return 'parts' in node ? node.parts.flatMap((part) => headsIn(part, translation)) : [];
}

/** The order in which the service prints a set of names: that of their hashes. */
function inHashOrder(names: readonly string[]): string[] {
  let buckets = 16;
  while (names.length > buckets * 0.75) buckets *= 2;
  const bucketOf = (name: string): number => {
    let hash = 0;
    for (let at = 0; at < name.length; at++) hash = (hash * 31 + name.charCodeAt(at)) | 0;
    return (hash ^ (hash >>> 16)) & (buckets - 1);
  };
  return [...names].sort((a, b) => bucketOf(a) - bucketOf(b));
}

export interface SelectPage {
  readonly rows: readonly Item[];
  readonly units: number;
  /** Units for whole items that an index did not hold. */
  readonly fetchedUnits: number;
  /** Set where there may be more. */
  readonly resume: Resume | undefined;
  readonly last: Item | undefined;
}

/** @throws Fault ValidationException for a start that is no key of the table */
export async function runSelect(
  plan: SelectPlan,
  limit: number,
  start: Resume | undefined,
  consistent: boolean | undefined,
  ctx: Ctx,
): Promise<SelectPage> {
  const { located, index, columns, translation } = plan;
  const reads = plan.branches ?? [{ partition: undefined, from: '', to: undefined, filter: plan.where }];
  const whole =
    index?.projected !== undefined && !index.index.global && (columns?.heads.some((name) => !index.projected!.has(name)) ?? false);
  const rows: Item[] = [];
  let [units, fetchedUnits, bytes, scanned] = [0, 0, 0, 0];
  const first = start?.branch ?? 0;
  if (first >= reads.length) throw invalid('Invalid NextToken');
  if (start?.key) checkItem(start.key, 'older');
  for (let at = first; at < reads.length; at++) {
    const { partition, from, to, filter } = reads[at]!;
    const place = at === first ? startPlace(located, index, start?.key) : undefined;
    const rules = {
      span: { partition, from, to, reverse: plan.reverse, start: place },
      limit: limit - scanned,
      filter: filter && testOf(filter, index, translation),
      project: columns && { paths: columns.heads.length, of: columns.project },
      whole,
      countOnly: false,
    };
    const page = await readPage(located, index, rules, ctx);
    rows.push(...page.items);
    units += readUnits(page.bytes, consistent);
    for (const each of page.fetched) fetchedUnits += readUnits(each, consistent);
    bytes += page.bytes;
    scanned += page.scanned;
    const resume = page.last ? { branch: at, key: keyOf(page.last, plan) } : { branch: at + 1 };
    const full = page.last !== undefined || scanned >= limit || bytes > MAX_PAGE_BYTES;
    if (full && resume.branch < reads.length) return { rows, units, fetchedUnits, resume, last: page.last && keyOf(page.last, plan) };
  }
  return { rows, units, fetchedUnits, resume: undefined, last: undefined };
}

const keyOf = (item: Item, { located, index }: SelectPlan): Item =>
  pickAttributes(
    item,
    (index?.place ?? located.schema.all).map(({ name }) => name),
  );

/** Filters see what an index shows, also where columns come from the whole item. */
function testOf(filter: Node, index: IndexSchema | undefined, translation: Translation): ItemTest {
  const test = nodeTest(filter, translation);
  const shown = index?.projected;
  return shown ? testOfShown(test, (item) => pickAttributes(item, shown)) : test;
}
