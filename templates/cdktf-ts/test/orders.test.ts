// The stack, in an emulator of this test: synthesised in the same process, applied by Terraform in a folder of its own.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { App, LocalBackend } from 'cdktn';
import { startTestEmulator, type TestEmulator } from 'cloud-emulator/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ShopStack } from '../stack.ts';

const folder = mkdtempSync(join(tmpdir(), '{{name}}-'));
let emulator: TestEmulator;
// The first time Terraform brings the provider.
beforeAll(async () => {
  emulator = await startTestEmulator({ clock: 'system' });
  await apply(emulator.url);
}, 300_000);
afterAll(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function apply(url: string): Promise<void> {
  const app = new App({ outdir: folder });
  const stack = new ShopStack(app, '{{name}}', { isLocal: true });
  // The state is no longer than the emulator.
  new LocalBackend(stack, { path: join(folder, 'terraform.tfstate') });
  app.synth();
  const terraform = ['emulator', 'tf', '--endpoint', url, `-chdir=${join(folder, 'stacks/{{name}}')}`];
  for (const words of [['init'], ['apply', '-auto-approve']]) await promisify(execFile)('npx', [...terraform, ...words, '-input=false']);
}

it('says on the bus what an order costs', async () => {
  const recorder = await emulator.recordEvents({ bus: '{{name}}', pattern: { source: ['pricing'] } });
  const Detail = JSON.stringify({ id: 7, items: [{ price: 20, count: 2 }] });
  const Entries = [{ EventBusName: '{{name}}', Source: 'shop', DetailType: 'OrderPlaced', Detail }];
  await emulator.client(EventBridgeClient).send(new PutEventsCommand({ Entries }));
  expect((await recorder.events()).map(({ detail }) => detail)).toEqual([{ id: 7, total: 40 }]);
});
