// AWS::IAM::Group
import { crudType } from '#core/resources/crud-type';
import { text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { applyPolicies, GONE, readPolicies } from './attached.ts';
import { changePath } from './change-path.ts';

export const resource: ResourceType = crudType({
  id: 'GroupName',
  newName: 128,
  gone: GONE,
  properties: { Path: text },
  create: (GroupName, given, _properties, ctx) => ctx.call('iam', 'CreateGroup', { GroupName, ...given }),
  update: changePath((GroupName, NewPath, ctx) => ctx.call('iam', 'UpdateGroup', { GroupName, NewPath })),
  delete: (GroupName, _properties, ctx) => ctx.call('iam', 'DeleteGroup', { GroupName }),
  find: async (GroupName, _properties, ctx) => (await ctx.call('iam', 'GetGroup', { GroupName })).Group,
  settings: [(name, next, before, ctx) => applyPolicies(['Group', name], next, before, ctx)],
  isEmptiedFirst: true,
  attributes: ({ Arn }) => ({ Arn }),
  shown: (_found, given, name, ctx) => readPolicies(['Group', name], given, ctx),
  list: (Marker, _filter, ctx) => ctx.call('iam', 'ListGroups', { Marker }),
  listed: ({ Groups }) => Groups.map(({ GroupName }) => GroupName),
});
