// How the entry gets into launch.json, and which first bytes a debugger may send.
import { expect, it } from 'vitest';
import { judgeMessage, judgeRequest } from './debugger-port.ts';
import { launchConfiguration, withConfiguration } from './launch-configuration.ts';

const ENTRY = { name: 'emulator: orders', port: 9229 };
const OLDER = { name: 'emulator: orders', port: 1 };

it('makes a file where there is none', () => {
  expect(JSON.parse(withConfiguration('', ENTRY) ?? '')).toEqual({ version: '0.2.0', configurations: [ENTRY] });
});

it('keeps comments, entries of others, tabs and line ends', () => {
  const text = '{\r\n\t// mine\r\n\t"configurations": [\r\n\t\t{ "name": "App" } // last\r\n\t]\r\n}\r\n';
  const after = withConfiguration(text, ENTRY) ?? '';
  expect(after).toContain('\t// mine\r\n');
  expect(after).toContain('\t\t{ "name": "App" },\r\n\t\t{\r\n\t\t\t"name"');
  expect(after).toContain('// last');
  expect(after).toContain('"name": "emulator: orders",\r\n');
});

it('replaces its own entry of before, and changes nothing where it is the same', () => {
  const before = withConfiguration('{"configurations":[{"name":"App"}]}', OLDER) ?? '';
  const after = withConfiguration(before, ENTRY) ?? '';
  expect(JSON.parse(after)).toEqual({ configurations: [{ name: 'App' }, ENTRY] });
  expect(withConfiguration(after, ENTRY)).toBe(after);
});

it('adds the list where the file has none, and leaves alone what is no such file', () => {
  expect(JSON.parse(withConfiguration('{"version":"0.2.0"}', ENTRY) ?? '')).toEqual({ version: '0.2.0', configurations: [ENTRY] });
  for (const text of ['{"configurations": [', '[]', '7', '{"configurations": {}}']) expect(withConfiguration(text, ENTRY)).toBeUndefined();
});

it('leads from /var/task to the folder, relative to the workspace where it lies in it', () => {
  const options = { functionName: 'orders', protocol: 'inspector', port: 9229 } as const;
  expect(launchConfiguration('/home/me/shop', { ...options, codeFolder: '/home/me/shop/src/orders' }).localRoot).toBe(
    `\${workspaceFolder}/src/orders`,
  );
  expect(launchConfiguration('/home/me/shop', { ...options, codeFolder: '/home/me/shop' }).localRoot).toBe(`\${workspaceFolder}`);
  expect(launchConfiguration('/home/me/shop', { ...options, codeFolder: '/srv/orders' }).localRoot).toBe('/srv/orders');
  const python = launchConfiguration('/home/me/shop', { ...options, protocol: 'debugpy', codeFolder: '/home/me/shop' });
  expect(python).toMatchObject({ type: 'debugpy', connect: { port: 9229 }, pathMappings: [{ localRoot: `\${workspaceFolder}` }] });
});

it.each([
  ['GET /json/list HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', 'admit'],
  ['GET /x HTTP/1.1\r\nOrigin: devtools://devtools\r\n\r\n', 'admit'],
  ['GET /x HTTP/1.1\r\norigin:https://evil.example\r\n\r\n', 'refuse'],
  ['GET /x HTTP/1.1\r\nOrigin: null\r\n\r\n', 'refuse'],
  ['GET /x HTTP/1.1\r\nHost:', 'wait'],
  ['POST /json/list HTTP/1.1\r\n\r\n', 'refuse'],
])('lets requests of debuggers to the inspector, and none of pages: %j', (text, verdict) =>
  expect(judgeRequest(Buffer.from(text))).toBe(verdict),
);

it.each([
  ['Content-Length: 30\r\n', 'admit'],
  ['Conte', 'wait'],
  ['POST / HTTP/1.1\r\nContent-Length: 30\r\n', 'refuse'],
])('takes messages of the debug protocol, and no requests: %j', (text, verdict) => expect(judgeMessage(Buffer.from(text))).toBe(verdict));
