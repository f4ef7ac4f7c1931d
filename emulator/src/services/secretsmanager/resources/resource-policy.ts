// AWS::SecretsManager::ResourcePolicy

import type { Created, Properties } from '#core/resources/resource-handlers';
import { document, flag, ignoring, text } from '#core/resources/resource-properties';
import { documentAs, readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const made = (arn: string): Created => ({ physicalId: arn, attributes: { Id: arn } });

async function put(properties: Properties, ctx: ResourceContext): Promise<Created> {
  const { ARN } = await ctx.call('secretsmanager', 'PutResourcePolicy', {
    SecretId: text(properties.SecretId)!,
    ResourcePolicy: document(properties.ResourcePolicy)!,
    BlockPublicPolicy: flag(properties.BlockPublicPolicy),
  });
  return made(ARN!);
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const SecretId = text(properties.SecretId)!;
    const { ResourcePolicy } = await ctx.call('secretsmanager', 'GetResourcePolicy', { SecretId });
    if (ResourcePolicy !== undefined)
      throw new Error(`Resource of type 'AWS::SecretsManager::ResourcePolicy' with identifier '${SecretId}' already exists.`);
    return put(properties, ctx);
  },
  update: (_physicalId, properties, _previous, ctx) => put(properties, ctx),
  async delete(SecretId, _properties, ctx) {
    await ignoring(GONE, ctx.call('secretsmanager', 'DeleteResourcePolicy', { SecretId }));
  },
  async read(SecretId, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('secretsmanager', 'GetResourcePolicy', { SecretId }));
    if (found?.ResourcePolicy === undefined) return undefined;
    return readAs({
      SecretId: properties.SecretId ?? found.ARN,
      ResourcePolicy: documentAs(found.ResourcePolicy, properties.ResourcePolicy),
    });
  },
  async adopt(identifier, _properties, ctx) {
    const SecretId = text(identifier.Id) ?? '';
    const { ARN, ResourcePolicy } = await ctx.call('secretsmanager', 'GetResourcePolicy', { SecretId });
    if (ResourcePolicy === undefined) throw new Error(`The secret ${SecretId} has no resource policy.`);
    return made(ARN!);
  },
};
