// A CDK app that knows nothing of the emulator: a bus rule sends orders to a function and to a queue.
import { App, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';

const app = new App();
const stack = new Stack(app, 'Orders', { env: { account: '000000000000', region: 'us-east-1' } });

const bus = new EventBus(stack, 'Bus');
const queue = new Queue(stack, 'Queue', { visibilityTimeout: Duration.seconds(30) });
const onOrder = new Lambda(stack, 'OnOrder', {
  runtime: Runtime.NODEJS_20_X,
  handler: 'index.handler',
  code: Code.fromAsset('functions/on-order'),
  environment: { GREETING: app.node.tryGetContext('greeting') ?? 'hello' },
});
new Rule(stack, 'BigOrders', {
  eventBus: bus,
  eventPattern: { source: ['shop'] },
  targets: [new LambdaFunction(onOrder), new SqsQueue(queue)],
});
new Bucket(stack, 'Archive', { removalPolicy: RemovalPolicy.DESTROY });
new StringParameter(stack, 'BusName', { parameterName: '/orders/bus', stringValue: bus.eventBusName });
new CfnOutput(stack, 'QueueUrl', { value: queue.queueUrl });
new CfnOutput(stack, 'FunctionName', { value: onOrder.functionName });
