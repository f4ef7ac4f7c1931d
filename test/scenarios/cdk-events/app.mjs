// The CDK's constructs for events: a bus with its rules and every kind of target that runs here, an archive, schedules and a pipe.

import {
  ApiDestination,
  Authorization,
  Connection,
  EventBus,
  EventField,
  Rule,
  Schedule as RuleSchedule,
  RuleTargetInput,
} from 'aws-cdk-lib/aws-events';
import {
  ApiDestination as ApiDestinationTarget,
  CloudWatchLogGroup,
  EventBus as EventBusTarget,
  LambdaFunction,
  SqsQueue,
} from 'aws-cdk-lib/aws-events-targets';
import { AccountPrincipal, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code, Function as LambdaFn, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import { Schedule, ScheduleExpression, ScheduleGroup, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { EventBridgePutEvents, LambdaInvoke, SqsSendMessage, Universal } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { App, CfnOutput, Duration, RemovalPolicy, SecretValue, Stack } from 'aws-cdk-lib/core';

const app = new App();
const stack = new Stack(app, 'Events', { env: { account: '000000000000', region: 'us-east-1' } });
const queueOf = (name) => {
  const queue = new Queue(stack, name);
  new CfnOutput(stack, `${name}Url`, { value: queue.queueUrl });
  return queue;
};
const [orders, ticks, planned, piped, lost] = ['Orders', 'Ticks', 'Planned', 'Piped', 'Lost'].map(queueOf);
const log = new LogGroup(stack, 'Log', { logGroupName: '/aws/events/orders', removalPolicy: RemovalPolicy.DESTROY });
const fn = new LambdaFn(stack, 'Fn', {
  runtime: Runtime.NODEJS_20_X,
  handler: 'index.handler',
  code: Code.fromInline("exports.handler = async (event) => console.log('got', JSON.stringify(event));"),
});
new CfnOutput(stack, 'FunctionName', { value: fn.functionName });

const bus = new EventBus(stack, 'Bus');
const second = new EventBus(stack, 'Second');
new CfnOutput(stack, 'BusName', { value: bus.eventBusName });
bus.archive('Archive', { eventPattern: { source: ['shop'] }, retention: Duration.days(1) });
bus.addToResourcePolicy(
  new PolicyStatement({
    sid: 'friend',
    principals: [new AccountPrincipal('111111111111')],
    actions: ['events:PutEvents'],
    resources: [bus.eventBusArn],
  }),
);
const connection = new Connection(stack, 'Connection', { authorization: Authorization.apiKey('x-key', SecretValue.unsafePlainText('k')) });
const destination = new ApiDestination(stack, 'Destination', { connection, endpoint: app.node.tryGetContext('endpoint') });
new Rule(stack, 'OrderRule', {
  eventBus: bus,
  eventPattern: { source: ['shop'], detail: { total: [{ numeric: ['>', 5] }] } },
  targets: [
    new SqsQueue(orders, {
      message: RuleTargetInput.fromText(`order ${EventField.fromPath('$.detail.id')}`),
      deadLetterQueue: lost,
      retryAttempts: 2,
    }),
    new LambdaFunction(fn),
    new CloudWatchLogGroup(log),
    new EventBusTarget(second),
    new ApiDestinationTarget(destination),
  ],
});
new Rule(stack, 'SecondRule', { eventBus: second, eventPattern: { source: ['shop'] }, targets: [new SqsQueue(orders)] });
new Rule(stack, 'Tick', { schedule: RuleSchedule.rate(Duration.minutes(5)), targets: [new SqsQueue(ticks)] });

const group = new ScheduleGroup(stack, 'Group');
const at = ScheduleExpression.at(new Date(app.node.tryGetContext('at')));
new Schedule(stack, 'ToQueue', {
  schedule: at,
  scheduleGroup: group,
  target: new SqsSendMessage(planned, { input: ScheduleTargetInput.fromText('planned') }),
});
new Schedule(stack, 'ToFunction', {
  schedule: at,
  target: new LambdaInvoke(fn, { input: ScheduleTargetInput.fromObject({ planned: true }) }),
});
new Schedule(stack, 'ToBus', {
  schedule: at,
  target: new EventBridgePutEvents({
    source: 'shop',
    detailType: 'Planned',
    detail: ScheduleTargetInput.fromObject({ id: 8, total: 9 }),
    eventBus: bus,
  }),
});
new Schedule(stack, 'Anything', {
  schedule: at,
  target: new Universal({
    service: 'sqs',
    action: 'sendMessage',
    input: ScheduleTargetInput.fromObject({ QueueUrl: planned.queueUrl, MessageBody: 'universal' }),
    policyStatements: [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [planned.queueArn] })],
  }),
});

const role = new Role(stack, 'PipeRole', { assumedBy: new ServicePrincipal('pipes.amazonaws.com') });
ticks.grantConsumeMessages(role);
piped.grantSendMessages(role);
new CfnPipe(stack, 'Pipe', {
  roleArn: role.roleArn,
  source: ticks.queueArn,
  sourceParameters: {
    filterCriteria: { filters: [{ pattern: '{"body":{"source":["aws.events"]}}' }] },
    sqsQueueParameters: { batchSize: 1 },
  },
  target: piped.queueArn,
  targetParameters: { inputTemplate: '{"tick": "<$.body.detail-type>"}' },
});
