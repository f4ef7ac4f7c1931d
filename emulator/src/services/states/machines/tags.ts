// Tags of machines and activities.
import type { Ctx } from '#core/ctx';
import { mergeTags, type Tag, withoutTags } from '#core/tags';
import { fault, operation } from '#model/states';
import { parseStatesArn } from '#services/states/arns';
import { invalidArn, noSuchResource } from '#services/states/faults';
import { activities, machines } from '#services/states/state';

const MAX_TAGS = 50;

interface Tagged {
  readonly tags: readonly Tag[];
  keep(tags: readonly Tag[]): void;
}

/** @throws Fault InvalidArn, ResourceNotFound */
function findTagged(arn: string, ctx: Ctx): Tagged {
  const parsed = parseStatesArn(arn);
  if (!parsed || !['stateMachine', 'activity'].includes(parsed.kind)) throw invalidArn(arn);
  const name = parsed.names[0]!;
  if (parsed.kind === 'activity') {
    const activity = ctx.records(activities).get([name]);
    if (!activity) throw noSuchResource(arn);
    return { tags: activity.tags, keep: (tags) => ctx.write((tx) => tx.put(ctx.records(activities), [name], { ...activity, tags })) };
  }
  const machine = ctx.records(machines).get([name]);
  if (!machine) throw noSuchResource(arn);
  return { tags: machine.tags, keep: (tags) => ctx.write((tx) => tx.put(ctx.records(machines), [name], { ...machine, tags })) };
}

export const TagResource = operation('TagResource', ({ resourceArn, tags }, ctx) => {
  const tagged = findTagged(resourceArn, ctx);
  const added = tags.map(({ key = '', value = '' }) => ({ key, value }));
  const merged = mergeTags(tagged.tags, added);
  if (merged.length > MAX_TAGS)
    throw fault('TooManyTags', `The number of tags exceeds the limit of ${MAX_TAGS}`, { resourceName: resourceArn });
  tagged.keep(merged);
});

export const UntagResource = operation('UntagResource', ({ resourceArn, tagKeys }, ctx) => {
  const tagged = findTagged(resourceArn, ctx);
  tagged.keep(withoutTags(tagged.tags, tagKeys));
});

export const ListTagsForResource = operation('ListTagsForResource', ({ resourceArn }, ctx) => ({
  tags: findTagged(resourceArn, ctx).tags.map(({ key, value }) => ({ key, value })),
}));
