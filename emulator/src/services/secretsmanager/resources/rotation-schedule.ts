// AWS::SecretsManager::RotationSchedule
import { crudType } from '#core/resources/crud-type';
import { flag, number, text } from '#core/resources/resource-properties';
import { asGiven, requiredText, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';

const PARTNERS = 'the rotation of external secrets is the partners’, who are not here.';
const rules = shape({ AutomaticallyAfterDays: number, Duration: text, ScheduleExpression: text });

export const resource: ResourceType = crudType({
  id: 'Id',
  gone: ['ResourceNotFoundException'],
  refuse: {
    HostedRotationLambda:
      'AWS’s own rotation functions rotate secrets of databases, and no databases are emulated; name a function of yours.',
    ExternalSecretRotationMetadata: PARTNERS,
    ExternalSecretRotationRoleArn: PARTNERS,
  },
  properties: { SecretId: requiredText, RotationLambdaARN: text, RotationRules: rules },
  create: (_name, given, { RotateImmediatelyOnUpdate }, ctx) =>
    ctx.call('secretsmanager', 'RotateSecret', {
      ClientRequestToken: ctx.id(),
      ...given,
      RotationRules: given.RotationRules ?? {},
      RotateImmediately: flag(RotateImmediatelyOnUpdate) ?? true,
    }),
  idOf: ({ ARN }) => ARN!,
  update: 'create',
  delete: (SecretId, _properties, ctx) => ctx.call('secretsmanager', 'CancelRotateSecret', { SecretId }),
  async find(SecretId, _properties, ctx) {
    const found = await ctx.call('secretsmanager', 'DescribeSecret', { SecretId });
    return found.RotationEnabled ? found : undefined;
  },
  shown: ({ ARN, RotationRules }, given) => ({
    SecretId: given.SecretId ?? ARN,
    RotationRules: asGiven(RotationRules, given.RotationRules),
  }),
});
