// Turns the record of an event source mapping into the API's answer. Pure.

import type { Frozen } from '#core/records';
import type { RegionScope } from '#core/region-scope';
import { formatArn } from '#lib/arn';
import type { EventSourceMappingConfiguration } from '#model/lambda';
import { functionArn } from '#services/lambda/lookup/function-name';
import { describeKafka } from './kafka-settings.ts';
import { describeLogSettings } from './log-settings.ts';
import type { MappingRecord } from './mapping-record.ts';

export const mappingArn = ({ account, region }: RegionScope, uuid: string): string =>
  formatArn({ service: 'lambda', region, account, resource: `event-source-mapping:${uuid}` });

const NO_RESULT = 'No records processed';

/** `lastResult`: what became of the last batch of a stream. */
export function describeMapping(
  scope: RegionScope,
  mapping: Frozen<MappingRecord>,
  lastResult: string | undefined,
): EventSourceMappingConfiguration {
  const { uuid, filters, metrics, maxConcurrency, pollers, logLevel, kmsKeyArn } = mapping;
  return {
    UUID: uuid,
    EventSourceMappingArn: mappingArn(scope, uuid),
    EventSourceArn: mapping.sourceArn,
    FunctionArn: functionArn(scope, mapping.functionName, mapping.qualifier),
    State: mapping.state,
    StateTransitionReason: mapping.reason,
    LastModified: new Date(mapping.lastModifiedMs),
    BatchSize: mapping.batchSize,
    // Topics of Kafka have half a second where nothing is given, which no whole number says.
    MaximumBatchingWindowInSeconds: Math.floor(mapping.windowS),
    FunctionResponseTypes: mapping.partial ? ['ReportBatchItemFailures'] : [],
    ...(filters.length > 0 && { FilterCriteria: { Filters: filters.map((Pattern) => ({ Pattern })) } }),
    ...(maxConcurrency !== undefined && { ScalingConfig: { MaximumConcurrency: maxConcurrency } }),
    ...(pollers && { ProvisionedPollerConfig: pollers as EventSourceMappingConfiguration['ProvisionedPollerConfig'] }),
    ...(logLevel !== undefined && { LoggingConfig: { SystemLogLevel: logLevel } as EventSourceMappingConfiguration['LoggingConfig'] }),
    ...(metrics && { MetricsConfig: { Metrics: metrics } }),
    ...(kmsKeyArn && { KMSKeyArn: kmsKeyArn }),
    ...(mapping.log && { ...describeLogSettings(mapping.log), LastProcessingResult: lastResult ?? NO_RESULT }),
    ...(mapping.kafka && describeKafka(mapping.kafka)),
  };
}
