// A real browser for tests, where the machine has one.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const PATH = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));

/** Without windows, tabs and a screen: half of the time on the processor. It is a package of its own. */
const SHELL = ['/usr/bin/chromium-headless-shell', PATH].find((path) => path && existsSync(path));

/** How long a page may take for what a test waits for. */
export const MAX_PAGE_MS = 120_000;

/** Why tests in a browser cannot run here. */
export const noBrowser: false | string = !PATH && 'no Chromium on this machine: apt-get install chromium';

/** `Chromium 156.0.8078.108 built on Debian GNU/Linux 12 (bookworm)`. Only where there is one. */
export const browserVersion = (): string =>
  execFileSync(PATH!, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

interface BrowserOptions {
  /** Rules by which it resolves host names: `MAP evil.test 127.0.0.1`. */
  readonly names?: string;
  /** With tabs that hide each other, and with pictures that are the same everywhere. */
  readonly whole?: boolean;
}

/** Its profile is gone with `close`. */
export async function startBrowser({ names, whole = false }: BrowserOptions = {}): Promise<{ browser: Browser; close(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'browser-'));
  const browser = await chromium.launch({
    executablePath: (whole ? PATH : SHELL)!,
    env: { ...process.env, HOME: home } as Record<string, string>,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(names === undefined ? [] : [`--host-resolver-rules=${names}`]),
    ],
  });
  browser.on('context', (context) => context.setDefaultTimeout(MAX_PAGE_MS));
  const close = async (): Promise<void> => {
    await browser.close();
    rmSync(home, { recursive: true, force: true });
  };
  return { browser, close };
}
