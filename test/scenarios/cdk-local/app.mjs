// An app that asks whether it is deployed locally, and points its function at a folder.

import { Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { App, CfnOutput, Stack } from 'aws-cdk-lib/core';
import { folderCode, isLocal } from 'cloud-emulator-cdk';

const app = new App();
const region = app.node.tryGetContext('region') ?? process.env.CDK_DEFAULT_REGION;
const stack = new Stack(app, 'Hello', { env: { account: process.env.CDK_DEFAULT_ACCOUNT, region } });
const hello = new Lambda(stack, 'Function', {
  runtime: Runtime.NODEJS_22_X,
  handler: 'index.handler',
  code: folderCode('functions/hello'),
  functionName: 'hello',
});
new CfnOutput(stack, 'Where', { value: isLocal(stack) ? 'here' : 'there' });
new CfnOutput(stack, 'Name', { value: hello.functionName });
