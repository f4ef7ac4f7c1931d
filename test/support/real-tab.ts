// A tab that another one can hide. Playwright keeps its own pages in sight and in focus by emulation, so this tab lives in a browser context that
// Playwright does not know, and is driven by the DevTools protocol alone.
import type { Browser, CDPSession } from 'playwright-core';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly postData?: string;
}

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly type?: string; readonly request?: Sent };
  readonly result?: { readonly result?: { readonly value?: unknown }; readonly exceptionDetails?: unknown };
}

const textOf = ({ method, url, headers, postData }: Sent): string =>
  [method, url, Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-amz-target')?.[1], postData].filter(Boolean).join(' ');

export class RealTab {
  /** The requests of scripts so far: method, address, operation where a header names it, and body. */
  readonly requests: string[] = [];
  readonly #root: CDPSession;
  readonly #context: string;
  readonly #target: string;
  readonly #session: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #sent = 0;

  private constructor(root: CDPSession, context: string, target: string, session: string) {
    this.#root = root;
    this.#context = context;
    this.#target = target;
    this.#session = session;
    root.on('Target.receivedMessageFromTarget', ({ message }) => this.#receive(JSON.parse(message) as Answer));
  }

  static async open(browser: Browser, url: string): Promise<RealTab> {
    const root = await browser.newBrowserCDPSession();
    const { browserContextId } = await root.send('Target.createBrowserContext');
    const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false });
    const tab = new RealTab(root, browserContextId, targetId, sessionId);
    await tab.#send('Network.enable');
    await tab.#send('Page.navigate', { url });
    return tab;
  }

  async evaluate(expression: string): Promise<unknown> {
    const { result } = await this.#send('Runtime.evaluate', { expression, returnByValue: true });
    if (result?.exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(result.exceptionDetails)}`);
    return result?.result?.value;
  }

  /** Opens another tab before this one. */
  async hide(): Promise<void> {
    await this.#root.send('Target.createTarget', { url: 'about:blank', browserContextId: this.#context });
  }

  async show(): Promise<void> {
    await this.#root.send('Target.activateTarget', { targetId: this.#target });
  }

  async close(): Promise<void> {
    await this.#root.send('Target.disposeBrowserContext', { browserContextId: this.#context });
    await this.#root.detach();
  }

  #send(method: string, params: object = {}): Promise<Answer> {
    const id = ++this.#sent;
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    void this.#root.send('Target.sendMessageToTarget', { sessionId: this.#session, message: JSON.stringify({ id, method, params }) });
    return answer;
  }

  #receive(answer: Answer): void {
    const { id, method, params: { type, request } = {} } = answer;
    if (id !== undefined) {
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    } else if (method === 'Network.requestWillBeSent' && request && /^(Fetch|XHR)$/.test(type ?? '')) this.requests.push(textOf(request));
  }
}
