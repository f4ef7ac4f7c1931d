// Tags of log groups, destinations and what belongs to deliveries: the older operations take the name of a group, the newer ones an ARN.
import { arnHere } from '#core/arn-here';
import type { Ctx } from '#core/ctx';
import type { Collection, Frozen } from '#core/records';
import { type Tagged, taggedRecord } from '#core/tag-rules';
import { table } from '#lib/table';
import { fault, operation } from '#model/logs';
import { findGroup, invalid } from './groups/find-group.ts';
import { groupArn, groupNameIn } from './groups/group-arn.ts';
import { lookupTables, scheduledQueries } from './query-state.ts';
import {
  anomalyDetectors,
  deliveries,
  deliveryDestinations,
  deliverySources,
  destinations,
  groups,
  type LogGroup,
  type Tags,
} from './state.ts';
import { LOG_TAGS } from './tag-rules.ts';

/** The collections of what has tags besides log groups, by the kind in its ARN. */
const TAGGED = table({
  destination: destinations,
  'delivery-destination': deliveryDestinations,
  'delivery-source': deliverySources,
  delivery: deliveries,
  'scheduled-query': scheduledQueries,
  'lookup-table': lookupTables,
  'anomaly-detector': anomalyDetectors,
});

function taggedUnder(arn: string, ctx: Ctx): Tagged<Tags> {
  if (!/^arn:[^:]+:logs:/.test(arn)) throw invalid(`Invalid resource ARN: ${arn}`);
  const group = ctx.records(groups).get([groupNameIn(ctx, arn) ?? '']);
  const found = group ? tagged(group, ctx) : otherUnder(arn, ctx);
  if (!found) throw fault('ResourceNotFoundException', 'The specified resource does not exist.');
  return found;
}

function otherUnder(arn: string, ctx: Ctx): Tagged<Tags> | undefined {
  const here = arnHere(arn, 'logs', ctx);
  const [, kind = '', name = ''] = /^([a-z-]+):(.+)$/.exec(here?.account === ctx.account ? here.resource : '') ?? [];
  const collection = TAGGED[kind as keyof typeof TAGGED] as Collection<[string], { readonly tags: Tags }> | undefined;
  const record = collection && ctx.records(collection).get([name]);
  return record && taggedRecord(ctx.records(collection), [name], record, ctx);
}

const tagged = (group: Frozen<LogGroup>, ctx: Ctx): Tagged<Tags> => taggedRecord(ctx.records(groups), [group.name], group, ctx);

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) =>
  LOG_TAGS.add(taggedUnder(resourceArn, ctx), tags, ctx, resourceArn),
);

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) =>
  LOG_TAGS.remove(taggedUnder(resourceArn, ctx), tagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ resourceArn }, ctx) => ({
  tags: LOG_TAGS.list(taggedUnder(resourceArn, ctx)),
}));

export const TagLogGroup = operation('TagLogGroup', ({ logGroupName, tags }, ctx) =>
  LOG_TAGS.add(tagged(findGroup(logGroupName, ctx), ctx), tags, ctx, groupArn(ctx, logGroupName)),
);

export const UntagLogGroup = operation('UntagLogGroup', ({ logGroupName, tags }, ctx) =>
  LOG_TAGS.remove(tagged(findGroup(logGroupName, ctx), ctx), tags),
);

export const ListTagsLogGroup = operation('ListTagsLogGroup', ({ logGroupName }, ctx) => ({
  tags: LOG_TAGS.list(findGroup(logGroupName, ctx)),
}));
