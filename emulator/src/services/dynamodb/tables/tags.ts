// Tags of tables.
import type { Ctx } from '#core/ctx';
import { atMostTags, noRepeatedKeys, noReservedKeys, taggedRecord, tagRules } from '#core/tag-rules';
import { KEY_VALUE_TAGS, PLAIN_TAGS } from '#core/tags';
import { parseArn } from '#lib/arn';
import { fault, operation } from '#model/dynamodb';
import { type LocatedTable, tableAddress, tableAt } from '#services/dynamodb/catalog/find-table';
import { tableSchema } from '#services/dynamodb/catalog/schema';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import { isBeingFilled, tables } from '#services/dynamodb/state';

/** Limit: tags that one TagResource adds. */
const MAX_TAGS = 50;

export const TABLE_TAGS = tagRules({
  sent: KEY_VALUE_TAGS,
  kept: PLAIN_TAGS,
  checks: [
    noReservedKeys((key) => invalidParameter(`Tag Key cannot be prefixed with aws:, Key: ${key}`)),
    noRepeatedKeys((key) => invalidParameter(`Duplicate tag key: ${key}`)),
    (added) => {
      if (added.length > MAX_TAGS) throw invalidParameter(`Too many tags: The maximum number of tags allowed is ${MAX_TAGS}`);
    },
    atMostTags(MAX_TAGS, (max) => fault('LimitExceededException', `The number of tags exceeds the limit of ${max} tags per resource.`)),
  ],
});

export const noSuchArn = (arn: string) => fault('ResourceNotFoundException', `Requested resource not found: ResourcArn: ${arn} not found`);

/** The table with this ARN. @throws Fault ResourceNotFoundException, ValidationException */
export function findByArn(arn: string, ctx: Ctx): LocatedTable {
  if (parseArn(arn)?.service !== 'dynamodb') throw invalidParameter(`Invalid TableArn: Invalid ResourceArn provided as input ${arn}`);
  const address = tableAddress(arn, ctx);
  const table = address && tableAt(address, ctx);
  if (!address || !table || isBeingFilled(table)) throw noSuchArn(arn);
  return { there: address.there, table, schema: tableSchema(table, ctx) };
}

function tagged(arn: string, ctx: Ctx) {
  const { there, table } = findByArn(arn, ctx);
  return taggedRecord(there.records(tables), [table.name], table, there);
}

export const TagResource = operation('TagResource', ({ ResourceArn, Tags }, ctx) => {
  const table = tagged(ResourceArn, ctx);
  if (Tags.length === 0) throw invalid('Atleast one Tag needs to be provided as Input.');
  TABLE_TAGS.add(table, Tags, ctx);
});

export const UntagResource = operation('UntagResource', ({ ResourceArn, TagKeys }, ctx) => {
  const table = tagged(ResourceArn, ctx);
  if (TagKeys.length === 0) throw invalid('Atleast one Tag Key needs to be provided as Input.');
  TABLE_TAGS.remove(table, TagKeys);
});

export const ListTagsOfResource = operation('ListTagsOfResource', ({ ResourceArn }, ctx) => ({
  Tags: TABLE_TAGS.list(findByArn(ResourceArn, ctx).table),
}));
