// The service that a call went to, where it sent no segment itself: named as X-Ray's map names it. Pure.
import type { SegmentDocument } from '#services/xray/segments/segment-document';

export interface InferredService {
  readonly name: string;
  /** Undefined for a host that is nothing but a name. */
  readonly origin: string | undefined;
}

/** Undefined for work that the segment's own service did. */
export function inferredService(sub: SegmentDocument): InferredService | undefined {
  if (sub.namespace === 'aws') return ofCloud(sub);
  if (sub.sql) return { name: sub.name, origin: databaseType(sub) };
  return sub.namespace === 'remote' ? { name: sub.name, origin: 'remote' } : undefined;
}

/** By the members that SDKs record of a call: the resource names the node where there is one. */
function ofCloud({ name, aws = {} }: SegmentDocument): InferredService {
  const text = (...keys: string[]): string | undefined =>
    keys.map((key) => aws[key]).find((value): value is string => typeof value === 'string' && value !== '');
  const service = name.replace(/^(AWS|Amazon)\s*/, '');
  switch (service.toLowerCase()) {
    case 'dynamodb':
      return resource('AWS::DynamoDB::Table', text('table_name', 'resource_names')) ?? { name: service, origin: 'AWS::DynamoDB' };
    case 'sqs':
      return resource('AWS::SQS::Queue', text('queue_url')) ?? { name: service, origin: 'AWS::SQS' };
    case 's3':
      return resource('AWS::S3::Bucket', text('bucket_name')) ?? { name: service, origin: 'AWS::S3' };
    case 'lambda':
      return resource('AWS::Lambda', text('function_name')) ?? { name: service, origin: 'AWS::Lambda' };
    case 'sns':
      return resource('AWS::SNS', text('topic_arn')) ?? { name: service, origin: 'AWS::SNS' };
    default:
      return { name: service, origin: `AWS::${service}` };
  }
}

const resource = (origin: string, name: string | undefined): InferredService | undefined =>
  name === undefined ? undefined : { name, origin };

function databaseType({ sql = {} }: SegmentDocument): string {
  const kind = sql['database_type'];
  return typeof kind === 'string' && /^\w+$/.test(kind) ? `Database::${kind}` : 'Database::SQL';
}
