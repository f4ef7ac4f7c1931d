// Tags of alarms, mute rules and whatever else has an ARN here.
import type { Ctx } from '#core/ctx';
import type { Tagged } from '#core/tag-rules';
import { parseArn } from '#lib/arn';
import { fault, operation } from '#model/cloudwatch';
import { invalidValue } from './faults.ts';
import { alarms, dashboards, insightRules, metricStreams, muteRules, tags } from './state.ts';
import { ALARM_TAGS } from './tag-rules.ts';

const RESOURCE = /^(alarm:|alarm-mute-rule:|dashboard\/|insight-rule\/|metric-stream\/)(.+)$/;

/** Deleted resources have no tags: reading them is no error. */
function tagged(arn: string, ctx: Ctx): Tagged<Readonly<Record<string, string>>> {
  const { service, resource = '' } = parseArn(arn) ?? {};
  if (service !== 'cloudwatch' || !RESOURCE.test(resource)) throw invalidValue(`The value ${arn} for parameter ResourceARN is invalid.`);
  const records = ctx.records(tags);
  return {
    tags: records.get([arn])?.tags ?? {},
    keep: (kept) => ctx.write((tx) => tx.put(records, [arn], { tags: kept })),
  };
}

function existing(arn: string, ctx: Ctx): Tagged<Readonly<Record<string, string>>> {
  const found = tagged(arn, ctx);
  const [, kind, name = ''] = RESOURCE.exec(parseArn(arn)!.resource)!;
  const exists =
    kind === 'alarm:'
      ? ctx.records(alarms).has([name])
      : kind === 'alarm-mute-rule:'
        ? ctx.records(muteRules).has([name])
        : kind === 'dashboard/'
          ? ctx.records(dashboards).has([name])
          : kind === 'metric-stream/'
            ? ctx.records(metricStreams).has([name])
            : kind === 'insight-rule/'
              ? ctx.records(insightRules).has([name])
              : ctx.records(tags).has([arn]);
  if (!exists) throw fault('ResourceNotFoundException', `Unknown`, { ResourceType: kind?.replace(/[:/]$/, ''), ResourceId: name });
  return found;
}

export const TagResource = operation('TagResource', ({ ResourceARN, Tags }, ctx) => ALARM_TAGS.add(existing(ResourceARN, ctx), Tags, ctx));

export const UntagResource = operation('UntagResource', ({ ResourceARN, TagKeys }, ctx) =>
  ALARM_TAGS.remove(existing(ResourceARN, ctx), TagKeys),
);

export const ListTagsForResource = operation('ListTagsForResource', ({ ResourceARN }, ctx) => ({
  Tags: ALARM_TAGS.list(tagged(ResourceARN, ctx)),
}));
