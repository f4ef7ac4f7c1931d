// The project as the emulator applies it, in an emulator of this test.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { startTestEmulator } from 'cloud-emulator/testing';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
let emulator;
before(async () => {
  emulator = await startTestEmulator({
    clock: 'system',
    quiet: true,
    log: ({ text }) => console.error(text),
    initDirectories: [path('../init')],
    environment: { TF_VAR_code: path('../src') },
    options: { EXTENSION_AUTO_INSTALL: 'emulator-extension-terraform-init' },
  });
  await emulator.ready;
  const { scripts } = await (await fetch(`${emulator.url}/_emulator/init`)).json();
  assert.deepEqual(
    scripts.flatMap(({ reason }) => reason ?? []),
    [],
  );
});
after(() => emulator.stop());

test('the function logs what an order costs', async () => {
  const Detail = JSON.stringify({ id: 7, items: [{ price: 20, count: 2 }] });
  const Entries = [{ EventBusName: '{{name}}', Source: 'shop', DetailType: 'OrderPlaced', Detail }];
  await emulator.client(EventBridgeClient).send(new PutEventsCommand({ Entries }));
  await emulator.idle();
  const logs = new FilterLogEventsCommand({ logGroupName: '/aws/lambda/{{name}}' });
  const { events } = await emulator.client(CloudWatchLogsClient).send(logs);
  assert.match(events.map(({ message }) => message).join(''), /order 7 costs 40\.00/);
});
