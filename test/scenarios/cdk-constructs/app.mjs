// An app of the constructs: a bus whose rule invokes a function in TypeScript and sends to a queue of the CDK's own.

import { Queue } from 'aws-cdk-lib/aws-sqs';
import { App, CfnOutput, Stack } from 'aws-cdk-lib/core';
import { EventBus, FolderFunction } from 'cloud-emulator-cdk/constructs';

const app = new App();
const stack = new Stack(app, 'Shop', { env: { account: '000000000000', region: 'us-east-1' } });
const queue = new Queue(stack, 'Queue');
const hello = new FolderFunction(stack, 'Hello', { folder: 'functions/hello', handler: 'index.handler', runtime: 'nodejs20.x' });
const typed = new FolderFunction(stack, 'Typed', {
  folder: 'functions/typed',
  handler: 'on-order.handler',
  runtime: 'nodejs20.x',
  environment: { GREETING: app.node.tryGetContext('greeting') ?? 'hello', QUEUE: queue.queueUrl },
  statements: [{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: queue.queueArn }],
  timeoutSeconds: 5,
  properties: { Architectures: ['arm64'] },
});
const bus = new EventBus(stack, 'Bus');
bus.addRule('Orders', { pattern: { source: ['shop'] }, targets: [typed, queue] });
bus.addRule('Desk', { pattern: { source: ['desk'] }, targets: [hello, queue], enabled: false });
new CfnOutput(stack, 'BusName', { value: bus.eventBusName });
new CfnOutput(stack, 'FunctionName', { value: typed.functionName });
new CfnOutput(stack, 'QueueUrl', { value: queue.queueUrl });
