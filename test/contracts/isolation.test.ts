// Each account and region is a world of its own: every List and Describe, asked elsewhere, sees nothing of what was made here.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../support/emulator.ts';
import { operationRunner, type RunOperation, readsWithoutInput, SERVICE_NAMES } from './operations.ts';
import { seed } from './seed.ts';

const MARK = 'marked';
const HOME = { account: '111111111111', region: 'us-east-1' };
const ELSEWHERE = [
  { account: '111111111111', region: 'eu-west-1' },
  { account: '222222222222', region: 'us-east-1' },
  { account: '222222222222', region: 'eu-west-1' },
];
/** One world for all regions; buckets are listed from anywhere. */
const GLOBAL = new Set(['iam', 'sts', 's3']);
/** Lists of things that an account has in all regions, although their service has others. */
const GLOBAL_LISTS = new Set(['cloudwatch.ListDashboards']);

let emulator: TestEmulator;
let run: RunOperation;

beforeAll(async () => {
  emulator = await startTestEmulator();
  run = await operationRunner(emulator);
  await seed(MARK, (service, operation, input) => run(service, operation, HOME, input), new Set(SERVICE_NAMES));
});
afterAll(() => emulator.stop());

describe.each(SERVICE_NAMES)('%s', (service) => {
  const operations = readsWithoutInput(service);

  it.runIf(operations.length > 0)('shows at home what was made there', async () => {
    const seen = await Promise.all(operations.map((operation) => run(service, operation, HOME).catch(() => ({}))));
    if (service === 'sts') return;
    expect(JSON.stringify(seen).includes(MARK), `add a row per kind of resource of ${service} to test/contracts/seed.ts`).toBe(true);
  });

  for (const place of ELSEWHERE) {
    if (GLOBAL.has(service) && place.account === HOME.account) continue;
    const isGlobal = (operation: string) => GLOBAL_LISTS.has(`${service}.${operation}`) && place.account === HOME.account;
    it.each(operations.filter((operation) => !isGlobal(operation)))(
      `%s shows nothing of it in ${place.account} ${place.region}`,
      async (operation) => {
        const seen = await run(service, operation, place).catch((error: Error) => ({ error: error.name }));
        expect(JSON.stringify(seen)).not.toContain(MARK);
        expect(JSON.stringify(seen)).not.toContain(HOME.account === place.account ? MARK : HOME.account);
      },
    );
  }
});
