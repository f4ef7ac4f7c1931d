// State machines: the graph, and what an execution did in each state.
import { SFN } from '@aws-sdk/client-sfn';
import { expect, it } from 'vitest';
import { MACHINE_ARN } from '../../support/explorer-data.ts';
import type { ExplorerSession } from '../../support/explorer-session.ts';

const PATH = `state-machines/${encodeURIComponent(MACHINE_ARN)}`;

export function stateMachinesTests(session: ExplorerSession): void {
  it('draws the graph of a state machine, branches inside their state', async () => {
    await session.open('state-machines');
    await session.link('order').click();
    const graph = session.page.getByRole('region', { name: 'Graph' });
    for (const name of ['Check, Choice', 'Prepare, Parallel', 'Reserve, Pass', 'Invoice, Pass', 'Refuse, Fail'])
      await graph.locator(`[aria-label="${name}"]`).waitFor();
    expect(await graph.locator('.edge').count()).toBe(2);
  });

  it('starts an execution, and shows what went into a state and what came out of it', async () => {
    await session.open(PATH);
    await session.press('Start execution');
    await session.fill('Input', '{"total":12.5}');
    await session.fill('Name', 'by-the-explorer');
    await session.submit('Start execution');
    await session.page.getByRole('heading', { name: 'by-the-explorer' }).waitFor();
    const execution = session.page.getByRole('region', { name: 'Execution', exact: true });
    await execution.getByText('SUCCEEDED', { exact: true }).first().waitFor();
    await execution.getByRole('button', { name: 'Prepare, Parallel, succeeded' }).click();
    await execution.getByRole('region', { name: 'Input of Prepare' }).getByText('12.5').waitFor();
    await execution.getByRole('region', { name: 'Output of Prepare' }).getByText('"invoiced"').waitFor();
    expect(await execution.getByRole('group', { name: 'States' }).locator('[aria-label="Refuse, Fail"]').count()).toBe(1);
  });

  it('shows where an execution failed, and why', async () => {
    const sfn = session.client(SFN);
    const { executionArn = '' } = await sfn.startExecution({ stateMachineArn: MACHINE_ARN, input: '{"total":0}', name: 'refused' });
    await session.open(`${PATH}?tab=executions&execution=${encodeURIComponent(executionArn)}`);
    await session.page.getByText('The order has no total.', { exact: true }).first().waitFor();
    await session.page.getByRole('button', { name: 'Refuse, Fail, failed' }).waitFor();
  });
}
