// Functions in Node and Python: from a rule, behind an alias, behind an address, on a schedule, from a queue.

import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Alias, Code, FunctionUrlAuthType, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';

export class Orders extends Stack {
  constructor(scope, id, { edition, bus, key, secret, prices, ...props }) {
    super(scope, id, props);
    const deadLetterQueue = { queue: new Queue(this, 'Failed'), maxReceiveCount: 3 };
    const queue = new Queue(this, 'Queue', { deadLetterQueue, encryption: QueueEncryption.KMS, encryptionMasterKey: key });
    const onOrder = new Lambda(this, 'OnOrder', {
      runtime: Runtime.NODEJS_20_X,
      handler: 'index.handler',
      code: Code.fromAsset('functions/on-order'),
      layers: [prices],
      deadLetterQueue: deadLetterQueue.queue,
      environment: {
        EDITION: edition,
        CURRENCY: StringParameter.valueForStringParameter(this, '/shop/currency'),
        SECRET_ARN: secret.secretArn,
      },
    });
    onOrder.addToRolePolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secret.secretArn] }));
    const live = new Alias(this, 'Live', { aliasName: 'live', version: onOrder.currentVersion });
    new Rule(this, 'BigOrders', {
      eventBus: bus,
      eventPattern: { source: ['shop'], detailType: ['Order'], detail: { total: [{ numeric: ['>', 100] }] } },
      targets: [new LambdaFunction(live), new SqsQueue(queue)],
    });
    new CfnOutput(this, 'QueueUrl', { value: queue.queueUrl });
    new CfnOutput(this, 'FunctionName', { value: onOrder.functionName });
  }
}

export class Reports extends Stack {
  constructor(scope, id, { edition, ...props }) {
    super(scope, id, props);
    const report = new Lambda(this, 'Report', {
      runtime: Runtime.PYTHON_3_13,
      handler: 'report.handler',
      code: Code.fromAsset('functions/report'),
      environment: { EDITION: edition },
      logGroup: new LogGroup(this, 'Log', { retention: RetentionDays.ONE_WEEK, removalPolicy: RemovalPolicy.DESTROY }),
    });
    const requests = new Queue(this, 'Requests');
    report.addEventSource(new SqsEventSource(requests, { batchSize: 5, reportBatchItemFailures: true }));
    new Rule(this, 'Nightly', { schedule: Schedule.cron({ hour: '2', minute: '0' }), targets: [new LambdaFunction(report)] });
    const { url } = report.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
    report.configureAsyncInvoke({ retryAttempts: 1, maxEventAge: Duration.minutes(5) });
    new CfnOutput(this, 'Url', { value: url });
    new CfnOutput(this, 'FunctionName', { value: report.functionName });
    new CfnOutput(this, 'RequestsUrl', { value: requests.queueUrl });
  }
}
