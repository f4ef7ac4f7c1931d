// The manifests of all services, one line each.
import type { Service } from '#core/service';
import { apigatewaymanagementapi } from '#services/apigateway/websocket/apigatewaymanagementapi';
import { appsync } from '#services/appsync/index';
import { cloudcontrol } from '#services/cloudcontrol/index';
import { cloudformation } from '#services/cloudformation/index';
import { cloudwatch } from '#services/cloudwatch/index';
import { cognitoIdentity } from '#services/cognito-identity/index';
import { cognitoIdp } from '#services/cognito-idp/index';
import { dynamodb } from '#services/dynamodb/index';
import { dynamodbstreams } from '#services/dynamodb/streams/dynamodbstreams';
import { ecr } from '#services/ecr/index';
import { events } from '#services/events/index';
import { firehose } from '#services/firehose/index';
import { iam } from '#services/iam/index';
import { kafka } from '#services/kafka/index';
import { kinesis } from '#services/kinesis/index';
import { kms } from '#services/kms/index';
import { lambda } from '#services/lambda/index';
import { logs } from '#services/logs/index';
import { pipes } from '#services/pipes/index';
import { s3 } from '#services/s3/index';
import { scheduler } from '#services/scheduler/index';
import { secretsmanager } from '#services/secretsmanager/index';
import { sns } from '#services/sns/index';
import { sqs } from '#services/sqs/index';
import { ssm } from '#services/ssm/index';
import { states } from '#services/states/index';
import { sts } from '#services/sts/index';
import { xray } from '#services/xray/index';
import { apigatewayv2 } from './services/apigateway/control/http/apigatewayv2.ts';
import { apigateway } from './services/apigateway/control/rest/apigateway.ts';

export const SERVICES: readonly Service[] = [
  apigateway,
  apigatewaymanagementapi,
  apigatewayv2,
  appsync,
  cloudcontrol,
  cloudformation,
  cloudwatch,
  cognitoIdentity,
  cognitoIdp,
  dynamodb,
  dynamodbstreams,
  ecr,
  events,
  firehose,
  iam,
  kafka,
  kinesis,
  kms,
  lambda,
  logs,
  pipes,
  s3,
  scheduler,
  secretsmanager,
  sns,
  sqs,
  ssm,
  states,
  sts,
  xray,
];
