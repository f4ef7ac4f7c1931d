import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { isMissing } from '../../../../test/support/is-missing.ts';
import { BridgeForwarder } from './bridge-forwarder.ts';

const noLinux = process.platform !== 'linux' && 'needs Linux: elsewhere 127.0.0.2 is not an address of the machine';

it.skipIf(isMissing('a forwarder at another address', noLinux))('leads from another address of the machine to the same port', async () => {
  const server = createServer((_, response) => response.end('through'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const forwarder = new BridgeForwarder();
  expect(await forwarder.open('127.0.0.2', port, '127.0.0.1')).toBe('open');
  expect(await (await fetch(`http://127.0.0.2:${port}/`)).text()).toBe('through');
  expect(await new BridgeForwarder().open('127.0.0.2', port, '127.0.0.1')).toBe('taken');
  expect(await new BridgeForwarder().open('192.0.2.200', port, '127.0.0.1')).toBe('foreign');
  forwarder.close();
  server.closeAllConnections();
  server.close();
});
