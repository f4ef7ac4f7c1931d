// A durable function with a public layer, which the CDK knows by its version.
import { Code, Function as Lambda, ParamsAndSecretsLayerVersion, ParamsAndSecretsVersions, Runtime } from 'aws-cdk-lib/aws-lambda';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { App, BootstraplessSynthesizer, CfnOutput, CfnParameter, Duration, Stack } from 'aws-cdk-lib/core';

// No file is part of it.
const env = { account: '000000000000', region: 'us-east-1' };
const stack = new Stack(new App(), 'Durable', { env, synthesizer: new BootstraplessSynthesizer() });
const timeout = new CfnParameter(stack, 'ExecutionTimeout', { type: 'Number' });
const fn = new Lambda(stack, 'Fn', {
  ...{ runtime: Runtime.NODEJS_20_X, handler: 'index.settings', timeout: Duration.seconds(60) },
  code: Code.fromBucket(Bucket.fromBucketName(stack, 'Code', 'durable-code'), 'programs.zip'),
  durableConfig: { executionTimeout: Duration.seconds(timeout.valueAsNumber), retentionPeriod: Duration.days(3) },
  paramsAndSecrets: ParamsAndSecretsLayerVersion.fromVersion(ParamsAndSecretsVersions.V1_0_103, { httpPort: 27743 }),
});
StringParameter.fromStringParameterName(stack, 'Size', '/size').grantRead(fn);
new CfnOutput(stack, 'Live', { value: fn.addAlias('live').functionArn });
