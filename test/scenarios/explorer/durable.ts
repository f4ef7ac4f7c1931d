// Durable executions: begun from the page of their function, their operations, answers to callbacks, and the way from a problem to its execution.
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import { beforeAll, expect, it } from 'vitest';
import { zipOf } from '../../../emulator/explorer/src/resources/functions/zip.ts';
import { ROLE } from '../../support/explorer-data.ts';
import type { ExplorerSession } from '../../support/explorer-session.ts';
import { WAITER } from '../../support/until-passes.ts';

/** Reserves in a step, and waits for an approval, which is its result. */
const CODE = `import { Lambda } from '@aws-sdk/client-lambda';
const client = new Lambda({});
export const handler = async ({ DurableExecutionArn, CheckpointToken, InitialExecutionState: { Operations } }) => {
  const approval = Operations.find(({ Id }) => Id === 'c');
  if (approval?.Status === 'FAILED') return { Status: 'FAILED', Error: approval.CallbackDetails.Error };
  if (approval) return { Status: 'SUCCEEDED', Result: approval.CallbackDetails.Result };
  await client.checkpointDurableExecution({ DurableExecutionArn, CheckpointToken, Updates: [
    { Id: 's', Type: 'STEP', Action: 'SUCCEED', Name: 'reserve', Payload: '"room 7"' },
    { Id: 'c', Type: 'CALLBACK', Action: 'START', Name: 'approve' },
  ] });
  return { Status: 'PENDING' };
};`;

export function durableTests(session: ExplorerSession): void {
  const region = (name: string) => session.page.getByRole('region', { name, exact: true });
  const row = (name: string) => region('operations').getByRole('row').filter({ hasText: name });

  beforeAll(async () => {
    const lambda = session.client(Lambda);
    await lambda.createFunction({
      ...{ FunctionName: 'booking', Runtime: 'nodejs20.x', Handler: 'index.handler', Role: ROLE, Timeout: 60 },
      ...{ Code: { ZipFile: zipOf('index.mjs', CODE) }, DurableConfig: { ExecutionTimeout: 86_400 } },
    });
    await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: 'booking' });
  });

  it('begins an execution, shows what it did and what it waits for, and answers its callback', async () => {
    await session.open('functions/booking');
    await session.press('Invoke');
    await session.link('Execution').click();
    await row('reserve').getByText('SUCCEEDED').waitFor();
    await row('approve').getByRole('button', { name: 'Succeed' }).click();
    await session.fill('Result', '"yes"');
    await session.submit('The callback succeeds');
    await row('approve').getByText('SUCCEEDED').waitFor();
    await region('Execution').getByText('SUCCEEDED', { exact: true }).first().waitFor();
    await session.press('reserve');
    await region('Result of reserve').getByText('room 7').waitFor();
    await session.press('All executions');
    await region('executions').getByText('SUCCEEDED').waitFor();
    expect(session.problems).toEqual([]);
  });

  it('leads from the problem to the execution that failed, and stops one that waits', async () => {
    const lambda = session.client(Lambda);
    const begin = async (DurableExecutionName: string): Promise<string> => {
      const invoked = await lambda.invoke({ FunctionName: 'booking:$LATEST', InvocationType: 'Event', DurableExecutionName });
      return `functions/booking?${new URLSearchParams({ tab: 'executions', execution: invoked.DurableExecutionArn! })}`;
    };
    await session.open(await begin('declined'));
    await row('approve').getByRole('button', { name: 'Fail' }).click();
    await session.fill('Error type', 'Declined');
    await session.submit('The callback fails');
    await session.open('problems');
    const problem = session.page.getByRole('article').filter({ hasText: 'booking/declined failed: Declined' });
    await problem.locator('a[href*="tab=executions"]').click();
    await session.page.getByRole('heading', { name: 'declined' }).waitFor();
    await region('Problem').getByText('Declined').waitFor();
    await session.open(await begin('given-up'));
    await row('approve').waitFor();
    await session.press('Stop');
    await session.fill('Error message', 'enough');
    await session.submit('Stop the execution');
    await region('Execution').getByText('STOPPED', { exact: true }).first().waitFor();
    await region('Problem').getByText('enough').waitFor();
    expect(session.problems).toEqual([]);
  });
}
