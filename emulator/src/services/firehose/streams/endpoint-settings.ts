// HTTP endpoints as destinations: defaults, checks, and how they are shown.
import type { Frozen } from '#core/records';
import { fault, type HttpEndpointDestinationConfiguration, type HttpEndpointDestinationDescription } from '#model/firehose';
import { invalid } from '#services/firehose/faults';
import type { EndpointDestination } from '#services/firehose/state';
import { readProcessors } from '#services/firehose/transform/processors';
import { readBucket, readHints, readLogging, showBucket } from './bucket-settings.ts';

const DEFAULT_RETRY_S = 300;
/** Limit: characters of the URL of an HTTP endpoint. */
const MAX_URL = 1000;

/** @throws InvalidArgument */
export function readEndpoint(given: HttpEndpointDestinationConfiguration): EndpointDestination {
  const { EndpointConfiguration, RequestConfiguration = {}, ProcessingConfiguration: processing = {}, SecretsManagerConfiguration } = given;
  const { Url, Name, AccessKey } = EndpointConfiguration;
  checkUrl(Url);
  const { ContentEncoding = 'NONE', CommonAttributes = [] } = RequestConfiguration;
  const names = CommonAttributes.map(({ AttributeName }) => AttributeName);
  const duplicate = names.find((name, at) => names.indexOf(name) < at);
  if (duplicate !== undefined) throw invalid(`Http Endpoint Common Attributes have duplicate name ${duplicate}`);
  if (SecretsManagerConfiguration?.Enabled && SecretsManagerConfiguration.SecretARN === undefined)
    throw invalid('Invalid secret ARN: null');
  const ProcessingConfiguration = { Enabled: processing.Enabled ?? false, Processors: processing.Processors ?? [] };
  const { query, deaggregation } = readProcessors(ProcessingConfiguration);
  if (query !== undefined || deaggregation)
    throw invalid('MetadataExtraction and RecordDeAggregation processors are only supported for Extended S3 destinations.');
  return {
    Url,
    Name,
    AccessKey,
    BufferingHints: readHints(given.BufferingHints),
    CloudWatchLoggingOptions: readLogging(given.CloudWatchLoggingOptions),
    ContentEncoding,
    CommonAttributes,
    ProcessingConfiguration,
    RoleARN: given.RoleARN,
    RetryS: given.RetryOptions?.DurationInSeconds ?? DEFAULT_RETRY_S,
    S3BackupMode: given.S3BackupMode === 'AllData' ? 'AllData' : 'FailedDataOnly',
    S3: readBucket(given.S3Configuration),
    SecretsManagerConfiguration,
  };
}

/** Unlike the service, plain HTTP and any port will do. */
function checkUrl(url: string): void {
  if (url.length <= MAX_URL && /^https?:\/\//.test(url) && URL.canParse(url)) return;
  throw fault(
    'ValidationException',
    "1 validation error detected: Value at 'httpEndpointDestinationConfiguration.endpointConfiguration.url' failed to satisfy constraint: Member must satisfy regular expression pattern: https://.*",
  );
}

export const showEndpoint = (settings: Frozen<EndpointDestination>): HttpEndpointDestinationDescription => ({
  EndpointConfiguration: { Url: settings.Url, Name: settings.Name },
  BufferingHints: settings.BufferingHints,
  CloudWatchLoggingOptions: settings.CloudWatchLoggingOptions,
  RequestConfiguration: { ContentEncoding: settings.ContentEncoding, CommonAttributes: settings.CommonAttributes },
  ProcessingConfiguration: settings.ProcessingConfiguration,
  RoleARN: settings.RoleARN,
  RetryOptions: { DurationInSeconds: settings.RetryS },
  S3BackupMode: settings.S3BackupMode,
  S3DestinationDescription: showBucket(settings.S3),
  SecretsManagerConfiguration: settings.SecretsManagerConfiguration ?? { Enabled: false },
});
