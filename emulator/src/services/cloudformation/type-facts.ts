// Answers of the registry about resource types: those of the services here, which are public, have one version, and a schema made from the resource data.
import type { Ctx } from '#core/ctx';
import { formatArn } from '#lib/arn';
import { fault, type ListTypesInput, operation, type TypeSummary } from '#model/cloudformation';
import { resourceData } from '#resources/resource-data';
import { pageOfItems } from './pages.ts';

const VERSION = '00000001';

export const DescribeType = operation('DescribeType', async ({ VersionId, ...named }, ctx) => {
  const name = await found(named, ctx);
  const data = resourceData(ctx).of(name)!;
  if (VersionId !== undefined && VersionId !== VERSION) throw missing(name);
  const pointers = (names: readonly string[]) => names.map((each) => `/properties/${each.replaceAll('.', '/')}`);
  const created = Object.entries(data.properties).flatMap(([property, { replaces }]) => (replaces === 'yes' ? [property] : []));
  const required = Object.entries(data.properties).flatMap(([property, { required: needed }]) => (needed ? [property] : []));
  return {
    Arn: arnOf(name, ctx),
    Type: 'RESOURCE',
    TypeName: name,
    DefaultVersionId: VERSION,
    IsDefaultVersion: true,
    ProvisioningType: await provisioningOf(name, ctx),
    DeprecatedStatus: 'LIVE',
    Visibility: 'PUBLIC',
    Schema: JSON.stringify({
      typeName: name,
      properties: Object.fromEntries([...Object.keys(data.properties), ...data.attributes].map((property) => [property, {}])),
      required,
      primaryIdentifier: pointers(data.identifier ?? []),
      readOnlyProperties: pointers(data.attributes.filter((attribute) => !Object.hasOwn(data.properties, attribute))),
      createOnlyProperties: pointers(created),
      additionalProperties: false,
    }),
  };
});

/** Without `Visibility` only private types are listed, of which there are none, as of modules, hooks and types of others. */
export const ListTypes = operation('ListTypes', async ({ NextToken, MaxResults, ...asked }, ctx) => {
  const names = isEmpty(asked) ? [] : await listed(asked, ctx);
  const { items, ...rest } = pageOfItems(names, (name) => [name], { NextToken, MaxResults });
  const TypeSummaries = items.map(
    (name): TypeSummary => ({
      Type: 'RESOURCE',
      TypeName: name,
      TypeArn: arnOf(name, ctx),
      DefaultVersionId: VERSION,
      PublisherName: 'AWS',
      IsActivated: true,
    }),
  );
  return { TypeSummaries, ...rest };
});

function isEmpty({ Visibility = 'PRIVATE', Type = 'RESOURCE', DeprecatedStatus, Filters = {} }: ListTypesInput): boolean {
  const { Category = 'AWS_TYPES', PublisherId } = Filters;
  return (
    Visibility !== 'PUBLIC' ||
    Type !== 'RESOURCE' ||
    DeprecatedStatus === 'DEPRECATED' ||
    Category !== 'AWS_TYPES' ||
    PublisherId !== undefined
  );
}

async function listed({ ProvisioningType, Filters }: ListTypesInput, ctx: Ctx): Promise<string[]> {
  const data = resourceData(ctx);
  const prefix = Filters?.TypeNamePrefix ?? '';
  const names = ctx.resourceTypes().filter((name) => name.startsWith(prefix) && data.of(name) !== undefined);
  const sorted = names.sort();
  if (ProvisioningType === undefined) return sorted;
  const kinds = await Promise.all(sorted.map((name) => provisioningOf(name, ctx)));
  return sorted.filter((_, at) => kinds[at] === ProvisioningType);
}

export const ListTypeVersions = operation('ListTypeVersions', async ({ DeprecatedStatus, NextToken, MaxResults, ...named }, ctx) => {
  const name = await found(named, ctx);
  const versions = DeprecatedStatus === 'DEPRECATED' ? [] : [VERSION];
  const { items, ...rest } = pageOfItems(versions, (version) => [version], { NextToken, MaxResults });
  const arn = arnOf(name, ctx);
  const TypeVersionSummaries = items.map(
    (VersionId) => ({ Type: 'RESOURCE', TypeName: name, VersionId, IsDefaultVersion: true, Arn: `${arn}/${VersionId}` }) as const,
  );
  return { TypeVersionSummaries, ...rest };
});

interface TypeRef {
  readonly TypeName?: string | undefined;
  readonly Arn?: string | undefined;
  readonly Type?: string | undefined;
}

/** The name of a type that is here. @throws Fault TypeNotFoundException */
async function found({ TypeName, Arn, Type = 'RESOURCE' }: TypeRef, ctx: Ctx): Promise<string> {
  const name = TypeName ?? Arn?.split('/')[2]?.replaceAll('-', '::') ?? '';
  if (Type !== 'RESOURCE' || !(await ctx.resourceType(name)) || !resourceData(ctx).of(name)) throw missing(name);
  return name;
}

const missing = (name: string) => fault('TypeNotFoundException', `The type '${name}' cannot be found.`);

const arnOf = (name: string, { region }: Ctx): string =>
  formatArn({ service: 'cloudformation', region, account: '', resource: `type/resource/${name.replaceAll('::', '-')}` });

const provisioningOf = async (name: string, ctx: Ctx) => ((await ctx.resourceType(name))?.update ? 'FULLY_MUTABLE' : 'IMMUTABLE');
