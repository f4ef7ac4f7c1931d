// TagResource, UntagResource, ListTagsForResource: tags of buses and rules.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/events';
import { isHere, parseBusArn, parseRuleArn } from './arns.ts';
import { invalid, noSuchBus, noSuchRule } from './faults.ts';
import { busNamed } from './find-bus.ts';
import { buses, rules, type Tags } from './state.ts';
import { addTags } from './tag-list.ts';

interface Tagged {
  readonly tags: Frozen<Tags>;
  set(tags: Frozen<Tags>): void;
}

/** The bus or rule that an ARN of this account and region names. Tags do not affect which events a rule matches. */
function findTagged(arn: string, ctx: Ctx): Tagged {
  const ofRule = parseRuleArn(arn);
  if (ofRule) {
    const { bus, rule: name } = ofRule;
    const rule = isHere(ofRule, ctx) ? ctx.records(rules).get([bus, name]) : undefined;
    if (!rule) throw noSuchRule(bus, name);
    return { tags: rule.tags, set: (tags) => ctx.write((tx) => tx.put(ctx.records(rules), [bus, name], { ...rule, tags })) };
  }
  const ofBus = parseBusArn(arn);
  if (!ofBus) throw invalid(`Parameter ${arn} is not valid. Reason: Provided Arn is not in correct format.`);
  const bus = isHere(ofBus, ctx) ? busNamed(ofBus.bus, ctx) : undefined;
  if (!bus) throw noSuchBus(ofBus.bus);
  return { tags: bus.tags, set: (tags) => ctx.write((tx) => tx.put(ctx.records(buses), [bus.name], { ...bus, tags })) };
}

export const TagResource = operation('TagResource', (input, ctx) => {
  const tagged = findTagged(input.ResourceARN, ctx);
  tagged.set(addTags(tagged.tags, input.Tags));
});

export const UntagResource = operation('UntagResource', (input, ctx) => {
  const tagged = findTagged(input.ResourceARN, ctx);
  tagged.set(tagged.tags.filter(({ Key }) => !input.TagKeys.includes(Key)));
});

export const ListTagsForResource = operation('ListTagsForResource', (input, ctx) => ({ Tags: findTagged(input.ResourceARN, ctx).tags }));
