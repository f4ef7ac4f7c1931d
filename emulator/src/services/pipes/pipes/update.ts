// UpdatePipe: members that are not given stay as they are, and each block of parameters that is given replaces the one before.
// https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_UpdatePipe.html
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import { operation, type PipeSourceParameters, type PipeTargetParameters, type UpdatePipeRequest } from '#model/pipes';
import type { Pipe } from '#services/pipes/state';
import { targetKind } from '#services/pipes/targets/target-kinds';
import { changeOf } from './describe-pipe.ts';
import { findSettledPipe } from './find-pipe.ts';
import { putOnTheWay } from './pipe-write.ts';
import { type GivenSettings, settingsOf } from './settings.ts';
import { shownSourceParameters } from './source-settings.ts';

export const UpdatePipe = operation('UpdatePipe', (input, ctx) => {
  const before = findSettledPipe(input.Name, ctx);
  const settings = settingsOf(merged(before, input), ctx);
  const pipe: Frozen<Pipe> = {
    ...settings,
    name: before.name,
    state: 'UPDATING',
    consumerGroup: before.consumerGroup,
    readsFrom: before.readsFrom,
    tags: before.tags,
    createdMs: before.createdMs,
    modifiedMs: ctx.now(),
  };
  putOnTheWay(pipe, ctx);
  return changeOf(pipe, ctx);
});

function merged(before: Frozen<Pipe>, input: UpdatePipeRequest): GivenSettings {
  const target = input.Target ?? before.target;
  // Parameters of another kind of target do not fit the new one.
  const kept = targetKind(target)?.block === targetKind(before.target)?.block ? before.targetParameters : undefined;
  return {
    Source: before.source,
    Target: target,
    RoleArn: input.RoleArn,
    Description: input.Description ?? before.description,
    DesiredState: input.DesiredState ?? (before.desiredState === 'STOPPED' ? 'STOPPED' : 'RUNNING'),
    SourceParameters: sourceParameters(before, input),
    Enrichment: input.Enrichment ?? before.enrichment,
    EnrichmentParameters: { ...before.enrichmentParameters, ...given(input.EnrichmentParameters) },
    TargetParameters: { ...kept, ...(given(input.TargetParameters) as PipeTargetParameters) },
    LogConfiguration: input.LogConfiguration ?? before.logConfiguration,
    KmsKeyIdentifier: input.KmsKeyIdentifier ?? before.kmsKeyIdentifier,
  };
}

/** Members that are said once, when the pipe is created: which topic is read, and where reading begins. */
const LASTING: Readonly<Record<string, readonly string[]>> = table({
  DynamoDBStreamParameters: ['StartingPosition'],
  KinesisStreamParameters: ['StartingPosition', 'StartingPositionTimestamp'],
  ManagedStreamingKafkaParameters: ['TopicName', 'StartingPosition', 'ConsumerGroupID'],
  SelfManagedKafkaParameters: ['TopicName', 'StartingPosition', 'ConsumerGroupID', 'AdditionalBootstrapServers'],
});

function sourceParameters(pipe: Frozen<Pipe>, { SourceParameters: changes }: UpdatePipeRequest): Frozen<PipeSourceParameters> {
  const old = shownSourceParameters(pipe);
  const changed = Object.entries(given(changes)).map(([name, block]) => {
    const before = Object.entries(old[name as keyof PipeSourceParameters] ?? {});
    const lasting = before.filter(([member]) => LASTING[name]?.includes(member));
    return [name, { ...(block as object), ...Object.fromEntries(lasting) }];
  });
  return { ...old, ...(Object.fromEntries(changed) as PipeSourceParameters) };
}

/** Members that are there. */
const given = (block: object | undefined): object =>
  Object.fromEntries(Object.entries(block ?? {}).filter(([, value]) => value !== undefined));
