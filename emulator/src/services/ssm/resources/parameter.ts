// AWS::SSM::Parameter

import type { Created, Properties, Value } from '#core/resources/resource-handlers';
import { ignoring, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { formatArn } from '#lib/arn';

const GONE = ['ParameterNotFound'];

function made(name: string, properties: Properties, { region, account }: ResourceContext): Created {
  const resource = `parameter${name.startsWith('/') ? '' : '/'}${name}`;
  const attributes = {
    Type: properties.Type ?? 'String',
    Value: properties.Value ?? '',
    Arn: formatArn({ service: 'ssm', region, account, resource }),
  };
  return { physicalId: name, attributes };
}

const factsOf = (properties: Properties) => ({
  Type: text(properties.Type) as 'String' | 'StringList',
  Value: text(properties.Value)!,
  Description: text(properties.Description),
  AllowedPattern: text(properties.AllowedPattern),
  DataType: text(properties.DataType),
  Policies: text(properties.Policies),
  Tier: text(properties.Tier) as 'Standard' | undefined,
});

/** Properties left out of a request stay as they are, so a property removed from the template is sent as an empty value. */
const withoutRest = (facts: ReturnType<typeof factsOf>, was: ReturnType<typeof factsOf>) => ({
  ...facts,
  AllowedPattern: facts.AllowedPattern ?? (was.AllowedPattern === undefined ? undefined : ''),
  DataType: facts.DataType ?? (was.DataType === undefined ? undefined : 'text'),
  Description: facts.Description ?? (was.Description === undefined ? undefined : ''),
  Policies: facts.Policies ?? (was.Policies === undefined ? undefined : '[{}]'),
});

/** Tags of parameters are an object in templates, unlike those of other resources. */
const tagsOf = (value: Value | undefined) =>
  Object.entries((value ?? {}) as Record<string, Value>).map(([Key, of]) => ({ Key, Value: text(of)! }));

export const resource: ResourceType = {
  async create(properties, ctx) {
    const Name = text(properties.Name) ?? ctx.physicalName(128, 'CFN');
    await ctx.call('ssm', 'PutParameter', { Name, ...factsOf(properties), Tags: tagsOf(properties.Tags) });
    return made(Name, properties, ctx);
  },
  async update(Name, properties, previous, ctx) {
    const [facts, was] = [factsOf(properties), factsOf(previous)];
    if (JSON.stringify(facts) !== JSON.stringify(was))
      await ctx.call('ssm', 'PutParameter', { Name, ...withoutRest(facts, was), Overwrite: true });
    const [next, before] = [tagsOf(properties.Tags), tagsOf(previous.Tags)];
    const gone = before.map(({ Key }) => Key).filter((key) => !next.some(({ Key }) => Key === key));
    const at = { ResourceType: 'Parameter', ResourceId: Name } as const;
    if (gone.length > 0) await ctx.call('ssm', 'RemoveTagsFromResource', { ...at, TagKeys: gone });
    if (next.length > 0) await ctx.call('ssm', 'AddTagsToResource', { ...at, Tags: next });
    return made(Name, properties, ctx);
  },
  async delete(Name, _properties, ctx) {
    await ignoring(GONE, ctx.call('ssm', 'DeleteParameter', { Name }));
  },
  async read(Name, _properties, ctx) {
    const found = await ignoring(GONE, ctx.call('ssm', 'GetParameter', { Name }));
    if (!found) return undefined;
    const asked = { ParameterFilters: [{ Key: 'Name', Option: 'Equals', Values: [Name] }] };
    const { Parameters: [facts] = [] } = await ctx.call('ssm', 'DescribeParameters', asked);
    const { TagList = [] } = await ctx.call('ssm', 'ListTagsForResource', { ResourceType: 'Parameter', ResourceId: Name });
    const { Type, Value: of, DataType } = found.Parameter!;
    return readAs({
      Name,
      Type,
      Value: of,
      DataType,
      AllowedPattern: facts?.AllowedPattern || undefined,
      Description: facts?.Description || undefined,
      Tags: TagList.length > 0 ? Object.fromEntries(TagList.map(({ Key, Value: each }) => [Key, each])) : undefined,
    });
  },
  async list(_filter, NextToken, ctx) {
    const { Parameters = [], NextToken: next } = await ctx.call('ssm', 'DescribeParameters', { NextToken });
    return { items: Parameters.map(({ Name }) => ({ Name: Name! })), next };
  },
  adopt: async (identifier, properties, ctx) => made(text(identifier.Name) ?? '', properties, ctx),
};
