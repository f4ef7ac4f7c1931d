// Converts the targets of a rule from a template's types to those of the operations and back. Pure functions.

import type { Value } from '#core/resources/resource-handlers';
import { flag, number, text } from '#core/resources/resource-properties';
import { asValue, each, must, shape, textMap } from '#core/resources/resource-shape';
import type { Target } from '#model/events';

const tag = shape({ Key: must(text), Value: must(text) });
const ecs = shape({
  TaskDefinitionArn: must(text),
  TaskCount: number,
  LaunchType: text,
  NetworkConfiguration: shape({
    AwsVpcConfiguration: shape({ Subnets: must(each(text)), SecurityGroups: each(text), AssignPublicIp: text }),
  }),
  PlatformVersion: text,
  Group: text,
  CapacityProviderStrategy: each(shape({ CapacityProvider: must(text), Weight: number, Base: number })),
  EnableECSManagedTags: flag,
  EnableExecuteCommand: flag,
  PlacementConstraints: each(shape({ Type: text, Expression: text })),
  PlacementStrategies: each(shape({ Type: text, Field: text })),
  PropagateTags: text,
  ReferenceId: text,
  TagList: each(tag),
});

const target = shape({
  Id: must(text),
  Arn: must(text),
  RoleArn: text,
  Input: text,
  InputPath: text,
  InputTransformer: shape({ InputTemplate: must(text), InputPathsMap: textMap }),
  KinesisParameters: shape({ PartitionKeyPath: must(text) }),
  RunCommandParameters: shape({
    RunCommandTargets: must(each(shape({ Key: must(text), Values: must(each(text)) }))),
  }),
  EcsParameters: ecs,
  BatchParameters: shape({
    JobDefinition: must(text),
    JobName: must(text),
    ArrayProperties: shape({ Size: number }),
    RetryStrategy: shape({ Attempts: number }),
  }),
  SqsParameters: shape({ MessageGroupId: text }),
  HttpParameters: shape({ PathParameterValues: each(text), HeaderParameters: textMap, QueryStringParameters: textMap }),
  RedshiftDataParameters: shape({
    Database: must(text),
    DbUser: text,
    SecretManagerArn: text,
    Sql: text,
    Sqls: each(text),
    StatementName: text,
    WithEvent: flag,
  }),
  SageMakerPipelineParameters: shape({ PipelineParameterList: each(shape({ Name: must(text), Value: must(text) })) }),
  DeadLetterConfig: shape({ Arn: text }),
  RetryPolicy: shape({ MaximumRetryAttempts: number, MaximumEventAgeInSeconds: number }),
  AppSyncParameters: shape({ GraphQLOperation: text }),
});

/** Two lists have different names in templates. */
export const targetsOf = (value: Value | undefined): Target[] =>
  (each(target)(value) ?? []).map((given): Target => {
    if (!given!.EcsParameters) return given as Target;
    const { PlacementStrategies: PlacementStrategy, TagList: Tags, ...rest } = given!.EcsParameters;
    return { ...given!, EcsParameters: { ...rest, ...(PlacementStrategy && { PlacementStrategy }), ...(Tags && { Tags }) } } as Target;
  });

/** Sorted as in the template. */
export const toldTargets = (targets: readonly Target[], template: Value | undefined): Value =>
  inOrder(targets, targetsOf(template)).map((given) => {
    if (!given.EcsParameters) return asValue(given) ?? null;
    const { PlacementStrategy: PlacementStrategies, Tags: TagList, ...rest } = given.EcsParameters;
    return asValue({ ...given, EcsParameters: { ...rest, PlacementStrategies, TagList } }) ?? null;
  });

function inOrder(targets: readonly Target[], template: readonly Target[]): Target[] {
  const place = new Map(template.map(({ Id }, index) => [Id, index]));
  const placeOf = ({ Id }: Target): number => place.get(Id) ?? template.length;
  return [...targets].sort((a, b) => placeOf(a) - placeOf(b));
}
