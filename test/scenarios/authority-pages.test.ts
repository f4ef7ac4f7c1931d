// Chromium, once it trusts the local authority (`emulator trust`), accepts its certificates for the emulator's names, and
// for no other site, because of the authority's name constraints.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorityFiles, openAuthority } from '#gateway/tls/authority';
import { runCommand } from '#lib/child-process';
import { MAX_PAGE_MS } from '../support/browser.ts';
import { isMissing } from '../support/is-missing.ts';

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const noBrowser = !BROWSER && 'no Chromium on this machine: apt-get install chromium';
const noCertutil = await runCommand('certutil', ['--version']).then(
  () => undefined,
  (error: NodeJS.ErrnoException) => error.code === 'ENOENT' && 'no certutil on this machine: apt-get install libnss3-tools',
);

describe.skipIf(isMissing('certificates in a browser', noBrowser || noCertutil))('the local authority, trusted by a browser', () => {
  let browser: BrowserContext;
  let server: https.Server;
  let port: number;
  const home = mkdtempSync(join(tmpdir(), 'browser-home-'));

  beforeAll(async () => {
    const authority = await openAuthority(join(home, 'authority'));
    const certificates = join(home, '.pki/nssdb');
    mkdirSync(certificates, { recursive: true });
    const database = ['-d', `sql:${certificates}`];
    await runCommand('certutil', [...database, '-N', '--empty-password']);
    const { certificate } = authorityFiles(join(home, 'authority'));
    await runCommand('certutil', [...database, '-A', '-t', 'C,,', '-n', 'emulator', '-i', certificate]);
    const own = await authority.leaf('localhost');
    server = https.createServer({
      ...own,
      SNICallback: (name, callback) => void authority.leaf(name).then((leaf) => callback(null, tls.createSecureContext(leaf)), callback),
    });
    server.on('request', (_request, response) => response.end('<title>shown</title>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    browser = await chromium.launchPersistentContext(join(home, 'profile'), {
      executablePath: BROWSER!,
      headless: true,
      env: { ...(process.env as Record<string, string>), HOME: home },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--host-resolver-rules=MAP * 127.0.0.1',
      ],
    });
    browser.setDefaultTimeout(MAX_PAGE_MS);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(home, { recursive: true, force: true });
  });

  const titleOf = async (host: string): Promise<string> => {
    const page = await browser.newPage();
    try {
      await page.goto(`https://${host}:${port}/`);
      return await page.title();
    } catch (error) {
      return /net::\w+/.exec(String(error))?.[0] ?? String(error);
    } finally {
      await page.close();
    }
  };

  it.each(['localhost', 'sqs.us-east-1.amazonaws.com', 'localhost.localstack.cloud'])('is believed about %s', async (host) => {
    expect(await titleOf(host)).toBe('shown');
  });

  it.each(['bank.example', 'amazon.com', 'accounts.google.com', 'amazonaws.com.evil.example'])('is not believed about %s', async (host) => {
    expect(await titleOf(host)).toMatch(/^net::ERR_CERT_/);
  });
});
