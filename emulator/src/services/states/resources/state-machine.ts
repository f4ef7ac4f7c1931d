// AWS::StepFunctions::StateMachine
import { crudType } from '#core/resources/crud-type';
import type { Properties } from '#core/resources/resource-handlers';
import { flag, list, number, object, tagList, text } from '#core/resources/resource-properties';
import { requiredText } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { uncapitalized } from '#core/resources/uncapitalized';
import { definitionText, readDefinition } from './definition-text.ts';
import { machineTags } from './machine-tags.ts';

const MAX_NAME_LENGTH = 80;

function settings({ LoggingConfiguration, TracingConfiguration, EncryptionConfiguration }: Properties) {
  const logging = object(LoggingConfiguration);
  const encryption = object(EncryptionConfiguration);
  const destinations = list(logging.Destinations).map((destination) => ({
    cloudWatchLogsLogGroup: { logGroupArn: text(object(object(destination).CloudWatchLogsLogGroup).LogGroupArn) },
  }));
  return {
    loggingConfiguration: {
      ...{ level: text(logging.Level) ?? 'OFF', includeExecutionData: flag(logging.IncludeExecutionData) },
      destinations: destinations.length > 0 ? destinations : undefined,
    },
    tracingConfiguration: { enabled: flag(object(TracingConfiguration).Enabled) ?? false },
    encryptionConfiguration: {
      ...{ type: text(encryption.Type) ?? 'AWS_OWNED_KEY', kmsKeyId: text(encryption.KmsKeyId) },
      kmsDataKeyReusePeriodSeconds: number(encryption.KmsDataKeyReusePeriodSeconds),
    },
  };
}

export const resource: ResourceType = crudType({
  id: 'Arn',
  gone: ['StateMachineDoesNotExist'],
  properties: { RoleArn: requiredText },
  create: async (_name, given, properties, ctx) =>
    ctx.call('states', 'CreateStateMachine', {
      name: text(properties.StateMachineName) ?? ctx.physicalName(MAX_NAME_LENGTH),
      definition: await definitionText(properties, ctx),
      ...uncapitalized(given),
      type: text(properties.StateMachineType),
      tags: tagList(properties.Tags).map(uncapitalized),
      ...settings(properties),
    }),
  idOf: ({ stateMachineArn }) => stateMachineArn,
  async update(stateMachineArn, given, { properties }, ctx) {
    const definition = await definitionText(properties, ctx);
    await ctx.call('states', 'UpdateStateMachine', { stateMachineArn, definition, ...uncapitalized(given), ...settings(properties) });
  },
  delete: (stateMachineArn, _properties, ctx) => ctx.call('states', 'DeleteStateMachine', { stateMachineArn }),
  find: (stateMachineArn, _properties, ctx) => ctx.call('states', 'DescribeStateMachine', { stateMachineArn }),
  tags: machineTags,
  attributes: ({ name: Name, revisionId: StateMachineRevisionId = 'INITIAL' }) => ({ Name, StateMachineRevisionId }),
  shown({ name, roleArn, type, definition, tracingConfiguration, ...found }, properties) {
    const { level, includeExecutionData, destinations = [] } = found.loggingConfiguration ?? {};
    const { type: keyType, kmsKeyId, kmsDataKeyReusePeriodSeconds } = found.encryptionConfiguration ?? {};
    const Destinations = destinations.map(({ cloudWatchLogsLogGroup }) => ({
      CloudWatchLogsLogGroup: { LogGroupArn: cloudWatchLogsLogGroup?.logGroupArn },
    }));
    return {
      ...{ StateMachineName: name, RoleArn: roleArn, StateMachineType: type },
      ...readDefinition(definition, properties),
      LoggingConfiguration: {
        Level: level,
        IncludeExecutionData: includeExecutionData,
        Destinations: Destinations.length > 0 ? Destinations : undefined,
      },
      TracingConfiguration: { Enabled: tracingConfiguration?.enabled },
      EncryptionConfiguration: { Type: keyType, KmsKeyId: kmsKeyId, KmsDataKeyReusePeriodSeconds: kmsDataKeyReusePeriodSeconds },
    };
  },
  list: (nextToken, _filter, ctx) => ctx.call('states', 'ListStateMachines', { nextToken }),
  listed: ({ stateMachines }) => stateMachines.map(({ stateMachineArn }) => stateMachineArn),
});
