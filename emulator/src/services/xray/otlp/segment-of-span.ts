// Segments made from spans, as the collector of OpenTelemetry makes them for X-Ray: servers and roots become segments, what they do subsegments. Pure.
// https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/main/exporter/awsxrayexporter

import type { Span } from '#lib/otlp/messages';
import { msOfNano, type PlainValue, plainAttributes } from '#lib/otlp/values';
import { own } from '#lib/table';
import { type Attributes, numberIn, textIn } from './attributes.ts';
import { causeOf } from './cause.ts';
import { httpOf } from './http.ts';

const SERVER = 2;
const REMOTE_KINDS = [3, 4, 5];
const FAILED = 2;
const INVALID_IN_NAMES = /[^\p{L}\p{N}\s_.:/%&#=+\\\-@]/gu;
const MAX_NAME = 200;
const INVALID_IN_KEYS = /[^A-Za-z0-9_.]/g;

/** `1-5759e988-bd862e3fe1be46a994272793`, of 32 hexadecimal digits. */
export const xrayTraceId = (traceId: string): string => `1-${traceId.slice(0, 8)}-${traceId.slice(8)}`;

/** The document of a span whose ids and times are known to be good. `newId` gives 16 hexadecimal digits. */
export function segmentOfSpan(span: Span, resource: Attributes, newId: () => string): object {
  const { traceId = '', spanId, parentSpanId = '', kind, startTimeUnixNano = '0', endTimeUnixNano = '0', status = {} } = span;
  const attributes = plainAttributes(span.attributes);
  const isSubsegment = kind !== SERVER && parentSpanId !== '';
  const isAws = own(attributes, 'rpc.system') === 'aws-api' || textIn(attributes, 'aws.service') !== undefined;
  const code = numberIn(attributes, 'http.response.status_code', 'http.status_code');
  const isRemote = kind !== undefined && REMOTE_KINDS.includes(kind);
  const links = (span.links ?? []).filter(({ traceId: id, spanId: of }) => id?.length === 32 && of?.length === 16);
  return {
    name: nameOf(span, attributes, resource),
    id: spanId,
    ...(parentSpanId !== '' && { parent_id: parentSpanId }),
    trace_id: xrayTraceId(traceId),
    start_time: msOfNano(startTimeUnixNano) / 1000,
    end_time: Math.max(msOfNano(endTimeUnixNano), msOfNano(startTimeUnixNano)) / 1000,
    ...(isSubsegment && { type: 'subsegment' }),
    ...namespaceOf(isSubsegment, isAws, isRemote),
    ...outcomeOf(code, status.code === FAILED),
    ...(!isSubsegment && { origin: originOf(resource) }),
    http: httpOf(attributes, kind === SERVER),
    cause: causeOf(span, resource, isRemote, newId),
    user: textIn(attributes, 'enduser.id', 'user.id'),
    aws: awsOf(attributes, resource, isSubsegment),
    ...(!isSubsegment && { service: serviceOf(resource) }),
    sql: sqlOf(attributes),
    ...ownData(attributes, isSubsegment ? {} : resource),
    ...(links.length > 0 && {
      links: links.map((link) => ({
        trace_id: xrayTraceId(link.traceId!),
        id: link.spanId,
        attributes: plainAttributes(link.attributes),
      })),
    }),
  };
}

/** Segments are named by services, not by what these do. */
function nameOf({ name = '', kind }: Span, attributes: Attributes, resource: Attributes): string {
  const local = kind === SERVER ? (textIn(attributes, 'aws.local.service') ?? textIn(resource, 'service.name')) : undefined;
  const remote = kind !== undefined && REMOTE_KINDS.includes(kind) ? textIn(attributes, 'aws.remote.service') : undefined;
  const found =
    local ??
    remote?.replace(/^(?:AWS\.SDK\.|AWS::)/, '') ??
    textIn(attributes, 'peer.service', 'aws.service') ??
    databaseName(attributes) ??
    textIn(attributes, 'rpc.service', 'http.host', 'server.address', 'net.peer.name') ??
    name;
  return found.replace(INVALID_IN_NAMES, '').slice(0, MAX_NAME) || 'span';
}

function databaseName(attributes: Attributes): string | undefined {
  const name = textIn(attributes, 'db.namespace', 'db.name');
  const host = textIn(attributes, 'server.address', 'net.peer.name');
  return name === undefined || host === undefined ? name : `${name}@${host}`;
}

const namespaceOf = (isSubsegment: boolean, isAws: boolean, isRemote: boolean) =>
  !isSubsegment ? {} : isAws ? { namespace: 'aws' } : isRemote ? { namespace: 'remote' } : {};

function outcomeOf(code: number | undefined, hasFailed: boolean) {
  if (code !== undefined && code >= 400 && code < 500) return { error: true, ...(code === 429 && { throttle: true }) };
  return (code !== undefined && code >= 500 && code < 600) || hasFailed ? { fault: true } : {};
}

const ORIGINS: Readonly<Record<string, string>> = {
  aws_ec2: 'AWS::EC2::Instance',
  aws_ecs: 'AWS::ECS::Container',
  aws_eks: 'AWS::EKS::Container',
  aws_elastic_beanstalk: 'AWS::ElasticBeanstalk::Environment',
  aws_app_runner: 'AWS::AppRunner::Service',
  aws_lambda: 'AWS::Lambda::Function',
};
const originOf = (resource: Attributes): string | undefined => own(ORIGINS, textIn(resource, 'cloud.platform') ?? '');

function awsOf(attributes: Attributes, resource: Attributes, isSubsegment: boolean): object {
  return {
    ...(isSubsegment && {
      operation: textIn(attributes, 'aws.operation', 'rpc.method'),
      region: textIn(attributes, 'aws.region', 'cloud.region'),
      request_id: textIn(attributes, 'aws.request_id', 'aws.requestId'),
      queue_url: textIn(attributes, 'aws.queue_url', 'aws.queue.url'),
      table_name: textIn(attributes, 'aws.table_name', 'aws.table.name') ?? firstOf(own(attributes, 'aws.dynamodb.table_names')),
      topic_arn: textIn(attributes, 'aws.sns.topic.arn'),
      bucket_name: textIn(attributes, 'aws.s3.bucket'),
      function_name: textIn(attributes, 'faas.invoked_name'),
    }),
    account_id: textIn(resource, 'cloud.account.id'),
    xray: {
      sdk: `opentelemetry for ${textIn(resource, 'telemetry.sdk.language') ?? 'unknown'}`,
      sdk_version: textIn(resource, 'telemetry.sdk.version'),
      auto_instrumentation: textIn(resource, 'telemetry.auto.version') !== undefined,
    },
  };
}

const firstOf = (value: PlainValue | undefined): string | undefined =>
  Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined;

function serviceOf(resource: Attributes): object | undefined {
  const version = textIn(resource, 'service.version');
  return version === undefined ? undefined : { version };
}

function sqlOf(attributes: Attributes): object | undefined {
  const system = textIn(attributes, 'db.system.name', 'db.system');
  if (system === undefined || system === 'dynamodb' || system === 'aws.dynamodb') return undefined;
  const host = textIn(attributes, 'server.address', 'net.peer.name');
  return {
    database_type: system,
    user: textIn(attributes, 'db.user'),
    sanitized_query: textIn(attributes, 'db.query.text', 'db.statement'),
    url: textIn(attributes, 'db.connection_string') ?? (host && `${host}/${textIn(attributes, 'db.namespace', 'db.name') ?? ''}`),
  };
}

/** The attributes that `aws.xray.annotations` names are found by filters; all are kept as metadata, those of the resource with `otel.resource.` before their names. */
function ownData(attributes: Attributes, resource: Attributes): object {
  const listed = own(attributes, 'aws.xray.annotations');
  const names = Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : [];
  const annotations = names
    .map((name) => [name.replaceAll(INVALID_IN_KEYS, '_'), own(attributes, name) ?? own(resource, name)] as const)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  const metadata = [
    ...Object.entries(attributes).filter(([name]) => name !== 'aws.xray.annotations' && !names.includes(name)),
    ...Object.entries(resource).map(([name, value]) => [`otel.resource.${name}`, value] as const),
  ];
  return {
    ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
    ...(metadata.length > 0 && { metadata: { default: Object.fromEntries(metadata) } }),
  };
}
