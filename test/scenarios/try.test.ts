// `emulator try`: one command starts, deploys a sample, sends an event and tells what became of it.
import { expect, it } from 'vitest';
import { startTestEmulator } from '../support/emulator.ts';
import { inProcessCommand } from '../support/in-process-command.ts';
import { untilPasses } from '../support/until-passes.ts';

it('deploys a sample, and tells which rule took its event and why the other did not', async () => {
  await using emulator = await startTestEmulator();
  const { code, stdout, stderr } = await inProcessCommand(['try', '--no-open', '--endpoint', emulator.url]);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`An emulator answers at ${emulator.url} already.`);
  expect(stdout).toMatch(/✓ \S*Orders\S* → \S*emulator-try-price/);
  expect(stdout).toMatch(/✗ \S*LargeOrders\S*: /);
  expect(stdout).toContain('delivered');
  expect(stdout).toContain(`${emulator.url}/_emulator/ui/000000000000/us-east-1/map`);
  await untilPasses(async () => {
    const logs = await inProcessCommand(['logs', 'emulator-try-price', '--endpoint', emulator.url]);
    expect(logs.stdout).toContain('order 7 costs 144');
  });
});

it('does so again, as JSON', async () => {
  await using emulator = await startTestEmulator();
  for (let time = 0; time < 2; time++) {
    const { code, stdout } = await inProcessCommand(['try', '--json', '--endpoint', emulator.url]);
    const last = JSON.parse(stdout.trim().split('\n').at(-1)!) as object;
    expect([code, last]).toMatchObject([0, { type: 'tried', started: false, url: emulator.url }]);
  }
});
