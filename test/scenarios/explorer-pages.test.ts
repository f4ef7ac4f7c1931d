// Every page of the explorer with its actions, in a real browser: what a form makes the SDK sees. It takes minutes, so it runs with LONG_SCENARIOS=1.
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { noBrowser } from '../support/browser.ts';
import { makeShop } from '../support/explorer-data.ts';
import { ExplorerSession } from '../support/explorer-session.ts';
import { isMissing } from '../support/is-missing.ts';
import { whyNoLongScenario } from '../support/long-scenario.ts';
import { deploymentsTests } from './explorer/deployments.ts';
import { kindsTests } from './explorer/kinds.ts';
import { messagesTests } from './explorer/messages.ts';
import { storageTests } from './explorer/storage.ts';

const why = noBrowser || whyNoLongScenario();
describe.skipIf(isMissing('the actions of every page of the explorer', why))('the pages of the explorer', () => {
  const session = new ExplorerSession();
  beforeAll(async () => {
    await session.start();
    await makeShop(session);
  });
  afterAll(() => session.stop());
  beforeEach(() => session.openPage());
  afterEach(() => session.closePage());

  kindsTests(session);
  messagesTests(session);
  storageTests(session);
  deploymentsTests(session);
});
