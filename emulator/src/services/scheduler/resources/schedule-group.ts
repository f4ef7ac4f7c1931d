// AWS::Scheduler::ScheduleGroup
import type { Created } from '#core/resources/resource-handlers';
import { ignoring, tagChanges, tagList, text } from '#core/resources/resource-properties';
import { asMembers, readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const MAX_NAME_LENGTH = 64;

async function made(Name: string, ctx: ResourceContext): Promise<Created> {
  const { Arn, State, CreationDate, LastModificationDate } = await ctx.call('scheduler', 'GetScheduleGroup', { Name });
  const dates = { CreationDate: CreationDate?.toISOString(), LastModificationDate: LastModificationDate?.toISOString() };
  return { physicalId: Name, attributes: asMembers({ Arn, State, ...dates }) };
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const Name = text(properties.Name) ?? ctx.physicalName(MAX_NAME_LENGTH);
    await ctx.call('scheduler', 'CreateScheduleGroup', { Name, Tags: tagList(properties.Tags) });
    ctx.created(Name);
    return made(Name, ctx);
  },
  async update(Name, properties, previous, ctx) {
    const { Arn } = await ctx.call('scheduler', 'GetScheduleGroup', { Name });
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('scheduler', 'UntagResource', { ResourceArn: Arn!, TagKeys: remove });
    if (put.length > 0) await ctx.call('scheduler', 'TagResource', { ResourceArn: Arn!, Tags: put });
    return made(Name, ctx);
  },
  async delete(Name, _properties, ctx) {
    await ignoring(GONE, ctx.call('scheduler', 'DeleteScheduleGroup', { Name }));
  },
  async read(Name, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('scheduler', 'GetScheduleGroup', { Name }));
    if (!found || found.State === 'DELETING') return undefined;
    const { Tags = [] } = await ctx.call('scheduler', 'ListTagsForResource', { ResourceArn: found.Arn! });
    return readAs({ Name, Tags: Tags.length > 0 ? Tags : undefined });
  },
  async list(_filter, NextToken, ctx) {
    const { ScheduleGroups, NextToken: next } = await ctx.call('scheduler', 'ListScheduleGroups', { NextToken });
    return { items: ScheduleGroups.map(({ Name }) => ({ Name: Name! })), next };
  },
  adopt: async (identifier, _properties, ctx) => made(text(identifier.Name) ?? '', ctx),
};
