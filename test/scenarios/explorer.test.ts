// The explorer in a real browser, against an emulator in a process of its own: what it shows is what the SDK reads, what it does the SDK sees.
// The tests stand in test/scenarios/explorer, and share one emulator and one browser.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isMissing } from '#lib/testing/is-missing';
import { noBrowser } from '../support/browser.ts';
import { startTestEmulator } from '../support/emulator.ts';
import { makeShop } from '../support/explorer-data.ts';
import { ExplorerSession } from '../support/explorer-session.ts';
import { apisTests } from './explorer/apis.ts';
import { controlTests } from './explorer/control.ts';
import { deliveriesTests } from './explorer/deliveries.ts';
import { eventsTests } from './explorer/events.ts';
import { functionsTests } from './explorer/functions.ts';
import { pagesTests } from './explorer/pages.ts';
import { safetyTests } from './explorer/safety.ts';
import { stateMachinesTests } from './explorer/state-machines.ts';
import { tabsTests } from './explorer/tabs.ts';

describe.skipIf(isMissing('the explorer in a browser', noBrowser))('the explorer', { timeout: 60_000 }, () => {
  const session = new ExplorerSession();
  beforeAll(async () => {
    await session.start();
    await makeShop(session);
  }, 90_000);
  afterAll(() => session.stop());
  beforeEach(() => session.openPage());
  afterEach(() => session.closePage());

  pagesTests(session);
  functionsTests(session);
  eventsTests(session);
  stateMachinesTests(session);
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

  it('hosts and origins are judged before it', async () => {
    await using emulator = await startTestEmulator();
    const foreign = await fetch(`${emulator.url}/_emulator/ui/`, {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
  });
});
