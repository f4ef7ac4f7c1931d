// Mistakes in the explorer, in a real browser: the page of problems has the cause of each, and leads to the page of the request, which has it, too, with the step
// that failed. A few of them here; with LONG_SCENARIOS=1 all.
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Lambda, waitUntilFunctionActiveV2 } from '@aws-sdk/client-lambda';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Emulator, StartOptions } from '../../emulator/src/main.ts';
import { creation, handler } from '../conformance/lambda/fixture.ts';
import { noBrowser, startBrowser } from '../support/browser.ts';
import { commandWords } from '../support/command.ts';
import { clientsOf } from '../support/emulator.ts';
import { EXPLORER_BASE } from '../support/explorer-session.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { WAITER } from '../support/until-passes.ts';
import { API_MISTAKES } from './why/apis.ts';
import { DELIVERY_MISTAKES } from './why/deliveries.ts';
import { EXECUTION_MISTAKES } from './why/executions.ts';
import { FUNCTION_MISTAKES } from './why/functions.ts';
import { MESSAGE_MISTAKES } from './why/messages.ts';
import type { Mistake, Setting } from './why/mistake.ts';
import { SYSTEM_MISTAKES } from './why/systems.ts';
import { withoutCount } from './why/tells.ts';

const ALL = [...FUNCTION_MISTAKES, ...API_MISTAKES, ...MESSAGE_MISTAKES, ...EXECUTION_MISTAKES, ...DELIVERY_MISTAKES, ...SYSTEM_MISTAKES];
const FEW = [
  'a function behind a URL throws',
  'a function reports messages as failed until they are in the dead-letter queue',
  'a path selects nothing',
  'a subscription of a topic leads to a queue without a policy',
  'a stack is rolled back',
  'a service is not emulated',
];

/** The bundle in this process: it serves the page that was built from the same sources. */
async function startBundle(options: StartOptions): Promise<Emulator> {
  const [cli = ''] = await commandWords();
  const { startEmulator } = (await import(
    pathToFileURL(join(dirname(cli), 'main.js')).href
  )) as typeof import('../../emulator/src/main.ts');
  return startEmulator({ port: 0, environment: {}, clock: 'manual', log: () => undefined, ...options });
}

interface Place {
  readonly setting: Setting;
  stop(): Promise<void>;
}

async function startPlace(options: StartOptions = {}): Promise<Place> {
  const lines: string[] = [];
  const started = await startBundle({ log: ({ level, scope, text }) => void lines.push(`${level} ${scope} ${text}`), ...options });
  const { client, destroy } = clientsOf(started.url);
  const lambda = client(Lambda);
  const emulator = { ...started, lines, client } as unknown as Setting['emulator'];
  const create: Setting['create'] = async (name, body, more) => {
    await lambda.createFunction(creation(name, handler(body), more));
    await waitUntilFunctionActiveV2({ client: lambda, ...WAITER }, { FunctionName: name });
  };
  const stop = async (): Promise<void> => {
    destroy();
    await started.stop();
  };
  return { setting: { emulator, lambda, create }, stop };
}

async function expectShown({ cause, isAsDesigned }: Mistake, page: Page, url: string): Promise<void> {
  const main = page.getByRole('main');
  await page.goto(`${url}${EXPLORER_BASE}problems`, { waitUntil: 'load' });
  if (isAsDesigned) return main.getByText(/^Nothing has failed\./).waitFor();
  const problem = main.getByRole('article');
  await problem.waitFor();
  expect(await problem.textContent()).toMatch(withoutCount(cause));
  await problem.getByRole('link', { name: 'All that followed' }).click();
  const told = main.getByRole('region', { name: 'Problems' }).getByRole('article');
  await told.waitFor();
  expect(await told.textContent()).toMatch(withoutCount(cause));
  expect(await main.locator('tr.failed').count()).toBeGreaterThan(0);
}

describe.skipIf(isMissing('mistakes in a browser', noBrowser))('the explorer', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let shared: Place;
  let page: Page;
  beforeAll(async () => {
    [browser, shared] = await Promise.all([startBrowser(), startPlace()]);
    page = await browser.browser.newPage({ viewport: { width: 1280, height: 900 } });
  });
  afterAll(async () => {
    await browser.close();
    await shared.stop();
  });

  const chosen = whyNoLongScenario() ? ALL.filter(({ title }) => FEW.includes(title)) : ALL;
  it.each(chosen)('shows why when $title', async (mistake) => {
    const place = mistake.start ? await startPlace(mistake.start()) : shared;
    const { emulator } = place.setting;
    try {
      await mistake.make(place.setting);
      await emulator.idle();
      await expectShown(mistake, page, emulator.url);
    } finally {
      if (place === shared) await emulator.reset();
      else await place.stop();
    }
  });

  it('knows the few mistakes that are always tried', () => {
    expect(ALL.filter(({ title }) => FEW.includes(title))).toHaveLength(FEW.length);
  });
});
