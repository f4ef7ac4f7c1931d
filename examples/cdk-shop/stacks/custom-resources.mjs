// Work that no resource type does: calls to an API, a provider, a function of one's own, the retention of a log.

import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, LogGroup, LogRetention, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnOutput, CustomResource, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId, Provider } from 'aws-cdk-lib/custom-resources';

export class Calls extends Stack {
  constructor(scope, id, { edition, ...props }) {
    super(scope, id, props);
    const call = { service: 'SSM', action: 'putParameter', physicalResourceId: PhysicalResourceId.of('edition') };
    const parameters = { Name: '/shop/edition', Value: edition, Type: 'String', Overwrite: true };
    const written = new AwsCustomResource(this, 'Edition', {
      onUpdate: { ...call, parameters },
      onDelete: { service: 'SSM', action: 'deleteParameter', parameters: { Name: parameters.Name } },
      policy: AwsCustomResourcePolicy.fromSdkCalls({ resources: AwsCustomResourcePolicy.ANY_RESOURCE }),
      installLatestAwsSdk: false,
    });
    new CfnOutput(this, 'Version', { value: written.getResponseField('Version') });
  }
}

export class Seed extends Stack {
  constructor(scope, id, { edition, ...props }) {
    super(scope, id, props);
    const code = Code.fromAsset('functions/seed');
    const onEventHandler = new Lambda(this, 'OnEvent', { runtime: Runtime.PYTHON_3_13, handler: 'seed.on_event', code });
    const { serviceToken } = new Provider(this, 'Provider', { onEventHandler });
    const seeded = new CustomResource(this, 'Seeded', { serviceToken, resourceType: 'Custom::Seed', properties: { Edition: edition } });
    new CfnOutput(this, 'Said', { value: seeded.getAttString('Said') });
  }
}

export class Badge extends Stack {
  constructor(scope, id, { edition, ...props }) {
    super(scope, id, props);
    const code = Code.fromAsset('functions/badge');
    const { functionArn } = new Lambda(this, 'Printer', { runtime: Runtime.NODEJS_20_X, handler: 'index.handler', code });
    const badge = new CustomResource(this, 'Badge', { serviceToken: functionArn, properties: { Text: `shop ${edition}` } });
    new CfnOutput(this, 'Text', { value: badge.getAttString('Text') });
  }
}

export class Logs extends Stack {
  constructor(scope, id, { edition, ...props }) {
    super(scope, id, props);
    new LogRetention(this, 'Retention', {
      logGroupName: '/shop/legacy',
      retention: edition === 'first' ? RetentionDays.ONE_WEEK : RetentionDays.TWO_WEEKS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const logGroup = new LogGroup(this, 'Audit', { logGroupName: '/shop/audit', removalPolicy: RemovalPolicy.DESTROY });
    const metric = { metricNamespace: 'Shop', metricName: 'Refused', metricValue: '1' };
    new MetricFilter(this, 'Refused', { logGroup, filterPattern: FilterPattern.anyTerm('refused'), ...metric });
  }
}
