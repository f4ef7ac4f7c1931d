// The real Terraform with HTTP and WebSocket APIs and all that belongs to them: applied, used (a chat also by pages in a real browser), found again as they are, changed, destroyed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiGatewayV2 } from '@aws-sdk/client-apigatewayv2';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { ask } from '../conformance/apigatewayv2/use-apis.ts';
import { open } from '../conformance/apigatewayv2/use-sockets.ts';
import { zipOf } from '../conformance/lambda/fixture.ts';
import { noBrowser } from '../support/browser.ts';
import { connectFrom, openSite } from '../support/browser-site.ts';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { AT_ONCE, openProject, whyNoTerraform } from '../support/terraform.ts';

const PROJECT = fileURLToPath(new URL('./terraform-http-apis', import.meta.url));
const ECHO = 'exports.handler = async (event) => ({ revision: event.headers.revision, variables: event.stageVariables });';

it.skipIf(isMissing('Terraform with HTTP and WebSocket APIs', whyNoLongScenario() ?? whyNoTerraform()))(
  'Terraform applies HTTP and WebSocket APIs, plans no changes, changes and destroys them',
  { timeout: 900_000 },
  async () => {
    await using emulator = await startTestEmulator();
    using project = openProject(PROJECT, emulator.url);
    writeFileSync(
      join(project.folder, 'function.zip'),
      zipOf({ 'index.js': ECHO, 'room.js': readFileSync(join(PROJECT, 'room.js'), 'utf8') }),
    );
    await project.run('init', '-no-color');
    const api = emulator.client(ApiGatewayV2);
    const token = async (): Promise<string> => {
      const body = JSON.stringify({ issuer: 'https://issuer.example', claims: { aud: 'app-2', scope: 'read' } });
      const answer = await fetch(`${emulator.url}/_emulator/issuer/tokens`, { method: 'POST', body });
      return ((await answer.json()) as { token: string }).token;
    };
    for (const revision of [1, 2]) {
      const variables = ['-no-color', `-var=revision=${revision}`, AT_ONCE];
      await project.run('apply', '-auto-approve', ...variables);
      expect(await project.run('plan', '-detailed-exitcode', ...variables)).toContain('No changes.');
      const { Items = [] } = await api.getApis({});
      const urlOf = (name: string) => Items.find(({ Name }) => Name === name)?.ApiEndpoint;
      const pets = `${emulator.url}/v${revision}/pets-${revision}`;
      const open = await ask(pets, { host: 'http.example.com' });
      expect(open.status).toBe(revision === 1 ? 200 : 401);
      const origin = `https://shop-${revision}.example`;
      const answer = await ask(pets, { host: 'http.example.com', headers: { authorization: `Bearer ${await token()}`, origin } });
      expect(JSON.parse(answer.text)).toEqual({ revision: `${revision}`, variables: { revision: `r${revision}` } });
      expect(answer.headers['access-control-allow-origin']).toBe(origin);
      expect(answer.headers['x-revision']).toBe(revision === 1 ? '1' : undefined);
      expect((await ask(`${urlOf('quick')}/quick-${revision}`)).status).toBe(200);
      const { ApiId } = Items.find(({ Name }) => Name === 'chat')!;
      const stage = await api.getStage({ ApiId, StageName: 'live' });
      expect(stage.DefaultRouteSettings).toMatchObject({ DataTraceEnabled: revision === 2, ThrottlingRateLimit: 50 });
      await talk(`${urlOf('room')}/live`, revision, emulator);
      if (revision === 2 && !isMissing('pages that chat', noBrowser || undefined)) await talkInPages(`${urlOf('room')}/live`);
    }
    await project.run('destroy', '-auto-approve', '-no-color', '-var=revision=2', AT_ONCE);
    expect((await api.getApis({})).Items).toEqual([]);
    expect((await api.getDomainNames({})).Items).toEqual([]);
    expect((await emulator.client(DynamoDB).listTables({})).TableNames).toEqual([]);
  },
);

/** Two clients hear each other, and one hears itself when the other has left. */
async function talk(url: string, revision: number, emulator: TestEmulator): Promise<void> {
  const [ann, bob] = [await open(url), await open(url)];
  ann.socket.send('{"text":"hello"}');
  expect([await ann.next(), await bob.next()]).toEqual([`${revision}: hello`, `${revision}: hello`]);
  bob.socket.close();
  await bob.closed;
  await emulator.idle();
  ann.socket.send('{"text":"alone"}');
  expect(await ann.next()).toBe(`${revision}: alone`);
  ann.socket.close();
  await ann.closed;
  const connections = async () => (await emulator.client(DynamoDB).scan({ TableName: 'connections' })).Count;
  await expect.poll(connections).toBe(0);
}

async function talkInPages(url: string): Promise<void> {
  await using site = await openSite();
  const pages = [await site.open(), await site.open()];
  expect(await Promise.all(pages.map((page) => connectFrom(page, url)))).toEqual([true, true]);
  await pages[0]!.evaluate(`say('{"text":"hello"}')`);
  for (const page of pages) await page.waitForFunction(`heard[0] === '2: hello'`);
}
