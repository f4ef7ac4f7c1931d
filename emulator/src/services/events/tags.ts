// TagResource, UntagResource, ListTagsForResource: tags of buses and rules.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Tagged, taggedRecord } from '#core/tag-rules';
import { operation } from '#model/events';
import { isHere, parseBusArn, parseRuleArn } from './arns.ts';
import { invalid, noSuchBus, noSuchRule } from './faults.ts';
import { busNamed } from './find-bus.ts';
import { buses, rules, type Tags } from './state.ts';
import { EVENTS_TAGS } from './tag-rules.ts';

/** The bus or rule that an ARN of this account and region names. Tags do not affect which events a rule matches. */
function findTagged(arn: string, ctx: Ctx): Tagged<Frozen<Tags>> {
  const ofRule = parseRuleArn(arn);
  if (ofRule) {
    const { bus, rule: name } = ofRule;
    const rule = isHere(ofRule, ctx) ? ctx.records(rules).get([bus, name]) : undefined;
    if (!rule) throw noSuchRule(bus, name);
    return taggedRecord(ctx.records(rules), [bus, name], rule, ctx);
  }
  const ofBus = parseBusArn(arn);
  if (!ofBus) throw invalid(`Parameter ${arn} is not valid. Reason: Provided Arn is not in correct format.`);
  const bus = isHere(ofBus, ctx) ? busNamed(ofBus.bus, ctx) : undefined;
  if (!bus) throw noSuchBus(ofBus.bus);
  return taggedRecord(ctx.records(buses), [bus.name], bus, ctx);
}

export const TagResource = operation('TagResource', ({ ResourceARN, Tags }, ctx) =>
  EVENTS_TAGS.add(findTagged(ResourceARN, ctx), Tags, ctx),
);

export const UntagResource = operation('UntagResource', ({ ResourceARN, TagKeys }, ctx) =>
  EVENTS_TAGS.remove(findTagged(ResourceARN, ctx), TagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ ResourceARN }, ctx) => ({
  Tags: EVENTS_TAGS.list(findTagged(ResourceARN, ctx)),
}));
