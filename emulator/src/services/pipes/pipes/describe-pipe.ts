// Turns the record of a pipe into answers of the API. Pure.
import type { Frozen } from '#core/records';
import type { RegionScope } from '#core/region-scope';
import type { CreatePipeResponse, DescribePipeResponse, PipeSourceParameters, Pipe as PipeSummary } from '#model/pipes';
import { pipeArn } from '#services/pipes/arns';
import type { Pipe } from '#services/pipes/state';
import { shownSourceParameters } from './source-settings.ts';

/** The answer of each operation that changes a pipe. */
export const changeOf = (
  { name, desiredState, state, createdMs, modifiedMs }: Frozen<Pipe>,
  scope: RegionScope,
): Omit<CreatePipeResponse, 'DesiredState'> & { DesiredState: Pipe['desiredState'] } => ({
  Arn: pipeArn(scope, name),
  Name: name,
  DesiredState: desiredState,
  CurrentState: state,
  CreationTime: new Date(createdMs),
  LastModifiedTime: new Date(modifiedMs),
});

export const summaryOf = (pipe: Frozen<Pipe>, scope: RegionScope): PipeSummary => ({
  ...changeOf(pipe, scope),
  StateReason: pipe.stateReason,
  Source: pipe.source,
  Target: pipe.target,
  Enrichment: pipe.enrichment,
});

export const describePipe = (pipe: Frozen<Pipe>, scope: RegionScope): DescribePipeResponse => ({
  ...changeOf(pipe, scope),
  StateReason: pipe.stateReason,
  Description: pipe.description,
  Source: pipe.source,
  SourceParameters: shownSourceParameters(pipe) as PipeSourceParameters,
  Enrichment: pipe.enrichment,
  EnrichmentParameters: pipe.enrichmentParameters,
  Target: pipe.target,
  TargetParameters: pipe.targetParameters,
  RoleArn: pipe.roleArn,
  Tags: pipe.tags,
  LogConfiguration: pipe.logConfiguration,
  KmsKeyIdentifier: pipe.kmsKeyIdentifier,
});
