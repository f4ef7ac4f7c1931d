// The parts that the resource types of metric and composite alarms share.
import type { CrudTags } from '#core/resources/crud-kind';
import { flag, text } from '#core/resources/resource-properties';
import { each } from '#core/resources/resource-shape';

export const GONE = ['ResourceNotFoundException', 'ResourceNotFound'];
/** Characters of the longest name of an alarm. */
export const NAME_LENGTH = 255;

export const ACTION_PROPERTIES = {
  ActionsEnabled: flag,
  AlarmDescription: text,
  AlarmActions: each(text),
  OKActions: each(text),
  InsufficientDataActions: each(text),
};

interface ArnHolder {
  readonly AlarmArn?: string | undefined;
}

export const ALARM_TAGS: CrudTags<ArnHolder> = {
  told: async ({ AlarmArn }, _id, ctx) => (await ctx.call('cloudwatch', 'ListTagsForResource', { ResourceARN: AlarmArn! })).Tags,
  put: (_id, Tags, { AlarmArn }, ctx) => ctx.call('cloudwatch', 'TagResource', { ResourceARN: AlarmArn!, Tags }),
  remove: (_id, TagKeys, { AlarmArn }, ctx) => ctx.call('cloudwatch', 'UntagResource', { ResourceARN: AlarmArn!, TagKeys }),
};

/** Lists that a template does not give are empty in the service's answers. */
export const unlessEmpty = <T>(list: readonly T[] | undefined): readonly T[] | undefined => (list?.length ? list : undefined);

interface Actions {
  readonly AlarmActions?: readonly string[] | undefined;
  readonly OKActions?: readonly string[] | undefined;
  readonly InsufficientDataActions?: readonly string[] | undefined;
}

export const shownActions = ({ AlarmActions, OKActions, InsufficientDataActions }: Actions) => ({
  AlarmActions: unlessEmpty(AlarmActions),
  OKActions: unlessEmpty(OKActions),
  InsufficientDataActions: unlessEmpty(InsufficientDataActions),
});
