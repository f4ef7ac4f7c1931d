// AWS::ApiGateway::DomainNameAccessAssociation
import { ignoring, tagMap, text } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { GONE } from './rest-type.ts';

const made = (arn: string) => ({ physicalId: arn, attributes: { DomainNameAccessAssociationArn: arn } });

async function find(arn: string, ctx: ResourceContext) {
  let position: string | undefined;
  do {
    const page = await ctx.call('apigateway', 'GetDomainNameAccessAssociations', { position });
    const found = page.items?.find(({ domainNameAccessAssociationArn }) => domainNameAccessAssociationArn === arn);
    if (found) return found;
    position = page.position;
  } while (position !== undefined);
  return undefined;
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const { domainNameAccessAssociationArn: arn = '' } = await ctx.call('apigateway', 'CreateDomainNameAccessAssociation', {
      domainNameArn: text(properties.DomainNameArn) ?? '',
      accessAssociationSource: text(properties.AccessAssociationSource) ?? '',
      accessAssociationSourceType: text(properties.AccessAssociationSourceType) ?? '',
      tags: properties.Tags === undefined ? undefined : tagMap(properties.Tags),
    });
    return made(arn);
  },
  async delete(domainNameAccessAssociationArn, _properties, ctx) {
    await ignoring(GONE, ctx.call('apigateway', 'DeleteDomainNameAccessAssociation', { domainNameAccessAssociationArn }));
  },
  async read(arn, _properties, ctx) {
    const found = await find(arn, ctx);
    if (!found) return undefined;
    const { domainNameArn = null, accessAssociationSource = null, accessAssociationSourceType = null, tags = {} } = found;
    return {
      DomainNameAccessAssociationArn: arn,
      DomainNameArn: domainNameArn,
      AccessAssociationSource: accessAssociationSource,
      AccessAssociationSourceType: accessAssociationSourceType,
      Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
    };
  },
  isRecord: true,
};
