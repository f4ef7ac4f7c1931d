// APIs: routes and methods, a request, a connection, a query and a subscription; users who sign in; clusters and their topics.
import { AppSync } from '@aws-sdk/client-appsync';
import { Kafka } from '@aws-sdk/client-kafka';
import { beforeAll, expect, it } from 'vitest';
import { makeApis, type ShopApis } from '../../support/explorer-apis.ts';
import type { ExplorerSession } from '../../support/explorer-session.ts';

export function apisTests(session: ExplorerSession): void {
  let apis: ShopApis;
  beforeAll(async () => {
    apis = await makeApis(`${session.emulator.url}/_emulator/health`, session);
  });
  const region = (name: string) => session.page.getByRole('region', { name, exact: true });

  it('shows where the routes of an HTTP API lead, and sends it a request', async () => {
    await session.open(`apis/${apis.httpApi}`);
    await session.page.getByRole('cell', { name: `${session.emulator.url}/_emulator/health` }).waitFor();
    await session.page.getByRole('tab', { name: 'Try' }).click();
    await session.press('Send request');
    await region('Answer').getByText('200 OK').waitFor();
    await region('Body').getByText('"services"').waitFor();
    expect(session.problems).toEqual([]);
  });

  it('sends a request to a stage of a REST API, and tests a method with its log', async () => {
    await session.open(`rest-apis/${apis.restApi}`);
    await session.page.getByRole('cell', { name: 'GET', exact: true }).waitFor();
    await session.page.getByRole('tab', { name: 'Try' }).click();
    await session.press('Send request');
    await region('Body').getByText('"the shop"').waitFor();
    await session.press('Test method');
    await session.submit('Test');
    await region('Execution log').getByText('Method completed with status: 200').waitFor();
  });

  it('connects to a WebSocket API, sends a message, and disconnects', async () => {
    await session.open(`apis/${apis.socketApi}?tab=try`);
    await session.press('Connect');
    const messages = session.page.getByRole('log', { name: 'Messages' });
    await messages.getByText('· open').waitFor();
    await session.press('Send');
    await messages.getByText('→ {"action":"hello"}').waitFor();
    await session.press('Disconnect');
    await messages.getByText('· closed').waitFor();
    expect(session.problems).toEqual([]);
  });

  it('runs a query of a GraphQL API, and hears by a subscription what a mutation says', async () => {
    await session.open(`graphql-apis/${apis.graphqlApi}`);
    await session.press('Run');
    await region('Answer').getByText('good day').waitFor();
    await session.page.getByLabel('Query', { exact: true }).and(session.page.locator('textarea')).fill('subscription { onSay }');
    await session.press('Run');
    await region('Answer').getByText('start_ack').first().waitFor();
    const { apiKeys } = await session.client(AppSync).listApiKeys({ apiId: apis.graphqlApi });
    await fetch(`${session.emulator.url}/graphql/${apis.graphqlApi}`, {
      ...{ method: 'POST', headers: { 'x-api-key': apiKeys![0]!.id! } },
      body: JSON.stringify({ query: 'mutation { say(text: "the news") }' }),
    });
    await region('Answer').getByText('the news').first().waitFor();
    await session.press('Stop');
    await session.page.getByRole('tab', { name: 'Schema' }).click();
    await session.page.getByText('onSay: String').waitFor();
    expect(session.problems).toEqual([]);
  });

  it('tests the code of a resolver', async () => {
    await session.open(`graphql-apis/${apis.graphqlApi}`);
    await session.press('Test code');
    await session.submit('Run code');
    await region('Result').getByText('evaluationResult').waitFor();
  });

  it('signs in as a user of a pool, and shows what the tokens say and which messages were sent', async () => {
    await session.open(`user-pools/${apis.poolId}`);
    await session.page.getByRole('cell').getByText('ana@example.com').first().waitFor();
    await session.press('Sign in');
    await session.fill('Password', 'Secret-1234');
    await session.submit('Sign in');
    await region('Claims of IdToken').getByText('ana@example.com').waitFor();
    await session.press('Close');
    await session.page.getByRole('tab', { name: 'Messages' }).click();
    await session.page.getByRole('cell').getByText('ana@example.com').first().waitFor();
    expect(session.problems).toEqual([]);
  });

  it('makes a topic in a cluster', async () => {
    await session.open('clusters');
    await session.link('shop').click();
    await session.press('Create topic');
    await session.fill('Name', 'orders');
    await session.fill('Partitions', '3');
    await session.submit('Create topic');
    await session.page.getByRole('cell', { name: 'orders', exact: true }).waitFor();
    const { Topics } = await session.client(Kafka).listTopics({ ClusterArn: apis.clusterArn });
    expect(Topics).toMatchObject([{ TopicName: 'orders', PartitionCount: 3 }]);
  });
}
