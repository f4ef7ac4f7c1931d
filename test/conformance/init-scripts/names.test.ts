// The name server as people start it: names of the cloud lead to the emulator, and a port that is taken stops nothing.
import { Resolver } from 'node:dns/promises';
import { afterEach, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

const running: TestEmulator[] = [];
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.stop();
});

async function start(DNS_ADDRESS: string): Promise<TestEmulator> {
  const emulator = await startTestEmulator({ options: { DNS_ADDRESS } });
  running.push(emulator);
  return emulator;
}

it('names of the cloud resolve to the emulator when asked, and a port that may not be opened stops nothing', async () => {
  const emulator = await start('127.0.0.1:0');
  const port = /names: .* at 127\.0\.0\.1:(\d+)/.exec(emulator.choices.join('\n'))?.[1];
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${port}`]);
  expect(await resolver.resolve4('bucket.s3.eu-west-1.amazonaws.com')).toEqual(['127.0.0.1']);
  const second = await start(`127.0.0.1:${port}`);
  expect(second.lines.some((line) => line.startsWith(`warn dns no name server at 127.0.0.1:${port}`))).toBe(true);
  expect((await fetch(`${second.url}/_emulator/health`)).status).toBe(200);
});
