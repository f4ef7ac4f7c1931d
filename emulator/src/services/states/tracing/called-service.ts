// The service that a task calls, as a subsegment of X-Ray names it. Pure.
import { parseArn } from '#lib/arn';
import { table } from '#lib/table';
import { readResource } from '#services/states/language/interpreter/task-resource';
import { isObject } from '#services/states/language/json';

/** As the SDKs of X-Ray name them: https://docs.aws.amazon.com/xray/latest/devguide/xray-sdk-nodejs-awssdkclients.html */
const NAMES: Readonly<Record<string, string>> = table({
  ...{ lambda: 'Lambda', dynamodb: 'DynamoDB', sqs: 'SQS', sns: 'SNS', s3: 'S3', events: 'EventBridge', eventbridge: 'EventBridge' },
  ...{ states: 'StepFunctions', sfn: 'StepFunctions', kinesis: 'Kinesis', firehose: 'Firehose' },
});

/** Members of parameters that name the resource, and the names of these in segments. */
const RESOURCES: readonly (readonly [parameter: string, member: string])[] = [
  ['TableName', 'table_name'],
  ['QueueUrl', 'queue_url'],
  ['TopicArn', 'topic_arn'],
  ['Bucket', 'bucket_name'],
  ['StateMachineArn', 'state_machine_arn'],
  ['StreamName', 'stream_name'],
];

/** Undefined for activities, which make no call. */
export function calledService(resource: string, parameters: unknown, region: string): object | undefined {
  const { family, resourceType, resource: action } = readResource(resource);
  if (family === 'Activity') return undefined;
  const given = isObject(parameters as never) ? (parameters as Readonly<Record<string, unknown>>) : {};
  if (family === 'LambdaFunction') return lambda(resource, region);
  const service = resourceType.replace(/^aws-sdk:/, '');
  if (service === 'lambda' && action.toLowerCase().startsWith('invoke')) return lambda(String(given['FunctionName'] ?? ''), region);
  if (service === 'http' || service === 'apigateway') return { name: hostIn(given), namespace: 'remote' };
  const named = RESOURCES.flatMap(([parameter, member]) => (typeof given[parameter] === 'string' ? [[member, given[parameter]]] : []));
  const name = Object.hasOwn(NAMES, service) ? NAMES[service] : service.toUpperCase();
  return {
    name,
    namespace: 'aws',
    aws: { region, operation: `${action.charAt(0).toUpperCase()}${action.slice(1)}`, ...Object.fromEntries(named) },
  };
}

function lambda(arn: string, region: string): object {
  const name = parseArn(arn)?.resource.split(':')[1] ?? arn.split(':')[0]!;
  return { name: 'Lambda', namespace: 'aws', aws: { region, operation: 'Invoke', function_name: name, resource_names: [name] } };
}

function hostIn({ ApiEndpoint: endpoint }: Readonly<Record<string, unknown>>): string {
  const text = String(endpoint ?? '');
  const url = text.includes('://') ? text : `https://${text}`;
  return (URL.canParse(url) && new URL(url).hostname) || 'HTTP';
}
