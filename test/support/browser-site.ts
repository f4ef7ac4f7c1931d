// A web site that is not the emulator's, and its pages in a real browser: what they can read of another origin.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { startBrowser } from './browser.ts';

const LOOPBACK = ['site.test', 'other.test', '*.example.com'];

export interface BrowserSite extends AsyncDisposable {
  /** `http://site.test:PORT` */
  readonly origin: string;
  /** A blank page of the site, or one of another site. */
  open(name?: 'site.test' | 'other.test'): Promise<Page>;
}

/** Names below `example.com` lead to this machine in its browser, as custom domains of APIs do. */
export async function openSite(): Promise<BrowserSite> {
  const pages = http.createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>blank</title>'),
  );
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  const { port } = pages.address() as AddressInfo;
  const { browser, close } = await startBrowser({ names: LOOPBACK.map((name) => `MAP ${name} 127.0.0.1`).join(', ') });
  return {
    origin: `http://site.test:${port}`,
    open: async (name = 'site.test') => {
      const page = await browser.newPage();
      await page.goto(`http://${name}:${port}/`);
      return page;
    },
    [Symbol.asyncDispose]: async () => {
      await close();
      pages.close();
    },
  };
}

/** The status and the text of an answer, as far as the page may see them; `unread` where the browser keeps it from the page. */
export const readBy = (page: Page, url: string, init: object = {}): Promise<unknown> =>
  page.evaluate(
    `fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(async (answer) => [answer.status, await answer.text()], () => 'unread')`,
  );

/** Opens a WebSocket that keeps what it hears; false where its handshake is refused. */
export const connectFrom = (page: Page, url: string): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    const socket = new WebSocket(${JSON.stringify(url)});
    window.heard = [];
    window.say = (text) => socket.send(text);
    socket.onmessage = ({ data }) => window.heard.push(data);
    socket.onopen = () => resolve(true);
    socket.onerror = () => resolve(false);
  })`);
