// A bus whose rule sends orders to a function, which prices them and says so on the bus.
import { fileURLToPath } from 'node:url';
import { AssetType, TerraformAsset, TerraformOutput, TerraformStack } from 'cdktn';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { AwsProvider, AwsResource } from './aws.ts';

export interface ShopOptions {
  /** The emulator runs the function from the folder `src`, and reloads it when a file changes. */
  readonly isLocal: boolean;
}

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

export class ShopStack extends TerraformStack {
  constructor(scope: Construct, name: string, { isLocal }: ShopOptions) {
    super(scope, name);
    new AwsProvider(this, '5.100.0', { region: 'us-east-1' });

    const bus = new AwsResource(this, 'Bus', 'aws_cloudwatch_event_bus', { name });
    const role = new AwsResource(this, 'Role', 'aws_iam_role', {
      name: `${name}-price-order`,
      assume_role_policy: policy({ Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' }),
    });
    const roleName = role.getStringAttribute('name');
    new AwsResource(this, 'Logs', 'aws_iam_role_policy_attachment', {
      role: roleName,
      policy_arn: 'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole',
    });
    new AwsResource(this, 'Events', 'aws_iam_role_policy', {
      role: roleName,
      name: 'events',
      policy: policy({ Action: 'events:PutEvents', Resource: bus.arn }),
    });
    const priceOrder = new AwsResource(this, 'PriceOrder', 'aws_lambda_function', {
      function_name: `${name}-price-order`,
      role: role.arn,
      runtime: 'nodejs{{node}}.x',
      handler: 'price-order.handler',
      timeout: 10,
      environment: { variables: { BUS_NAME: name } },
      ...(isLocal ? { s3_bucket: 'hot-reload', s3_key: path('src') } : this.#bundle()),
    });
    const orders = new AwsResource(this, 'Orders', 'aws_cloudwatch_event_rule', {
      name: 'orders',
      event_bus_name: bus.getStringAttribute('name'),
      event_pattern: JSON.stringify({ source: ['shop'], 'detail-type': ['OrderPlaced'] }),
    });
    new AwsResource(this, 'OrdersTarget', 'aws_cloudwatch_event_target', {
      event_bus_name: bus.getStringAttribute('name'),
      rule: orders.getStringAttribute('name'),
      arn: priceOrder.arn,
    });
    new AwsResource(this, 'OrdersMayInvoke', 'aws_lambda_permission', {
      function_name: priceOrder.getStringAttribute('function_name'),
      action: 'lambda:InvokeFunction',
      principal: 'events.amazonaws.com',
      source_arn: orders.arn,
    });
    new TerraformOutput(this, 'BusName', { value: bus.getStringAttribute('name') });
  }

  /** For the cloud: one file, in an archive whose hash says whether it has changed. */
  #bundle(): object {
    const outfile = path('dist/price-order.js');
    buildSync({ entryPoints: [path('src/price-order.ts')], bundle: true, platform: 'node', target: 'node22', format: 'cjs', outfile });
    const asset = new TerraformAsset(this, 'Code', { path: path('dist'), type: AssetType.ARCHIVE });
    return { filename: asset.path, source_code_hash: asset.assetHash };
  }
}

const policy = (statement: object): string => JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] });
