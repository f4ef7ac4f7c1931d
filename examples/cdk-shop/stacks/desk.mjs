// A stack in a stack, with what goes in and comes out, and a stack that imports by name what another exports.

import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { CfnOutput, CfnParameter, Fn, NestedStack, Stack } from 'aws-cdk-lib/core';

class Team extends NestedStack {
  constructor(scope, id, { busName }) {
    super(scope, id, { parameters: { BusName: busName } });
    const eventBus = EventBus.fromEventBusName(this, 'Bus', new CfnParameter(this, 'BusName').valueAsString);
    this.queue = new Queue(this, 'Queue');
    const eventPattern = { source: ['shop'], detailType: ['Complaint'], detail: { team: [id] } };
    new Rule(this, 'Complaints', { eventBus, eventPattern, targets: [new SqsQueue(this.queue)] });
  }
}

export class Teams extends Stack {
  constructor(scope, id, { edition, bus, ...props }) {
    super(scope, id, props);
    const north = new Team(this, 'North', { busName: bus.eventBusName });
    if (edition !== 'first') new Team(this, 'South', { busName: bus.eventBusName });
    new CfnOutput(this, 'NorthQueueUrl', { value: north.queue.queueUrl });
    new CfnOutput(this, 'NorthQueueArn', { value: north.queue.queueArn, exportName: 'shop-north-queue' });
  }
}

export class Desk extends Stack {
  constructor(scope, id, props) {
    super(scope, id, props);
    new StringParameter(this, 'Queue', { parameterName: '/shop/desk', stringValue: Fn.importValue('shop-north-queue') });
  }
}
