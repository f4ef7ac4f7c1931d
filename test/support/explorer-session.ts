// One emulator in a process of its own, one browser, and a fresh page for each test of the explorer.
import type { Browser, Locator, Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { type ChildEmulator, startChild } from './child.ts';
import { clientsOf, type TestEmulator } from './emulator.ts';

export const EXPLORER_BASE = '/_emulator/ui/000000000000/us-east-1/';

export class ExplorerSession {
  emulator!: ChildEmulator;
  clients!: ReturnType<typeof clientsOf>;
  browser!: Browser;
  page!: Page;
  /** Errors, breaches of the policy and foreign requests of the page. */
  problems: string[] = [];
  #closeBrowser: (() => Promise<void>) | undefined;

  async start(environment: Record<string, string> = {}): Promise<void> {
    const [emulator, { browser, close }] = await Promise.all([startChild(environment), startBrowser()]);
    this.emulator = emulator;
    this.clients = clientsOf(emulator.url);
    this.browser = browser;
    this.#closeBrowser = close;
  }

  async stop(): Promise<void> {
    await this.#closeBrowser?.();
    this.clients?.destroy();
    await this.emulator?.kill('SIGTERM');
  }

  /** A page without history, storage or cached files. */
  async openPage(): Promise<void> {
    this.problems = [];
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    this.page = await context.newPage();
    this.page.on('pageerror', (error) => this.problems.push(String(error)));
    this.page.on('console', (message) => message.type() === 'error' && this.problems.push(message.text()));
    this.page.on('request', (request) => {
      if (!request.url().startsWith(this.emulator.url) && !/^(blob|data):/.test(request.url()))
        this.problems.push(`foreign request: ${request.url()}`);
    });
  }

  async closePage(): Promise<void> {
    await this.page?.context().close();
  }

  readonly client: TestEmulator['client'] = (kind, config) => this.clients.client(kind, config);

  /** `path` is below the account and the region. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.emulator.url}${EXPLORER_BASE}${path}`, { waitUntil: 'load' });
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  }

  /** Presses the button of the form that is open. */
  async submit(name: string): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name }).click();
  }

  /** Fills a field of the form that is open. */
  async fill(label: string, text: string): Promise<void> {
    await this.page.getByRole('dialog').getByLabel(label, { exact: false }).first().fill(text);
  }

  link(name: string): Locator {
    return this.page.getByRole('main').getByRole('link', { name, exact: true });
  }
}
