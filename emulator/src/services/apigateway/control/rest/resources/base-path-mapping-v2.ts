// AWS::ApiGateway::BasePathMappingV2: mappings of private domain names, which their ARN names.
import type { Properties } from '#core/resources/resource-handlers';
import { text } from '#core/resources/resource-properties';
import type { ResourceType } from '#core/resources/resource-type';
import { resource as mapping } from './base-path-mapping.ts';
import { domainOf } from './domain-arn.ts';

const withName = ({ DomainNameArn, ...properties }: Properties): Properties => ({
  ...properties,
  DomainName: domainOf(text(DomainNameArn)),
});
const ARN = /^(.*)\/basepathmappings\/(.*)$/;

const made = (properties: Properties) => {
  const arn = `${text(properties.DomainNameArn)}/basepathmappings/${text(properties.BasePath) || '(none)'}`;
  return { physicalId: arn, attributes: { BasePathMappingArn: arn } };
};
const idOf = (arn: string): string => {
  const [, domainArn, basePath] = ARN.exec(arn) ?? [];
  return `${domainOf(domainArn)}|${basePath}`;
};

export const resource: ResourceType = {
  async create(properties, ctx) {
    await mapping.create(withName(properties), ctx);
    return made(properties);
  },
  async update(arn, properties, previous, ctx) {
    await mapping.update!(idOf(arn), withName(properties), withName(previous), ctx);
    return made(properties);
  },
  delete: (arn, properties, ctx) => mapping.delete(idOf(arn), withName(properties), ctx),
  async read(arn, properties, ctx) {
    const found = await mapping.read!(idOf(arn), withName(properties), ctx);
    if (!found) return undefined;
    const { DomainName: _, ...others } = found;
    return { ...others, DomainNameArn: ARN.exec(arn)?.[1] ?? null, BasePathMappingArn: arn };
  },
};
