// Tags of tables.
import type { Ctx } from '#core/ctx';
import { mergeTags, readTags, sendTags, withoutTags } from '#core/tags';
import { parseArn } from '#lib/arn';
import { firstRepeated } from '#lib/first-repeated';
import { fault, operation, type Tag } from '#model/dynamodb';
import { type LocatedTable, tableAddress, tableAt } from '#services/dynamodb/catalog/find-table';
import { tableSchema } from '#services/dynamodb/catalog/schema';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import { isBeingFilled, tables } from '#services/dynamodb/state';

const MAX_TAGS = 50;

/** @throws Fault ValidationException */
export function checkTags(tags: readonly Tag[]): void {
  for (const { Key } of tags) if (/^aws:/i.test(Key)) throw invalidParameter(`Tag Key cannot be prefixed with aws:, Key: ${Key}`);
  const repeated = firstRepeated(tags.map(({ Key }) => Key));
  if (repeated !== undefined) throw invalidParameter(`Duplicate tag key: ${repeated}`);
  if (tags.length > MAX_TAGS) throw invalidParameter('Too many tags: The maximum number of tags allowed is 50');
}

export const noSuchArn = (arn: string) => fault('ResourceNotFoundException', `Requested resource not found: ResourcArn: ${arn} not found`);

/** The table with this ARN. @throws Fault ResourceNotFoundException, ValidationException */
export function findByArn(arn: string, ctx: Ctx): LocatedTable {
  if (parseArn(arn)?.service !== 'dynamodb') throw invalidParameter(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`);
  const address = tableAddress(arn, ctx);
  const table = address && tableAt(address, ctx);
  if (!address || !table || isBeingFilled(table)) throw noSuchArn(arn);
  return { there: address.there, table, schema: tableSchema(table, ctx) };
}

export const TagResource = operation('TagResource', ({ ResourceArn, Tags }, ctx) => {
  const { there, table } = findByArn(ResourceArn, ctx);
  if (Tags.length === 0) throw invalid('Atleast one Tag needs to be provided as Input.');
  checkTags(Tags);
  const tags = mergeTags(table.tags, readTags(Tags));
  if (tags.length > MAX_TAGS)
    throw fault('LimitExceededException', `The number of tags exceeds the limit of ${MAX_TAGS} tags per resource.`);
  there.write((tx) => tx.put(there.records(tables), [table.name], { ...table, tags }));
});

export const UntagResource = operation('UntagResource', ({ ResourceArn, TagKeys }, ctx) => {
  const { there, table } = findByArn(ResourceArn, ctx);
  if (TagKeys.length === 0) throw invalid('Atleast one Tag Key needs to be provided as Input.');
  const tags = withoutTags(table.tags, TagKeys);
  there.write((tx) => tx.put(there.records(tables), [table.name], { ...table, tags }));
});

export const ListTagsOfResource = operation('ListTagsOfResource', ({ ResourceArn }, ctx) => {
  const { table } = findByArn(ResourceArn, ctx);
  return { Tags: sendTags(table.tags) };
});
