// AWS::SSM::Parameter
import { text, unless } from '#core/resource-properties';
import type { Made, Properties, ResourceContext, ResourceType, Value } from '#core/resource-type';
import { formatArn } from '#lib/arn';

const GONE = ['ParameterNotFound'];

function made(name: string, properties: Properties, { region, account }: ResourceContext): Made {
  const resource = `parameter${name.startsWith('/') ? '' : '/'}${name}`;
  const attributes = { Type: properties.Type ?? 'String', Value: properties.Value ?? '', Arn: formatArn({ service: 'ssm', region, account, resource }) };
  return { physicalId: name, attributes };
}

const facts = (properties: Properties) => ({
  Type: text(properties.Type) as 'String' | 'StringList',
  Value: text(properties.Value)!,
  Description: text(properties.Description),
  AllowedPattern: text(properties.AllowedPattern),
  DataType: text(properties.DataType),
  Policies: text(properties.Policies),
  Tier: text(properties.Tier) as 'Standard' | undefined,
});

/** Tags of a parameter are an object here, unlike elsewhere. */
const tagsOf = (value: Value | undefined) => Object.entries((value ?? {}) as Record<string, Value>).map(([Key, of]) => ({ Key, Value: text(of)! }));

export const resource: ResourceType = {
  async create(properties, ctx) {
    const Name = text(properties.Name) ?? ctx.physicalName(128);
    await ctx.call('ssm', 'PutParameter', { Name, ...facts(properties), Tags: tagsOf(properties.Tags) });
    return made(Name, properties, ctx);
  },
  async update(Name, properties, previous, ctx) {
    await ctx.call('ssm', 'PutParameter', { Name, ...facts(properties), Overwrite: true });
    const [next, before] = [tagsOf(properties.Tags), tagsOf(previous.Tags)];
    const gone = before.map(({ Key }) => Key).filter((key) => !next.some(({ Key }) => Key === key));
    const at = { ResourceType: 'Parameter', ResourceId: Name } as const;
    if (gone.length > 0) await ctx.call('ssm', 'RemoveTagsFromResource', { ...at, TagKeys: gone });
    if (next.length > 0) await ctx.call('ssm', 'AddTagsToResource', { ...at, Tags: next });
    return made(Name, properties, ctx);
  },
  async delete(Name, _properties, ctx) {
    await unless(GONE, ctx.call('ssm', 'DeleteParameter', { Name }));
  },
  async read(Name, _properties, ctx) {
    const found = await unless(GONE, ctx.call('ssm', 'GetParameter', { Name }));
    return found && { Name, Type: found.Parameter!.Type!, Value: found.Parameter!.Value!, DataType: found.Parameter!.DataType ?? 'text' };
  },
  adopt: async (identifier, properties, ctx) => made(text(identifier.Name) ?? '', properties, ctx),
};
