// The emulator itself: traces of requests, its clock, faults and snapshots.
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { placeOrder } from '../../support/explorer-data.ts';
import type { ExplorerSession } from '../../support/explorer-session.ts';

export function controlTests(session: ExplorerSession): void {
  it('shows what followed from a request, and leads on to the event', async () => {
    const event = await placeOrder(session);
    await session.open('requests?about=PutEvents');
    await session.page.getByRole('row').filter({ hasText: 'events.PutEvents' }).getByRole('link').first().click();
    const steps = session.page.getByRole('region', { name: 'steps' });
    await steps.getByRole('row').filter({ hasText: 'delivery to orders' }).getByText('delivered', { exact: true }).waitFor();
    await steps.getByRole('link', { name: event }).click();
    await session.page.getByText('orders-to-queue').waitFor();
  });

  it('shows why a request failed, in a list of problems alone', async () => {
    await session
      .client(SQS)
      .getQueueUrl({ QueueName: 'absent' })
      .catch(() => undefined);
    await session.open('requests?show=problems');
    await session.page.getByRole('row').filter({ hasText: 'absent' }).getByRole('link').first().click();
    await session.page.getByRole('region', { name: 'Problems' }).getByText('sqs.GetQueueUrl').waitFor();
  });

  it('counts problems at the side, tells the cause of each with the command that mends it, and runs the command', async () => {
    const events = session.client(EventBridge);
    const lambda = session.client(Lambda);
    const arn = 'arn:aws:lambda:us-east-1:000000000000:function:process-order';
    await events.createEventBus({ Name: 'mending' });
    await events.putRule({ EventBusName: 'mending', Name: 'to-function', EventPattern: '{"source":["shop"]}' });
    const target = { Id: 'f', Arn: arn, RetryPolicy: { MaximumRetryAttempts: 0 } };
    await events.putTargets({ EventBusName: 'mending', Rule: 'to-function', Targets: [target] });
    const entry = { EventBusName: 'mending', Source: 'shop', DetailType: 'OrderPlaced', Detail: '{"fail":true}' };
    const { Entries = [] } = await events.putEvents({ Entries: [entry] });
    await session.open(`requests/${Entries[0]!.EventId}`);
    await session.page.getByRole('region', { name: 'Command' }).getByText('add-permission').first().waitFor();
    await session.page.getByRole('button', { name: 'Run it' }).first().click();
    await session.page.getByRole('button', { name: 'Done' }).first().waitFor();
    expect((await lambda.getPolicy({ FunctionName: 'process-order' })).Policy).toContain('rule/mending/to-function');
    await lambda.invoke({ FunctionName: 'process-order', Payload: Buffer.from('{"fail":true}') });
    await session.page
      .getByRole('navigation')
      .getByRole('link', { name: /^Problems \d+$/ })
      .click();
    const problem = session.page.getByRole('article').filter({ hasText: 'the order has no lines' }).first();
    await problem.getByText('FUNCTION_FAILED').waitFor();
    await problem.getByRole('link', { name: 'Logs' }).click();
    const lines = session.page.getByRole('log', { name: 'Log lines' });
    await lines.getByText('the order has no lines').first().waitFor();
    expect(await lines.getByText(/^START RequestId/).count()).toBe(1);
  });

  it('lets calls fail, shows how many, and ends the fault', async () => {
    const sqs = session.client(SQS);
    await session.open('faults');
    await session.press('Add fault');
    await session.fill('Operation', 'ListQueueTags');
    await session.fill('Error', 'ServiceUnavailable');
    await session.fill('Message', 'Made by the explorer');
    await session.fill('HTTP status', '503');
    await session.submit('Add fault');
    const row = session.page.getByRole('row').filter({ hasText: 'sqs.ListQueueTags' });
    await row.getByText('ServiceUnavailable (503)').waitFor();
    const { QueueUrl } = await sqs.getQueueUrl({ QueueName: 'orders' });
    await expect(sqs.listQueueTags({ QueueUrl })).rejects.toThrow('Made by the explorer');
    await session.page.reload();
    await row.getByRole('cell', { name: '1', exact: true }).waitFor();
    await row.getByRole('button', { name: /^End fault/ }).click();
    await row.getByRole('button', { name: /\?$/ }).click();
    await session.page.getByText('No call is made to fail or to wait.').waitFor();
    await sqs.listQueueTags({ QueueUrl });
  });

  it('saves all state, shows what has changed since, and goes back to it', async () => {
    const sqs = session.client(SQS);
    await session.open('snapshots');
    await session.press('Save snapshot');
    await session.fill('Name', 'before');
    await session.submit('Save snapshot');
    await session.link('before').waitFor();
    await sqs.createQueue({ QueueName: 'made-after' });
    await session.link('before').click();
    await session.page.getByRole('row').filter({ hasText: 'sqs.queues' }).getByText('made-after').waitFor();
    await session.open('snapshots');
    await session.press('Replace all state with before');
    await session.press('Replace all state with before?');
    await session.page.getByRole('status').getByText('The state is that of before.').waitFor();
    await expect(sqs.getQueueUrl({ QueueName: 'made-after' })).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
    await sqs.getQueueUrl({ QueueName: 'orders' });
    await session.press('Delete before');
    await session.press('Delete before?');
    await session.page.getByText('No state is saved.').waitFor();
  });

  it('moves the clock ahead: what falls due happens', async () => {
    const sqs = session.client(SQS);
    const { QueueUrl } = await sqs.createQueue({ QueueName: 'delayed' });
    await sqs.sendMessage({ QueueUrl, MessageBody: 'later', DelaySeconds: 900 });
    await session.open('queues');
    await session.press(/^Clock/);
    await session.fill('By', '20m');
    await session.submit('Advance');
    await session.page.getByRole('button', { name: /^Clock \+\d+ min/ }).waitFor();
    expect((await sqs.receiveMessage({ QueueUrl })).Messages?.map(({ Body }) => Body)).toEqual(['later']);
  });
}
