// The explorer in a real browser, against an emulator in a process of its own: what it shows is what the SDK reads, what it does the SDK sees.
// The tests stand in test/scenarios/explorer, and share one emulator and one browser.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noBrowser } from '../support/browser.ts';
import { startChild } from '../support/child.ts';
import { startTestEmulator } from '../support/emulator.ts';
import { makeShop } from '../support/explorer-data.ts';
import { ExplorerSession } from '../support/explorer-session.ts';
import { isMissing } from '../support/is-missing.ts';
import { apisTests } from './explorer/apis.ts';
import { controlTests } from './explorer/control.ts';
import { deliveriesTests } from './explorer/deliveries.ts';
import { durableTests } from './explorer/durable.ts';
import { eventsTests } from './explorer/events.ts';
import { functionsTests } from './explorer/functions.ts';
import { pagesTests } from './explorer/pages.ts';
import { safetyTests } from './explorer/safety.ts';
import { stateMachinesTests } from './explorer/state-machines.ts';
import { tabsTests } from './explorer/tabs.ts';

/** The scripts that a process has evaluated, as its coverage names them. */
const loadedScripts = (directory: string): string[] =>
  readdirSync(directory).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(directory, name), 'utf8')) as { result: readonly { url: string }[] };
    return result.map(({ url }) => url);
  });

describe.skipIf(isMissing('the explorer in a browser', noBrowser))('the explorer', () => {
  const session = new ExplorerSession();
  beforeAll(async () => {
    await session.start();
    await makeShop(session);
  });
  afterAll(() => session.stop());
  beforeEach(() => session.openPage());
  afterEach(() => session.closePage());

  pagesTests(session);
  functionsTests(session);
  eventsTests(session);
  stateMachinesTests(session);
  describe('durable executions', () => durableTests(session));
  describe('APIs', () => apisTests(session));
  deliveriesTests(session);
  safetyTests(session);
  controlTests(session);
  tabsTests(session);
});

describe('options of the explorer', () => {
  it('EXPLORER=0 serves nothing of it', async () => {
    await using emulator = await startTestEmulator({ environment: { EXPLORER: '0' } });
    for (const path of ['/_emulator/ui', '/_emulator/ui/', '/_emulator/ui/assets/app.js'])
      expect((await fetch(emulator.url + path)).status).toBe(404);
  });

  it('is neither loaded nor read before somebody opens it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'never-opened-'));
    try {
      const scriptsAfter = async (paths: readonly string[], name: string): Promise<string[]> => {
        const directory = join(folder, name);
        const emulator = await startChild({ NODE_V8_COVERAGE: directory });
        for (const path of paths) await (await fetch(emulator.url + path)).text();
        await emulator.kill('SIGTERM');
        return loadedScripts(directory);
      };
      // The name of its file in the bundle begins with that of its source.
      const served = /\/explorer-[^/]+$/;
      const unopened = await scriptsAfter(['/', '/_emulator/health'], 'unopened');
      expect(unopened.length).toBeGreaterThan(20);
      expect(unopened.filter((url) => served.test(url))).toEqual([]);
      const opened = await scriptsAfter(['/_emulator/ui/'], 'opened');
      expect(opened.filter((url) => served.test(url))).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is where a browser gets that opens the bare address, and nobody else', async () => {
    await using emulator = await startTestEmulator();
    // fetch() marks its requests itself.
    const get = (headers: Record<string, string>, path = '/', url = emulator.url): Promise<unknown[]> =>
      new Promise((resolve, reject) => {
        http
          .get(url + path, { headers }, (answer) => {
            answer.resume().on('end', () => resolve([answer.statusCode, answer.headers.location]));
          })
          .on('error', reject);
      });
    const browser = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };
    expect(await get(browser)).toEqual([302, '/_emulator/ui/']);
    for (const other of [
      {},
      { accept: 'text/html' },
      { ...browser, 'sec-fetch-dest': 'iframe' },
      { ...browser, 'sec-fetch-site': 'cross-site' },
      { ...browser, authorization: 'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0' },
    ])
      expect((await get(other))[1]).toBeUndefined();
    expect((await get(browser, '/a-bucket'))[1]).toBeUndefined();
    await using without = await startTestEmulator({ environment: { EXPLORER: '0' } });
    expect(await get(browser, '/', without.url)).toEqual([403, undefined]);
  });

  it('EXPLORER_READONLY lets pages of its origin read alone, and clients do as they like', async () => {
    await using emulator = await startTestEmulator({ environment: { EXPLORER_READONLY: '1' } });
    const { host } = new URL(emulator.url);
    const signed = (service: string) => ({
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
    });
    const sqs = (operation: string, input: object, page: object) =>
      fetch(emulator.url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${operation}`, ...signed('sqs'), ...page },
        body: JSON.stringify(input),
      });
    const pages = [{ 'sec-fetch-site': 'same-origin', origin: emulator.url }, { origin: `http://${host}` }];
    for (const page of pages) {
      const refused = await sqs('CreateQueue', { QueueName: 'made-by-a-page' }, page);
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('EXPLORER_READONLY is set')]);
      expect((await sqs('ListQueues', {}, page)).status).toBe(200);
      const statusOf = async (method: string, path: string, body?: string): Promise<number> =>
        (await fetch(emulator.url + path, { method, headers: { ...signed('s3'), ...page }, ...(body !== undefined && { body }) })).status;
      expect(await statusOf('POST', '/_emulator/faults', '{"service":"sqs","error":"Busy"}')).toBe(403);
      expect(await statusOf('POST', '/_emulator/state/reset')).toBe(403);
      expect(await statusOf('POST', '/_emulator/explain', '{"pattern":"{\\"a\\":[1]}","event":"{}"}')).toBe(200);
      expect(await statusOf('GET', '/_emulator/faults')).toBe(200);
      expect(await statusOf('PUT', '/a-bucket')).toBe(403);
      expect(await statusOf('GET', '/')).toBe(200);
      expect(await statusOf('GET', '/_cloud/queue/messages/us-east-1/000000000000/none')).not.toBe(403);
      expect(await statusOf('POST', '/_cloud/queue/messages')).toBe(403);
      expect(await statusOf('GET', '/_cloud/event/rules/x/trigger')).toBe(403);
      expect(await statusOf('POST', '/_function-url/none')).toBe(403);
    }
    expect(await (await sqs('ListQueues', {}, {})).json()).toEqual({});
    expect((await sqs('CreateQueue', { QueueName: 'made-by-a-client' }, {})).status).toBe(200);
    expect((await fetch(`${emulator.url}/_emulator/state/reset`, { method: 'POST' })).status).toBe(200);
  });

  it('hosts and origins are judged before it', async () => {
    await using emulator = await startTestEmulator();
    const foreign = await fetch(`${emulator.url}/_emulator/ui/`, {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
  });
});
