// Groups: filters with names, by which traces and graphs are read.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type Group as GroupForm, type InsightsConfiguration, operation } from '#model/xray';
import { groupArn } from './arns.ts';
import { invalidRequest, pagesOf } from './faults.ts';
import { compileFilter } from './filter/compile-filter.ts';
import { noGroups } from './filter/filter-parser.ts';
import { type Group, groups, tags } from './state.ts';
import { XRAY_TAGS } from './tag-rules.ts';

/** Limit: groups of an account in a region. */
const MAX_GROUPS = 25;
const ID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const CreateGroup = operation('CreateGroup', ({ GroupName: name, FilterExpression, InsightsConfiguration, Tags }, ctx) => {
  const records = ctx.records(groups);
  if (!/^[\w.-]+$/.test(name)) throw invalidRequest(`Invalid group name: ${name}`);
  if (records.has([name])) throw invalidRequest(`Group already exists: ${name}`);
  if (records.count() >= MAX_GROUPS) throw invalidRequest(`An account can have at most ${MAX_GROUPS} groups.`);
  const group: Group = {
    name,
    id: ctx.random(52, ID_LETTERS),
    filter: checkedFilter(FilterExpression),
    ...insightsOf(InsightsConfiguration),
  };
  ctx.write((tx) => {
    tx.put(records, [name], group);
    if (Tags) tx.put(ctx.records(tags), [groupArn(group, ctx)], { tags: XRAY_TAGS.ofNew(Tags, ctx) });
  });
  return { Group: describe(group, ctx) };
});

export const UpdateGroup = operation('UpdateGroup', (input, ctx) => {
  const before = findGroup(input, ctx);
  const group: Group = {
    ...before,
    ...(input.FilterExpression !== undefined && { filter: checkedFilter(input.FilterExpression) }),
    ...(input.InsightsConfiguration && insightsOf(input.InsightsConfiguration, before)),
  };
  ctx.write((tx) => tx.put(ctx.records(groups), [group.name], group));
  return { Group: describe(group, ctx) };
});

export const DeleteGroup = operation('DeleteGroup', (input, ctx) => {
  const group = findGroup(input, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(groups), [group.name]);
    tx.delete(ctx.records(tags), [groupArn(group, ctx)]);
  });
});

export const GetGroup = operation('GetGroup', (input, ctx) => ({ Group: describe(findGroup(input, ctx), ctx) }));

const { pageOfValues } = pagesOf(50);

export const GetGroups = operation('GetGroups', (input, ctx) => {
  const { items, NextToken } = pageOfValues(ctx.records(groups), [], input);
  return { Groups: items.map((group) => describe(group, ctx)), NextToken };
});

interface GroupId {
  readonly GroupName?: string | undefined;
  readonly GroupARN?: string | undefined;
}

/** @throws Fault for a group that is not there, or is named in two ways or not at all */
export function findGroup({ GroupName: name, GroupARN: arn }: GroupId, ctx: Ctx): Frozen<Group> {
  if ((name === undefined) === (arn === undefined)) throw invalidRequest('Either GroupName or GroupARN must be given.');
  const found = ctx
    .records(groups)
    .range()
    .find((group) => (name === undefined ? groupArn(group, ctx) === arn : group.name === name));
  // Terraform's provider knows the absence of a group by these words
  if (!found) throw invalidRequest('Group not found');
  return found;
}

function checkedFilter(text: string | undefined): string | undefined {
  if (text) compileFilter(text, noGroups);
  return text;
}

/** Insights are never found here: the settings are kept. */
function insightsOf(given: InsightsConfiguration = {}, before?: Frozen<Group>): Pick<Group, 'hasInsights' | 'hasNotifications'> {
  const hasInsights = given.InsightsEnabled ?? before?.hasInsights ?? false;
  const hasNotifications = given.NotificationsEnabled ?? before?.hasNotifications ?? false;
  if (given.NotificationsEnabled && !hasInsights) throw invalidRequest('Notifications can only be enabled for groups with insights.');
  return { hasInsights, hasNotifications: hasInsights && hasNotifications };
}

const describe = (group: Frozen<Group>, ctx: Ctx): GroupForm => ({
  GroupName: group.name,
  GroupARN: groupArn(group, ctx),
  FilterExpression: group.filter,
  InsightsConfiguration: { InsightsEnabled: group.hasInsights, NotificationsEnabled: group.hasNotifications },
});
