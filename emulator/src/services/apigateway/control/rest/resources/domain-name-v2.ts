// AWS::ApiGateway::DomainNameV2: private domain names, which their ARN names.
import { document } from '#core/resources/resource-properties';
import { documentAs } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { domainOf } from './domain-arn.ts';
import { endpoints, SHARED, shownEndpoints } from './domain-name.ts';
import { never, value } from './patches.ts';
import { restType } from './rest-type.ts';

const type = restType({
  noun: 'DomainName',
  owners: [],
  key: 'domainName',
  idOf: ({ domainNameArn }) => String(domainNameArn),
  idAttribute: 'DomainNameArn',
  plural: 'DomainNames',
  properties: {
    ...SHARED,
    EndpointConfiguration: { read: endpoints, patch: never, shown: shownEndpoints },
    Policy: { read: document, patch: value('/policy'), shown: ({ policy }, given) => documentAs(policy as string | undefined, given) },
  },
  attributes: ({ domainNameId }) => ({ DomainNameId: String(domainNameId) }),
  tagged: (arn) => `/domainnames/${domainOf(arn)}`,
});

/** Operations take the name, not the ARN. */
export const resource: ResourceType = {
  ...type,
  create: (properties, ctx) =>
    type.create({ ...properties, EndpointConfiguration: properties.EndpointConfiguration ?? { Types: ['PRIVATE'] } }, ctx),
  update: (arn, properties, previous, ctx) => type.update!(domainOf(arn), properties, previous, ctx),
  delete: (arn, properties, ctx) => type.delete(domainOf(arn), properties, ctx),
  async read(arn, properties, ctx) {
    const found = await type.read!(domainOf(arn), properties, ctx);
    return found && { ...found, DomainNameArn: arn };
  },
  adopt: (identifier, properties, ctx) => type.adopt!({ DomainNameArn: domainOf(String(identifier.DomainNameArn)) }, properties, ctx),
};
