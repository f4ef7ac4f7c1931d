// A bucket that tells of what arrives in it, and a site that is deployed into one. Both go with their stacks, full as they are.

import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Bucket, BucketEncryption, EventType } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { LambdaDestination, SqsDestination } from 'aws-cdk-lib/aws-s3-notifications';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib/core';

const goes = { autoDeleteObjects: true, removalPolicy: RemovalPolicy.DESTROY };

export class Uploads extends Stack {
  constructor(scope, id, { key, ...props }) {
    super(scope, id, props);
    const bucket = new Bucket(this, 'Bucket', { ...goes, encryption: BucketEncryption.KMS, encryptionKey: key, versioned: true });
    const code = Code.fromAsset('functions/on-upload');
    const onUpload = new Lambda(this, 'OnUpload', { runtime: Runtime.PYTHON_3_13, handler: 'on_upload.handler', code });
    const queue = new Queue(this, 'Removed');
    bucket.addEventNotification(EventType.OBJECT_CREATED, new LambdaDestination(onUpload), { suffix: '.jpg' });
    bucket.addEventNotification(EventType.OBJECT_REMOVED, new SqsDestination(queue));
    new CfnOutput(this, 'BucketName', { value: bucket.bucketName });
    new CfnOutput(this, 'FunctionName', { value: onUpload.functionName });
  }
}

export class Site extends Stack {
  constructor(scope, id, props) {
    super(scope, id, props);
    const bucket = new Bucket(this, 'Bucket', goes);
    new BucketDeployment(this, 'Pages', { destinationBucket: bucket, sources: [Source.asset('site')] });
    new CfnOutput(this, 'BucketName', { value: bucket.bucketName });
  }
}
