// Services by the names that task resources give them, and the names of their errors.
import { table } from '#lib/table';

interface SdkService {
  /** As it is called here. */
  readonly service: string;
  /** Before the dot in names of errors, and in causes. */
  readonly sdkId: string;
}

/** Where the name in a resource is not that of the service here, or the SDK's id is not that name with a capital (recorded for most). */
const IRREGULAR: Readonly<Record<string, SdkService>> = table({
  sfn: { service: 'states', sdkId: 'Sfn' },
  eventbridge: { service: 'events', sdkId: 'EventBridge' },
  cloudwatchlogs: { service: 'logs', sdkId: 'CloudWatchLogs' },
  dynamodb: { service: 'dynamodb', sdkId: 'DynamoDb' },
  dynamodbstreams: { service: 'dynamodbstreams', sdkId: 'DynamoDbStreams' },
  secretsmanager: { service: 'secretsmanager', sdkId: 'SecretsManager' },
  cloudformation: { service: 'cloudformation', sdkId: 'CloudFormation' },
  cloudcontrol: { service: 'cloudcontrol', sdkId: 'CloudControl' },
  apigatewayv2: { service: 'apigatewayv2', sdkId: 'ApiGatewayV2' },
  apigateway: { service: 'apigateway', sdkId: 'ApiGateway' },
});

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `name` is the part of the resource: `dynamodb` of `arn:aws:states:::aws-sdk:dynamodb:putItem`. */
export const sdkService = (name: string): SdkService =>
  Object.hasOwn(IRREGULAR, name) ? IRREGULAR[name]! : { service: name, sdkId: capital(name) };

/** `putItem` is the operation PutItem. */
export const operationName = (action: string): string => capital(action);

/** `S3.NoSuchKeyException`: the suffix is added once. An error that the model does not list has the service's own name. */
export function sdkErrorName(sdkId: string, code: string, isModelled: boolean): string {
  if (!isModelled) return `${sdkId}.${sdkId}Exception`;
  return `${sdkId}.${code.endsWith('Exception') ? code : `${code}Exception`}`;
}
