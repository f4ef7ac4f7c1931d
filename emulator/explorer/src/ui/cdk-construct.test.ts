import { expect, it } from 'vitest';
import { cdkConstruct } from './cdk-construct.ts';

const construct = (operation: string, input: object) => cdkConstruct({ service: 'sqs', operation, input })?.replace(/\s+/g, ' ');

it.each([
  [
    'CreateQueue',
    { QueueName: 'new-orders', Attributes: { DelaySeconds: '5', RedrivePolicy: '{"maxReceiveCount":3}' } },
    `new sqs.CfnQueue(this, 'NewOrders', { queueName: "new-orders", delaySeconds: 5, redrivePolicy: { maxReceiveCount: 3 } });`,
  ],
  [
    'CreateTopic',
    { Name: 'news.fifo', Attributes: new Map([['FifoTopic', 'true']]) },
    `new sns.CfnTopic(this, 'NewsFifo', { topicName: "news.fifo", fifoTopic: true });`,
  ],
  [
    'PutRule',
    { EventBusName: 'shop', Name: 'large', EventPattern: '{"detail-type":["A"]}', Tags: [{ Key: 'a', Value: '1' }] },
    `new events.CfnRule(this, 'Large', { eventBusName: "shop", name: "large", eventPattern: { "detail-type": [ "A" ] }, tags: [ { key: "a", value: "1" } ] });`,
  ],
  [
    'CreateStateMachine',
    { name: 'order', definition: '{"StartAt":"A"}' },
    `new stepfunctions.CfnStateMachine(this, 'Order', { stateMachineName: "order", definitionString: "{\\"StartAt\\":\\"A\\"}" });`,
  ],
])('%s is a construct with the members of the call as its properties', (operation, input, text) => {
  expect(construct(operation, input)).toBe(text);
});

it('other calls are no constructs', () => {
  expect(construct('SendMessage', { MessageBody: 'a' })).toBeUndefined();
});
