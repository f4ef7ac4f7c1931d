// A function that writes to a table and sends to a queue, with the grants of the constructs; `-c without=queue` leaves one out, `-c by-hand=true` adds a statement.
import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';

const app = new App();
const stack = new Stack(app, 'Permissions', { env: { account: '000000000000', region: 'us-east-1' } });
const table = new Table(stack, 'Table', { partitionKey: { name: 'id', type: AttributeType.STRING } });
const incoming = new Queue(stack, 'Incoming');
const outgoing = new Queue(stack, 'Outgoing');
const orders = new Lambda(stack, 'Orders', {
  runtime: Runtime.NODEJS_20_X,
  handler: 'index.handler',
  code: Code.fromAsset('functions/orders'),
  environment: { TABLE: table.tableName, QUEUE: outgoing.queueUrl },
});
orders.addEventSource(new SqsEventSource(incoming, { batchSize: 1 }));
table.grantWriteData(orders);
if (app.node.tryGetContext('without') !== 'queue') outgoing.grantSendMessages(orders);
if (app.node.tryGetContext('by-hand') === 'true')
  orders.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [outgoing.queueArn] }));
new CfnOutput(stack, 'IncomingUrl', { value: incoming.queueUrl });
new CfnOutput(stack, 'OutgoingUrl', { value: outgoing.queueUrl });
new CfnOutput(stack, 'OutgoingArn', { value: outgoing.queueArn });
new CfnOutput(stack, 'FunctionName', { value: orders.functionName });
new CfnOutput(stack, 'RoleArn', { value: orders.role.roleArn });
