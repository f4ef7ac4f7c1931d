// AWS::SSM::Parameter
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { changed, text } from '#core/resources/resource-properties';
import { requiredText, textMap } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { formatArn } from '#lib/arn';

const SENT = ['Type', 'Value', 'Description', 'AllowedPattern', 'DataType', 'Policies', 'Tier'] as const;

const arnOf = (name: string, { region, account }: ResourceContext): string =>
  formatArn({ service: 'ssm', region, account, resource: `parameter${name.startsWith('/') ? '' : '/'}${name}` });

/** Tags of parameters are an object in templates, unlike those of other resources. */
const tagsOf = ({ Tags }: Properties) => Object.entries(textMap(Tags) ?? {}).map(([Key, Value = '']) => ({ Key, Value }));

async function applyTags(Name: string, properties: Properties, previous: Properties, ctx: ResourceContext): Promise<void> {
  const [next, before] = [tagsOf(properties), tagsOf(previous)];
  const gone = before.map(({ Key }) => Key).filter((key) => !next.some(({ Key }) => Key === key));
  const at = { ResourceType: 'Parameter', ResourceId: Name } as const;
  if (gone.length > 0) await ctx.call('ssm', 'RemoveTagsFromResource', { ...at, TagKeys: gone });
  if (next.length > 0) await ctx.call('ssm', 'AddTagsToResource', { ...at, Tags: next });
}

export const resource: ResourceType = crudType({
  id: 'Name',
  newName: (ctx) => ctx.physicalName(128, 'CFN'),
  gone: ['ParameterNotFound'],
  properties: {
    Type: (value) => text(value) as 'String' | 'StringList',
    Value: requiredText,
    Description: text,
    AllowedPattern: text,
    DataType: text,
    Policies: text,
    Tier: (value) => text(value) as 'Standard' | undefined,
  },
  unread: ['Policies', 'Tier'],
  cleared: { AllowedPattern: '', DataType: 'text', Description: '', Policies: '[{}]' },
  create: (Name, given, properties, ctx) => ctx.call('ssm', 'PutParameter', { Name, ...given, Tags: tagsOf(properties) }),
  async update(Name, given, { previous, properties }, ctx) {
    if (changed(SENT, properties, previous).length > 0) await ctx.call('ssm', 'PutParameter', { Name, ...given, Overwrite: true });
  },
  delete: (Name, _properties, ctx) => ctx.call('ssm', 'DeleteParameter', { Name }),
  find: async (Name, _properties, ctx) => (await ctx.call('ssm', 'GetParameter', { Name })).Parameter,
  changes: [applyTags],
  attributes: ({ Type, Value }, name, ctx) => ({ Type, Value, Arn: arnOf(name, ctx) }),
  async shown({ DataType }, _given, Name, ctx) {
    const asked = { ParameterFilters: [{ Key: 'Name', Option: 'Equals', Values: [Name] }] };
    const { Parameters: [facts] = [] } = await ctx.call('ssm', 'DescribeParameters', asked);
    const { TagList = [] } = await ctx.call('ssm', 'ListTagsForResource', { ResourceType: 'Parameter', ResourceId: Name });
    return {
      DataType,
      AllowedPattern: facts?.AllowedPattern || undefined,
      Description: facts?.Description || undefined,
      Tags: TagList.length > 0 ? Object.fromEntries(TagList.map(({ Key, Value }) => [Key, Value])) : undefined,
    };
  },
  list: (NextToken, _filter, ctx) => ctx.call('ssm', 'DescribeParameters', { NextToken }),
  listed: ({ Parameters }) => Parameters?.map(({ Name }) => Name),
});
