// The processors of a stream: which there may be, and what their parameters mean. The texts of refusals are quoted from the service in
// https://github.com/badmintoncryer/cdk-preflight (rules/firehose), unless they speak of the emulator.
import type { Frozen } from '#core/records';
import { own } from '#lib/table';
import type { ProcessingConfiguration, Processor } from '#model/firehose';
import { invalid } from '#services/firehose/faults';

/** Limit: processors of a delivery stream. */
const MAX_PROCESSORS = 5;
/** Limit: retries of the function of a processor. */
const MAX_RETRIES = 300;
/** Limit: megabytes of the buffer of a processor. */
const MIN_BUFFER_MB = 0.2;
/** Limit: megabytes of the buffer of a processor. */
const MAX_BUFFER_MB = 3;
/** Limit: time that a processor buffers. */
const MAX_INTERVAL_S = 900;
const DEFAULT_RETRIES = 3;
const DEFAULT_BUFFER_MB = 1;
const MB = 1024 * 1024;
const ENGINE = 'JQ-1.6';
const DEFAULT_DELIMITER = '\n';

export interface FunctionProcessor {
  readonly arn: string;
  readonly roleArn: string | undefined;
  readonly retries: number;
  /** Bytes of the records of one invocation, before they are encoded. */
  readonly maxBytes: number;
}

export interface Deaggregation {
  /** Undefined where records are JSON documents, one after the other. */
  readonly delimiter: string | undefined;
}

export interface Processors {
  readonly decompresses: boolean;
  /** Only the messages of log events are delivered, a line each. */
  readonly extractsMessages: boolean;
  readonly deaggregation: Deaggregation | undefined;
  readonly function: FunctionProcessor | undefined;
  /** A program of jq that makes an object of partition keys. */
  readonly query: string | undefined;
  /** Put between records. */
  readonly delimiter: string | undefined;
}

type Parameters = Readonly<Record<string, string>>;

const parametersOf = ({ Parameters = [] }: Frozen<Processor>): Parameters =>
  Object.fromEntries(Parameters.map(({ ParameterName, ParameterValue }) => [ParameterName, ParameterValue]));

/** The processors in force: none where processing is disabled. @throws InvalidArgument */
export function readProcessors({ Enabled, Processors: list = [] }: Frozen<ProcessingConfiguration>): Processors {
  if (Enabled && (list.length < 1 || list.length > MAX_PROCESSORS))
    throw invalid('A maximum of 5 and a minimum of 1 processor needs to be supplied when processing is enabled.');
  const all = list.map((processor) => ({ type: processor.Type, parameters: parametersOf(processor) }));
  if (all.filter(({ type }) => type === 'Lambda').length > 1) throw invalid('Cannot have more than 1 Lambda processor.');
  const found = (type: string): Parameters | undefined => all.find((one) => one.type === type)?.parameters;
  const decompression = found('Decompression');
  if (decompression) checkDecompression(decompression);
  const extraction = found('CloudWatchLogProcessing');
  if (extraction && !decompression) throw invalid('CloudWatchLogProcessingProcessor can only be enabled with DecompressionProcessor');
  const read: Processors = {
    decompresses: decompression !== undefined,
    extractsMessages: extraction !== undefined && readExtraction(extraction),
    deaggregation: applied(found('RecordDeAggregation'), readDeaggregation),
    function: applied(found('Lambda'), readFunction),
    query: applied(found('MetadataExtraction'), readQuery),
    delimiter: applied(found('AppendDelimiterToRecord'), readDelimiter),
  };
  return Enabled ? read : NONE;
}

const NONE: Processors = {
  decompresses: false,
  extractsMessages: false,
  deaggregation: undefined,
  function: undefined,
  query: undefined,
  delimiter: undefined,
};

const applied = <T>(parameters: Parameters | undefined, read: (parameters: Parameters) => T): T | undefined =>
  parameters && read(parameters);

function checkDecompression({ CompressionFormat = 'GZIP' }: Parameters): void {
  if (CompressionFormat !== 'GZIP') throw invalid('CompressionFormat for Decompression processor has to be GZIP');
}

function readExtraction({ DataMessageExtraction: value = '' }: Parameters): boolean {
  if (!/^(?:true|false)$/i.test(value))
    throw invalid('Invalid parameter value for DataMessageExtraction. Allowed values are True and False.');
  return value.toLowerCase() === 'true';
}

function readDeaggregation({ SubRecordType: type, Delimiter }: Parameters): Deaggregation {
  if (type !== 'JSON' && type !== 'DELIMITED') throw invalid('SubRecordType has to be one of JSON, DELIMITED');
  if (type === 'JSON') return { delimiter: undefined };
  if (Delimiter === undefined) throw invalid('Delimiter should be present for DELIMITED');
  const delimiter = Buffer.from(Delimiter, 'base64').toString();
  if (delimiter === '' || !/^[A-Za-z0-9+/]+=*$/.test(Delimiter)) throw invalid('Delimiter has to be a base64 encoded string');
  return { delimiter };
}

function readFunction(parameters: Parameters): FunctionProcessor {
  const { LambdaArn: arn, RoleArn: roleArn, NumberOfRetries, BufferSizeInMBs: size, BufferIntervalInSeconds: interval } = parameters;
  if (arn === undefined) throw invalid('LambdaArn is required when Lambda processor is used.');
  if ((size === undefined) !== (interval === undefined))
    throw invalid('Both BufferSizeInMBs and BufferIntervalInSeconds are required to configure buffering for lambda processor.');
  const retries = within(NumberOfRetries, DEFAULT_RETRIES, 0, MAX_RETRIES, 'Number of retries for lambda must be between 0 and 300.');
  const megabytes = within(
    size,
    DEFAULT_BUFFER_MB,
    MIN_BUFFER_MB,
    MAX_BUFFER_MB,
    'BufferSizeInMBs for lambda processor must be between 0.2 and 3.',
  );
  within(interval, 0, 0, MAX_INTERVAL_S, 'BufferIntervalInSeconds for lambda processor must be between 0 and 900.');
  return { arn, roleArn, retries, maxBytes: megabytes * MB };
}

function within(text: string | undefined, fallback: number, least: number, most: number, problem: string): number {
  const value = text === undefined ? fallback : Number(text);
  if (!(value >= least && value <= most)) throw invalid(problem);
  return value;
}

function readQuery({ MetadataExtractionQuery: query, JsonParsingEngine: engine }: Parameters): string {
  if (query === undefined || engine !== ENGINE) throw invalid('MetaDataExtraction JSON Parsing Engine has to be one of JQ-1.6');
  return query;
}

/** The console and the CDK write `\n` as two characters. */
const readDelimiter = ({ Delimiter = DEFAULT_DELIMITER }: Parameters): string =>
  Delimiter.replace(/\\([nrt\\])/g, (_, letter: string) => own({ n: '\n', r: '\r', t: '\t' }, letter) ?? '\\');
