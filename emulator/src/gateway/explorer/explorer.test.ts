import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExplorer } from './explorer.ts';
import { isExplorerPath } from './explorer-path.ts';

const SCRIPT = 'console.log(1)';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'";

describe('the files of the explorer', () => {
  let folder: string;
  let server: http.Server;
  let port: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'explorer-'));
    mkdirSync(join(folder, 'assets/below'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(join(folder, 'assets/app-1.js'), SCRIPT);
    writeFileSync(join(folder, 'assets/app-1.js.gz'), gzipSync(SCRIPT));
    writeFileSync(join(folder, 'assets/app-1.js.br'), brotliCompressSync(SCRIPT));
    const answer = createExplorer(folder);
    server = http.createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The path goes out as it is written, which fetch would not do. */
  const ask = (path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) =>
    new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const request = http.request({ port, host: '127.0.0.1', path, method, headers, agent: false }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) });
      });
      request.on('error', reject).end();
    });

  it('are beside the pages of the documentation, and their list', async () => {
    const { status, headers, body } = await ask('/_emulator/ui/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const [, page] = /\]\((docs\/why\.md)\)/.exec(String(body)) ?? [];
    expect(String((await ask(`/_emulator/ui/${page}`)).body)).toContain('emulator why');
    expect((await ask('/_emulator/ui/docs/nowhere.md')).status).toBe(404);
    expect(String((await ask('/_emulator/ui/docs/../package.json')).body)).toBe('<!doctype html>');
  });

  it('are one page for every path, never kept, under a strict policy', async () => {
    for (const path of ['/_emulator/ui/', '/_emulator/ui/000000000000/us-east-1/queues/x?tab=y', '/_emulator/ui/../../etc/passwd']) {
      const { status, headers, body } = await ask(path);
      expect([status, String(body), headers['content-type'], headers['cache-control']]).toEqual([
        200,
        '<!doctype html>',
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(headers['content-security-policy']).toBe(POLICY);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  it('lead from the address without a slash to the one with it', async () => {
    const { status, headers } = await ask('/_emulator/ui');
    expect([status, headers.location]).toEqual([308, '/_emulator/ui/']);
  });

  it('are kept for ever under their hashed names, and compressed for clients that take it', async () => {
    const plain = await ask('/_emulator/ui/assets/app-1.js');
    expect([plain.status, String(plain.body), plain.headers['content-encoding']]).toEqual([200, SCRIPT, undefined]);
    expect(plain.headers['cache-control']).toContain('immutable');
    for (const [accepted, encoding, body] of [
      ['gzip', 'gzip', gzipSync(SCRIPT)],
      ['gzip, deflate, br;q=1, zstd', 'br', brotliCompressSync(SCRIPT)],
      ['deflate, brown', undefined, Buffer.from(SCRIPT)],
    ] as const) {
      const compressed = await ask('/_emulator/ui/assets/app-1.js', { headers: { 'accept-encoding': accepted } });
      expect([compressed.headers['content-encoding'], compressed.body.equals(body)]).toEqual([encoding, true]);
      expect(compressed.headers.vary).toBe('accept-encoding');
    }
    expect((await ask('/_emulator/ui/assets/app-1.js', { method: 'HEAD' })).body.length).toBe(0);
  });

  it('are those in the folder, and no path leads out of it', async () => {
    const names = [
      'absent.js',
      'app-1.js.gz',
      'app-1.js.br',
      '../secret.txt',
      '..%2fsecret.txt',
      '%2e%2e/secret.txt',
      'below/../app-1.js',
      'below',
      '',
      '..',
    ];
    for (const name of names) expect([name, (await ask(`/_emulator/ui/assets/${name}`)).status]).toEqual([name, 404]);
  });

  it('are read only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await ask('/_emulator/ui/', { method })).status).toBe(405);
  });

  it('have paths of their own', () => {
    expect(['/_emulator/ui', '/_emulator/ui/', '/_emulator/ui?x', '/_emulator/ui/a'].map(isExplorerPath)).toEqual([true, true, true, true]);
    expect(['/_emulator/uix', '/_emulator/health', '/ui'].map(isExplorerPath)).toEqual([false, false, false]);
  });
});
