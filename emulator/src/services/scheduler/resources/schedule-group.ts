// AWS::Scheduler::ScheduleGroup
import { crudType } from '#core/resources/crud-type';
import { tagList } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';

export const resource: ResourceType = crudType({
  id: 'Name',
  newName: 64,
  gone: ['ResourceNotFoundException'],
  properties: {},
  create: (Name, _given, { Tags }, ctx) => ctx.call('scheduler', 'CreateScheduleGroup', { Name, Tags: tagList(Tags) }),
  delete: (Name, _properties, ctx) => ctx.call('scheduler', 'DeleteScheduleGroup', { Name }),
  async find(Name, _properties, ctx) {
    const found = await ctx.call('scheduler', 'GetScheduleGroup', { Name });
    return found.State === 'DELETING' ? undefined : found;
  },
  tags: {
    told: async ({ Arn = '' }, _name, ctx) => (await ctx.call('scheduler', 'ListTagsForResource', { ResourceArn: Arn })).Tags,
    put: (_name, Tags, { Arn = '' }, ctx) => ctx.call('scheduler', 'TagResource', { ResourceArn: Arn, Tags }),
    remove: (_name, TagKeys, { Arn = '' }, ctx) => ctx.call('scheduler', 'UntagResource', { ResourceArn: Arn, TagKeys }),
  },
  attributes: ({ Arn, State, CreationDate, LastModificationDate }) => ({
    Arn,
    State,
    CreationDate: CreationDate?.toISOString(),
    LastModificationDate: LastModificationDate?.toISOString(),
  }),
  list: (NextToken, _filter, ctx) => ctx.call('scheduler', 'ListScheduleGroups', { NextToken }),
  listed: ({ ScheduleGroups }) => ScheduleGroups.map(({ Name }) => Name),
});
