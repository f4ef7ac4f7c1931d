// A bus, two rules, a function and a queue. An order is priced by the function, which says so on the bus; large ones wait in the queue.
import { fileURLToPath } from 'node:url';
import { EventBus, Match, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Code, Runtime, RuntimeFamily } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';

const SOURCES = fileURLToPath(new URL('src', import.meta.url));

export interface ShopProps extends StackProps {
  /** Whether the emulator runs the function from its folder, and reloads it when a file changes. */
  readonly isLocal: boolean;
}

export class ShopStack extends Stack {
  constructor(scope: Construct, id: string, props: ShopProps) {
    super(scope, id, props);
    const bus = new EventBus(this, 'Bus', { eventBusName: '{{name}}' });
    const queue = new Queue(this, 'Queue');
    const priceOrder = new NodejsFunction(this, 'PriceOrder', {
      functionName: '{{name}}-price-order',
      runtime: new Runtime('nodejs{{node}}.x', RuntimeFamily.NODEJS),
      timeout: Duration.seconds(10),
      environment: { BUS_NAME: bus.eventBusName },
      ...(props.isLocal
        ? { code: Code.fromBucket(Bucket.fromBucketName(this, 'HotReload', 'hot-reload'), SOURCES), handler: 'price-order.handler' }
        : { entry: `${SOURCES}/price-order.ts` }),
    });
    bus.grantPutEventsTo(priceOrder);
    new Rule(this, 'Orders', {
      eventBus: bus,
      eventPattern: { source: ['shop'], detailType: ['OrderPlaced'] },
      targets: [new LambdaFunction(priceOrder)],
    });
    new Rule(this, 'LargeOrders', {
      eventBus: bus,
      eventPattern: { source: ['pricing'], detail: { total: Match.greaterThanOrEqual(100) } },
      targets: [new SqsQueue(queue)],
    });
    new CfnOutput(this, 'BusName', { value: bus.eventBusName });
    new CfnOutput(this, 'QueueUrl', { value: queue.queueUrl });
  }
}
