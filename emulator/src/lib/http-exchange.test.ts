import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { exchange } from './http-exchange.ts';
import { OwnConnections } from './own-connections.ts';

const sender = { signal: new AbortController().signal, ownConnections: new OwnConnections(0), ownAddress: () => undefined };
const get = (url: string) => exchange({ method: 'GET', url: new URL(url), headers: {} }, sender);

it('reaches names of this machine that no resolver knows', async () => {
  const server = createServer(({ headers }, response) => response.end(headers.host));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `one.lambda-url.us-east-1.localhost:${(server.address() as AddressInfo).port}`;
  expect(await get(`http://${host}/`)).toMatchObject({ status: 200, body: host });
  server.close();
});

it.each([
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '169.254.43518', '0251.0376.0251.0376', '169.254.169.254.', '169.254.170.2'],
  ...['[fd00:ec2::254]', '[fd00:ec2::23]', '[fd20:ce::254]', '[::ffff:169.254.169.254]', '[fe80::1]', '[febf::1]'],
])('does not reach %s', async (host) => {
  await expect(get(`http://${host}/latest/meta-data`)).rejects.toThrow(/link-local/);
});

it.each(['_emulator/state/reset', '_localstack/state/reset', 'a/../_emulator/config', '_emulator'])(
  'asks nothing at /%s, which is closed to callers that the emulator asks for',
  async (path) => {
    await expect(get(`http://127.0.0.1:9/${path}`)).rejects.toThrow(/own endpoints/);
  },
);
it('asks for the keys of the issuer, which everybody may have', async () => {
  await expect(get('http://127.0.0.1:9/_emulator/issuer/.well-known/jwks.json')).rejects.toThrow(/ECONNREFUSED/);
});
it.each([
  ['POST', '_emulator/health'],
  ['PUT', '_emulator/health'],
  ['GET', '%5Femulator/config'],
])('changes nothing there with %s /%s', async (method, path) => {
  await expect(exchange({ method, url: new URL(`http://127.0.0.1:9/${path}`), headers: {} }, sender)).rejects.toThrow(/own endpoints/);
});
