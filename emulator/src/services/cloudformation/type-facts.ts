// Answers of the registry about a resource type: a schema made from the resource data.

import { formatArn } from '#lib/arn';
import { fault, operation } from '#model/cloudformation';
import { resourceData } from '#resources/resource-data';

export const DescribeType = operation('DescribeType', async ({ TypeName, Arn, Type }, ctx) => {
  const name = TypeName ?? Arn?.split('/').at(-1)?.replaceAll('-', '::');
  const handler = name === undefined ? undefined : await ctx.resourceType(name);
  const data = name === undefined ? undefined : resourceData(ctx).of(name);
  if (name === undefined || !handler || !data || (Type !== undefined && Type !== 'RESOURCE'))
    throw fault('TypeNotFoundException', `The type '${name ?? ''}' cannot be found.`);
  const pointers = (names: readonly string[]) => names.map((each) => `/properties/${each.replaceAll('.', '/')}`);
  const created = Object.entries(data.properties).flatMap(([property, { replaces }]) => (replaces === 'yes' ? [property] : []));
  const required = Object.entries(data.properties).flatMap(([property, { required: needed }]) => (needed ? [property] : []));
  return {
    Arn: formatArn({ service: 'cloudformation', region: ctx.region, account: '', resource: `type/resource/${name.replaceAll('::', '-')}` }),
    Type: 'RESOURCE',
    TypeName: name,
    DefaultVersionId: '00000001',
    IsDefaultVersion: true,
    ProvisioningType: handler.update ? 'FULLY_MUTABLE' : 'IMMUTABLE',
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
