// Stacks, identity, triggers, executions, and the ways to a page: search, ARNs, other regions.
import { CloudFormation, waitUntilStackCreateComplete } from '@aws-sdk/client-cloudformation';
import { Lambda } from '@aws-sdk/client-lambda';
import { SFN } from '@aws-sdk/client-sfn';
import { SQS } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { MACHINE_ARN, ROLE } from '../../support/explorer-data.ts';
import type { ExplorerSession } from '../../support/explorer-session.ts';
import { WAITER } from '../../support/until-passes.ts';

const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:orders';

export function deploymentsTests(session: ExplorerSession): void {
  const region = (name: string) => session.page.getByRole('region', { name, exact: true });

  it('shows the events of a stack as they come, its outputs, and what has drifted', async () => {
    const cloudformation = session.client(CloudFormation);
    const template = (delay: number) =>
      JSON.stringify({
        Resources: { Later: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'later', DelaySeconds: delay } } },
        Outputs: { Url: { Value: { Ref: 'Later' } } },
      });
    await cloudformation.createStack({ StackName: 'watched', TemplateBody: template(1) });
    await waitUntilStackCreateComplete({ client: cloudformation, ...WAITER }, { StackName: 'watched' });
    await session.open('stacks/watched?tab=events');
    await session.press('Update');
    await session.fill('Template', template(2));
    await session.submit('Update stack');
    await region('events').getByText('UPDATE_COMPLETE', { exact: true }).first().waitFor();
    await session.page.getByRole('tab', { name: 'Outputs 1' }).click();
    await region('outputs').getByText('/later').waitFor();
    const { QueueUrl } = await session.client(SQS).getQueueUrl({ QueueName: 'later' });
    await session.client(SQS).setQueueAttributes({ QueueUrl, Attributes: { DelaySeconds: '9' } });
    await session.press('Detect drift');
    await session.submit('Compare with the template');
    await session.page.getByRole('tab', { name: 'Drift' }).click();
    await region('resources').getByText('/DelaySeconds: 2 → 9').waitFor();
    await session.page.getByRole('tab', { name: 'Resources 1' }).click();
    await region('resources').getByRole('link', { name: /later/ }).click();
    await session.page.getByRole('heading', { name: 'later', exact: true }).waitFor();
    await session.press('Delete');
    await session.page.getByText('It belongs to the stack watched.').waitFor();
    expect(await session.page.getByRole('button', { name: 'Delete later?' }).isDisabled()).toBe(true);
    await session.page.keyboard.type('later');
    await session.press('Delete later?');
    await session.page.getByRole('heading', { name: 'Queues' }).waitFor();
    await expect(session.client(SQS).getQueueUrl({ QueueName: 'later' })).rejects.toThrow();
  });

  it('tells who may do what', async () => {
    await session.open('roles/worker');
    await session.press('Put policy');
    await session.submit('Put the policy');
    await session.page.getByRole('tab', { name: 'Policies 1' }).click();
    await session.page.getByRole('link', { name: 'Simulate' }).click();
    await session.press('Simulate');
    const decision = (action: string) => session.page.getByRole('row').filter({ hasText: action });
    await decision('sqs:SendMessage').getByText('ok', { exact: true }).waitFor();
    await decision('sqs:ReceiveMessage').getByText('implicitly denied').waitFor();
  });

  it('lets a function read a queue, stops and ends it, and lets a rule invoke it', async () => {
    const lambda = session.client(Lambda);
    await session.open('functions/process-order?tab=triggers');
    await session.press('Add source');
    await session.fill('ARN of a queue or a stream', QUEUE);
    await session.submit('Add source');
    const sources = region('sources');
    await sources.getByText('Enabled', { exact: true }).waitFor();
    await sources.getByRole('button', { name: 'Disable', exact: true }).click();
    await sources.getByText('Disabled', { exact: true }).waitFor();
    await session.press(`Remove ${QUEUE}`);
    await session.press(`Remove ${QUEUE}?`);
    await session.page.getByText('The function reads from no queue and no stream.').waitFor();
    await session.press('Allow a caller');
    await session.submit('Add to the policy');
    await region('Policy').getByText('events.amazonaws.com').waitFor();
    expect((await lambda.getPolicy({ FunctionName: 'process-order' })).Policy).toContain('"Sid":"events"');
    await session.press('Remove events');
    await session.press('Remove events?');
    await session.page.getByText('The function has no policy').waitFor();
  });

  it('starts a failed execution again with another input, and redrives it', async () => {
    const sfn = session.client(SFN);
    const { executionArn = '' } = await sfn.startExecution({ stateMachineArn: MACHINE_ARN, input: '{"total":0}', name: 'to-redrive' });
    await session.open(`state-machines/${encodeURIComponent(MACHINE_ARN)}?tab=executions&execution=${encodeURIComponent(executionArn)}`);
    await session.press('Redrive');
    await session.submit('Run again from the state that failed');
    await session.page.getByText('ExecutionRedriven').waitFor({ state: 'attached' });
    await session.press('Start again');
    await session.fill('Input', '{"total":3}');
    await session.submit('Start execution');
    await region('Differences').getByText('+ ').first().waitFor();
    await session.press('All executions');
    await session.page.getByRole('row').filter({ hasText: 'SUCCEEDED' }).first().waitFor();
  });

  it('finds resources by a part of their name and by their ARN, and those of other regions', async () => {
    await session.open('');
    await session.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await session.page.keyboard.press('Control+k');
    await session.page.getByRole('combobox', { name: 'Page, resource or ARN' }).fill('process-o');
    await session.page.getByRole('option', { name: /process-order/ }).click();
    await session.page.getByRole('heading', { name: 'process-order' }).waitFor();
    await session.page.goto(`${session.emulator.url}/_emulator/ui/go?arn=${encodeURIComponent(ROLE)}`);
    await session.page.getByRole('heading', { name: 'worker' }).waitFor();
    await session.page.goto(`${session.emulator.url}/_emulator/ui/go?arn=arn:aws:none:::x`);
    await session.page.getByRole('status').getByText('The explorer has no page for').waitFor();
    await session.page.goto(`${session.emulator.url}/_emulator/ui/000000000000/eu-west-3/queues`);
    await session.page
      .getByRole('main')
      .getByRole('link', { name: /in us-east-1/ })
      .click();
    await session.link('orders').waitFor();
  });
}
