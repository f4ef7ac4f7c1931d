// The CDK's constructs for tables: a global table whose stream a function follows, and a table that is imported from a bucket.
import { AttributeType, Billing, InputFormat, StreamViewType, Table, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Code, FilterCriteria, FilterRule, Function as LambdaFn, Runtime, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { App, CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib/core';

const app = new App();
const stack = new Stack(app, 'Tables', { env: { account: '000000000000', region: 'us-east-1' } });
const regions = app.node.tryGetContext('regions').split(',');

const orders = new TableV2(stack, 'Orders', {
  tableName: 'orders',
  partitionKey: { name: 'customer', type: AttributeType.STRING },
  sortKey: { name: 'at', type: AttributeType.NUMBER },
  billing: Billing.onDemand(),
  dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
  timeToLiveAttribute: 'until',
  pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  globalSecondaryIndexes: [{ indexName: 'by-state', partitionKey: { name: 'state', type: AttributeType.STRING } }],
  replicas: regions.map((region) => ({ region })),
  removalPolicy: RemovalPolicy.DESTROY,
});
const fn = new LambdaFn(stack, 'Fn', {
  runtime: Runtime.NODEJS_20_X,
  handler: 'index.handler',
  code: Code.fromInline(
    "exports.handler = async ({ Records }) => console.log('saw', Records.map((r) => r.dynamodb.NewImage.at.N).join());",
  ),
});
const paid = FilterCriteria.filter({
  eventName: FilterRule.isEqual('INSERT'),
  dynamodb: { NewImage: { state: { S: FilterRule.isEqual('paid') } } },
});
fn.addEventSource(
  new DynamoEventSource(orders, {
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 10,
    bisectBatchOnError: true,
    retryAttempts: 2,
    filters: [paid],
    onFailure: new SqsDlq(new Queue(stack, 'Lost')),
  }),
);
new CfnOutput(stack, 'FunctionName', { value: fn.functionName });

new Table(stack, 'Countries', {
  tableName: 'countries',
  partitionKey: { name: 'code', type: AttributeType.STRING },
  importSource: {
    bucket: Bucket.fromBucketName(stack, 'Source', 'table-source'),
    keyPrefix: 'countries/',
    inputFormat: InputFormat.csv(),
  },
  removalPolicy: RemovalPolicy.DESTROY,
});
