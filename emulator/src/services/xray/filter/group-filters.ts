// Finds the filter of a group for expressions that name one: `group.name = "high-latency"`.
import type { Ctx } from '#core/ctx';
import { groupArn } from '#services/xray/arns';
import { groups } from '#services/xray/state';

export type FindGroupFilter = (by: 'name' | 'arn', value: string) => string | undefined;

/** A group without a filter has all traces: its filter is empty. */
export const groupFilters =
  (ctx: Ctx): FindGroupFilter =>
  (by, value) => {
    const group = ctx
      .records(groups)
      .range()
      .find((each) => (by === 'name' ? each.name === value : groupArn(each, ctx) === value));
    return group && (group.filter ?? '');
  };
