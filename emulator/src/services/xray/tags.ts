// Tags of groups and sampling rules.
import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import type { Tagged } from '#core/tag-rules';
import { operation } from '#model/xray';
import { groupArn } from './arns.ts';
import { invalidRequest, notFound } from './faults.ts';
import { groups, samplingRules, tags } from './state.ts';
import { XRAY_TAGS } from './tag-rules.ts';

function tagged(arn: string, ctx: Ctx): Tagged<Readonly<Record<string, string>>> {
  const [, kind, name = ''] = /^(group|sampling-rule)\/([^/]+)/.exec(arnHere(arn, 'xray', ctx)?.resource ?? '') ?? [];
  if (kind === undefined) throw invalidRequest(`Invalid resource ARN: ${arn}`);
  const group = ctx.records(groups).get([name]);
  const exists = kind === 'group' ? group && groupArn(group, ctx) === arn : ctx.records(samplingRules).get([name])?.rule.RuleARN === arn;
  if (!exists) throw notFound('The resource does not exist.', arn);
  const records = ctx.records(tags);
  return { tags: records.get([arn])?.tags ?? {}, keep: (kept) => ctx.write((tx) => tx.put(records, [arn], { tags: kept })) };
}

export const TagResource = operation('TagResource', ({ ResourceARN, Tags }, ctx) => XRAY_TAGS.add(tagged(ResourceARN, ctx), Tags, ctx));

export const UntagResource = operation('UntagResource', ({ ResourceARN, TagKeys }, ctx) =>
  XRAY_TAGS.remove(tagged(ResourceARN, ctx), TagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ ResourceARN }, ctx) => ({
  Tags: XRAY_TAGS.list(tagged(ResourceARN, ctx)),
}));
