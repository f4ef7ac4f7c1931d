// Functions: create, invoke, compare with the API, delete.
import { Lambda } from '@aws-sdk/client-lambda';
import { expect, it } from 'vitest';
import { zipOf } from '../../../emulator/explorer/src/resources/functions/zip.ts';
import { ROLE } from '../../support/explorer-data.ts';
import type { ExplorerSession } from '../../support/explorer-session.ts';

export function functionsTests(session: ExplorerSession): void {
  const copyOfFunction = async () => {
    const { Configuration } = await session.client(Lambda).getFunction({ FunctionName: 'process-order' });
    return {
      Role: Configuration!.Role,
      Runtime: Configuration!.Runtime,
      Handler: 'index.handler',
      Code: { ZipFile: zipOf('index.mjs', '') },
    };
  };

  it('creates a function from code, invokes it, and shows payload and log of that request', async () => {
    await session.open('functions');
    await session.press('Create function');
    await session.fill('Name', 'typed');
    await session.page.getByRole('dialog').getByLabel('Runtime').selectOption('nodejs20.x');
    await session.submit('Create function');
    await session.page.getByRole('heading', { name: 'typed' }).waitFor();
    await session.page.getByText('Active', { exact: true }).waitFor();
    await session.page.getByRole('textbox', { name: 'Event', exact: true }).fill('{"hello":"explorer"}');
    await session.press('Invoke');
    await session.page.getByRole('region', { name: 'Payload' }).getByText('explorer').waitFor();
    await session.page.getByRole('region', { name: 'Log', exact: true }).getByText('{"hello":"explorer"}').waitFor();
    await session.page.getByLabel('How to invoke').selectOption('streamed');
    await session.press('Invoke');
    await session.page.getByRole('region', { name: 'Payload' }).getByText('explorer').waitFor();
  });

  it('shows a function that the SDK makes meanwhile, without a reload', async () => {
    await session.open('functions');
    await session.link('process-order').waitFor();
    await session.client(Lambda).createFunction({ ...(await copyOfFunction()), FunctionName: 'made-meanwhile' });
    await session.link('made-meanwhile').waitFor();
    expect(session.problems).toEqual([]);
  });

  it('shows name, ARN, runtime, handler and versions as GetFunction answers them', async () => {
    const { Configuration } = await session.client(Lambda).getFunction({ FunctionName: 'process-order' });
    await session.open('functions/process-order?tab=versions');
    for (const text of [Configuration!.FunctionArn!, Configuration!.Runtime!, Configuration!.Handler!, ROLE])
      await session.page.getByRole('main').getByText(text, { exact: true }).first().waitFor();
    await session.page.getByRole('cell', { name: '$LATEST' }).waitFor();
  });

  it('deletes only after the question: Escape cancels and gives the focus back', async () => {
    await session.client(Lambda).createFunction({ ...(await copyOfFunction()), FunctionName: 'to-delete' });
    await session.open('functions');
    const first = session.page.getByRole('button', { name: 'Delete to-delete' });
    await first.click();
    await session.page.keyboard.press('Escape');
    await session.page.locator('button:focus', { hasText: 'Delete' }).and(first).waitFor();
    await session.client(Lambda).getFunction({ FunctionName: 'to-delete' });
    await first.click();
    await session.press('Delete to-delete?');
    await session.link('to-delete').waitFor({ state: 'detached' });
    await expect(session.client(Lambda).getFunction({ FunctionName: 'to-delete' })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
}
