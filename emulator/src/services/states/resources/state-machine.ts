// AWS::StepFunctions::StateMachine
import type { Created, Properties } from '#core/resources/resource-handlers';
import { flag, ignoring, list, number, object, tagChanges, tagList, text } from '#core/resources/resource-properties';
import { readAs } from '#core/resources/resource-shape';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { definitionText, readDefinition } from './definition-text.ts';

const GONE = ['StateMachineDoesNotExist'];
const MAX_NAME_LENGTH = 80;

const tags = (value: Properties[string] | undefined) => tagList(value).map(({ Key, Value }) => ({ key: Key, value: Value }));

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

async function made(stateMachineArn: string, ctx: ResourceContext): Promise<Created> {
  const { name, revisionId } = await ctx.call('states', 'DescribeStateMachine', { stateMachineArn });
  return { physicalId: stateMachineArn, attributes: { Arn: stateMachineArn, Name: name, StateMachineRevisionId: revisionId ?? 'INITIAL' } };
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const input = {
      name: text(properties.StateMachineName) ?? ctx.physicalName(MAX_NAME_LENGTH),
      definition: await definitionText(properties, ctx),
      roleArn: text(properties.RoleArn)!,
      type: text(properties.StateMachineType),
      tags: tags(properties.Tags),
      ...settings(properties),
    };
    const { stateMachineArn } = await ctx.call('states', 'CreateStateMachine', input);
    ctx.created(stateMachineArn);
    return made(stateMachineArn, ctx);
  },
  async update(stateMachineArn, properties, previous, ctx) {
    const definition = await definitionText(properties, ctx);
    await ctx.call('states', 'UpdateStateMachine', {
      stateMachineArn,
      definition,
      roleArn: text(properties.RoleArn),
      ...settings(properties),
    });
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('states', 'UntagResource', { resourceArn: stateMachineArn, tagKeys: remove });
    if (put.length > 0)
      await ctx.call('states', 'TagResource', {
        resourceArn: stateMachineArn,
        tags: put.map(({ Key, Value }) => ({ key: Key, value: Value })),
      });
    return made(stateMachineArn, ctx);
  },
  async delete(stateMachineArn, _properties, ctx) {
    await ctx.call('states', 'DeleteStateMachine', { stateMachineArn });
  },
  async read(stateMachineArn, properties, ctx) {
    const found = await ignoring(GONE, ctx.call('states', 'DescribeStateMachine', { stateMachineArn }));
    if (!found) return undefined;
    const { tags: Tags = [] } = await ctx.call('states', 'ListTagsForResource', { resourceArn: stateMachineArn });
    const { level, includeExecutionData, destinations = [] } = found.loggingConfiguration ?? {};
    const { type, kmsKeyId, kmsDataKeyReusePeriodSeconds } = found.encryptionConfiguration ?? {};
    const Destinations = destinations.map(({ cloudWatchLogsLogGroup }) => ({
      CloudWatchLogsLogGroup: { LogGroupArn: cloudWatchLogsLogGroup?.logGroupArn },
    }));
    return readAs({
      ...{ StateMachineName: found.name, RoleArn: found.roleArn, StateMachineType: found.type },
      ...readDefinition(found.definition, properties),
      LoggingConfiguration: {
        Level: level,
        IncludeExecutionData: includeExecutionData,
        Destinations: Destinations.length > 0 ? Destinations : undefined,
      },
      TracingConfiguration: { Enabled: found.tracingConfiguration?.enabled },
      EncryptionConfiguration: { Type: type, KmsKeyId: kmsKeyId, KmsDataKeyReusePeriodSeconds: kmsDataKeyReusePeriodSeconds },
      Tags: Tags.length > 0 ? Tags.map(({ key, value }) => ({ Key: key, Value: value })) : undefined,
    });
  },
  async list(_filter, nextToken, ctx) {
    const found = await ctx.call('states', 'ListStateMachines', { nextToken });
    return { items: found.stateMachines.map(({ stateMachineArn }) => ({ Arn: stateMachineArn })), next: found.nextToken };
  },
  adopt: (identifier, _properties, ctx) => made(text(identifier.Arn) ?? '', ctx),
};
