// Custom resources by each mechanism of the CDK's own, in one stack.
import { App, CfnOutput, CustomResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogRetention, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Bucket, EventType } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { SqsDestination } from 'aws-cdk-lib/aws-s3-notifications';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId, Provider } from 'aws-cdk-lib/custom-resources';

const app = new App();
const env = { account: '000000000000', region: 'us-east-1' };
const value = app.node.tryGetContext('value') ?? 'first';

const calls = new Stack(app, 'Calls', { env });
const put = { service: 'SSM', action: 'putParameter', physicalResourceId: PhysicalResourceId.of('written') };
const parameters = { Name: '/custom/written', Value: value, Type: 'String', Overwrite: true };
const written = new AwsCustomResource(calls, 'Written', {
  onUpdate: { ...put, parameters },
  onDelete: { service: 'SSM', action: 'deleteParameter', parameters: { Name: parameters.Name } },
  policy: AwsCustomResourcePolicy.fromSdkCalls({ resources: AwsCustomResourcePolicy.ANY_RESOURCE }),
  installLatestAwsSdk: false,
});
new CfnOutput(calls, 'Version', { value: written.getResponseField('Version') });

const provided = new Stack(app, 'Provided', { env });
const onEventHandler = new Lambda(provided, 'OnEvent', {
  runtime: Runtime.PYTHON_3_13,
  handler: 'index.handler',
  code: Code.fromInline(
    'def handler(event, context):\n    value = event["ResourceProperties"]["Value"]\n    return {"PhysicalResourceId": "thing", "Data": {"Said": event["RequestType"] + " " + value}}\n',
  ),
});
const provider = new Provider(provided, 'Provider', { onEventHandler });
const thing = new CustomResource(provided, 'Thing', {
  serviceToken: provider.serviceToken,
  resourceType: 'Custom::Thing',
  properties: { Value: value },
});
new CfnOutput(provided, 'Said', { value: thing.getAttString('Said') });

const buckets = new Stack(app, 'Buckets', { env });
const queue = new Queue(buckets, 'Queue');
const bucket = new Bucket(buckets, 'Bucket', { autoDeleteObjects: true, removalPolicy: RemovalPolicy.DESTROY });
bucket.addEventNotification(EventType.OBJECT_CREATED, new SqsDestination(queue));
new CfnOutput(buckets, 'BucketName', { value: bucket.bucketName });
new CfnOutput(buckets, 'QueueUrl', { value: queue.queueUrl });

const retained = new Stack(app, 'Retained', { env });
new LogRetention(retained, 'Retention', {
  logGroupName: '/custom/retained',
  retention: RetentionDays.ONE_WEEK,
  removalPolicy: RemovalPolicy.DESTROY,
});

const site = new Stack(app, 'Site', { env });
const content = new Bucket(site, 'Content', { autoDeleteObjects: true, removalPolicy: RemovalPolicy.DESTROY });
new BucketDeployment(site, 'Pages', { destinationBucket: content, sources: [Source.data('index.html', `<h1>${value}</h1>`)] });
new CfnOutput(site, 'ContentName', { value: content.bucketName });
