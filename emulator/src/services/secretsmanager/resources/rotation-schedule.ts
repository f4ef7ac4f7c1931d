// AWS::SecretsManager::RotationSchedule

import type { Created, Properties } from '#core/resources/resource-handlers';
import { flag, ignoring, number, text } from '#core/resources/resource-properties';
import { asGiven, readAs, shape } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';

const GONE = ['ResourceNotFoundException'];
const PARTNERS = 'the rotation of external secrets is the partners’, who are not here.';
const rules = shape({ AutomaticallyAfterDays: number, Duration: text, ScheduleExpression: text });
const made = (arn: string): Created => ({ physicalId: arn, attributes: { Id: arn } });

async function rotate(properties: Properties, ctx: ResourceContext): Promise<Created> {
  const { ARN } = await ctx.call('secretsmanager', 'RotateSecret', {
    ClientRequestToken: ctx.id(),
    SecretId: text(properties.SecretId)!,
    RotationLambdaARN: text(properties.RotationLambdaARN),
    RotationRules: rules(properties.RotationRules) ?? {},
    RotateImmediately: flag(properties.RotateImmediatelyOnUpdate) ?? true,
  });
  return made(ARN!);
}

export const resource: ResourceType = {
  refuse: {
    HostedRotationLambda:
      'AWS’s own rotation functions rotate secrets of databases, and no databases are emulated; name a function of yours.',
    ExternalSecretRotationMetadata: PARTNERS,
    ExternalSecretRotationRoleArn: PARTNERS,
  },
  create: rotate,
  update: (_physicalId, properties, _previous, ctx) => rotate(properties, ctx),
  async delete(SecretId, _properties, ctx) {
    await ignoring(GONE, ctx.call('secretsmanager', 'CancelRotateSecret', { SecretId }));
  },
  async read(SecretId, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('secretsmanager', 'DescribeSecret', { SecretId }));
    if (!found?.RotationEnabled) return undefined;
    const { ARN, RotationLambdaARN, RotationRules } = found;
    return readAs({
      SecretId: properties.SecretId ?? ARN,
      RotationLambdaARN,
      RotationRules: asGiven(RotationRules, properties.RotationRules),
    });
  },
  async adopt(identifier, _properties, ctx) {
    const SecretId = text(identifier.Id) ?? '';
    const { ARN, RotationEnabled } = await ctx.call('secretsmanager', 'DescribeSecret', { SecretId });
    if (!RotationEnabled) throw new Error(`The secret ${SecretId} is not rotated.`);
    return made(ARN!);
  },
};
