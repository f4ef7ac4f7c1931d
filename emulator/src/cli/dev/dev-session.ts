// One run of the development loop: the deployments, the emulator's log, the keys, and what is shown of them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { invokeFunction } from '#cli/invoke/invoke-function';
import { locateFunction } from '#cli/locate-function';
import { followLog } from '#cli/log-stream';
import { printTo } from '#cli/print';
import type { LogLine } from '#core/log';
import type { Deployed, Deployer, DevFunction } from '#hot-reload/loop/deployer';
import { DevLoop } from '#hot-reload/loop/dev-loop';
import { EmulatorError } from '#lib/emulator-error';
import { readText } from '#lib/read-text';
import type { DevEvent } from './dev-event.ts';
import type { Key } from './dev-keys.ts';
import { documentOf, footerLines, lineOf } from './dev-view.ts';
import { Screen, type TerminalStream } from './screen.ts';

export interface SessionOptions {
  readonly url: string;
  readonly deployer: Deployer;
  /** Holds the event of invocations by key. */
  readonly folder: string;
  /** `screen`: a terminal. `lines`: plain ones. `documents`: JSON, one per line. */
  readonly output: 'screen' | 'lines' | 'documents';
  readonly stream: TerminalStream;
}

/** The event of an invocation by key. */
const EVENT_FILE = 'event.json';

export class DevSession {
  readonly #options: SessionOptions;
  readonly #loop: DevLoop;
  readonly #screen: Screen | undefined;
  readonly #ending = new AbortController();
  readonly #ended: Promise<void>;
  #end: () => void = () => {};
  #deployed: Deployed | undefined;
  #state = 'deploying …';
  /** The function that was changed or invoked last. */
  #last: string | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#loop = new DevLoop(options.deployer, (event) => this.see(event));
    this.#screen = options.output === 'screen' ? new Screen(options.stream) : undefined;
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Resolves when `quit` was called or the emulator has stopped, and everything is closed. */
  async run(): Promise<void> {
    const log = this.#readLog();
    try {
      await Promise.race([this.#loop.start(), this.#ended]);
      await this.#ended;
    } finally {
      this.#ending.abort();
      await this.#loop.close();
      await log;
      this.#screen?.close();
    }
  }

  quit(): void {
    this.#end();
  }

  press(key: Key | number): void {
    if (key === 'quit') this.quit();
    else if (key === 'clear') this.#screen?.clear();
    else if (key === 'redeploy') void this.#loop.deploy('r was pressed');
    else void this.#invoke(typeof key === 'number' ? this.#functions[key - 1]?.name : (this.#last ?? this.#functions[0]?.name));
  }

  see(event: DevEvent): void {
    this.#note(event);
    const { output, stream } = this.#options;
    if (output === 'documents') return void stream.write(`${documentOf(event)}\n`);
    const line = lineOf(event);
    if (this.#screen) {
      if (line !== undefined) this.#screen.print(line);
      this.#drawFooter();
    } else if (line !== undefined) printTo(stream, `${line}\n`);
    if (output === 'lines' && event.type === 'deployed')
      for (const { name, url } of event.addresses) printTo(stream, `  ${name}  curl ${url}\n`);
  }

  get #functions(): readonly DevFunction[] {
    return this.#deployed?.functions ?? [];
  }

  #note(event: DevEvent): void {
    if (event.type === 'deployed') this.#deployed = event;
    if (event.type === 'reloaded') this.#last = event.function;
    if (event.type === 'deploying') this.#state = pc.cyan('deploying …');
    else if (event.type === 'deployed') this.#state = pc.green(`deployed in ${event.ms} ms`);
    else if (event.type === 'failed') this.#state = pc.red('the deployment failed');
    else if (event.type === 'reloaded') this.#state = pc.green(event.text);
  }

  #drawFooter(): void {
    const { functions = [], addresses = [] } = this.#deployed ?? {};
    this.#screen?.footer(footerLines({ url: this.#options.url, state: this.#state, functions, addresses }));
  }

  async #readLog(): Promise<void> {
    try {
      for await (const line of await followLog(this.#options.url, { lines: 0, signal: this.#ending.signal })) this.#seeLine(line);
    } catch (error) {
      if (!(error instanceof EmulatorError)) throw error;
    }
    if (!this.#ending.signal.aborted) this.see({ type: 'ended', text: 'The emulator has stopped.' });
    this.quit();
  }

  #seeLine(line: LogLine): void {
    const [, name] = line.code === 'FUNCTION_RELOADED' ? (/^reloaded (\S+) in /.exec(line.text) ?? []) : [];
    if (name !== undefined) this.see({ type: 'reloaded', function: name, text: line.text });
    this.see({ type: 'log', line });
  }

  /** With the event in `event.json` of the folder, else with `{}`. */
  async #invoke(name: string | undefined): Promise<void> {
    if (name === undefined) return;
    this.#last = name;
    try {
      const file = join(this.#options.folder, EVENT_FILE);
      const event = existsSync(file) ? readText(file) : '{}';
      const located = await locateFunction(name, undefined, this.#options.url);
      this.see({ type: 'invoked', outcome: await invokeFunction({ located, event, isAsync: false }) });
    } catch (error) {
      this.see({ type: 'note', state: 'bad', text: error instanceof Error ? error.message : String(error) });
    }
  }
}
