// The extensions of one environment, from their start in the init phase to their end: which are registered, and which are ready.

import { forbidden, type Refusal } from '#runtime-init/http-answers';
import type { Invocation, LogRecord } from '#runtime-init/invocation';
import { type ExitInfo, type ExtensionHost, endsWithin } from '#runtime-init/process/process';
import { readProcess } from '#runtime-init/process/read-process';
import {
  type DeliverEvent,
  type Extension,
  type ExtensionNotice,
  invokeEvent,
  newExtension,
  noticeOf,
  type ShutdownReason,
  shutdownEvent,
  tell,
} from './extension.ts';
import { parseEvents } from './registration.ts';

/** An extension's failure, after which the environment cannot continue. */
export interface ExtensionFailure {
  readonly errorType: 'Extension.LaunchError' | 'Extension.InitError' | 'Extension.ExitError' | 'Extension.Crash';
  readonly sentence: string;
}

export interface ExtensionsOptions {
  readonly host: ExtensionHost | undefined;
  readonly onRecord: (record: LogRecord) => void;
  /** An extension asks for its next event, so a phase may be over. */
  readonly onReady: () => void;
  readonly onFailure: (failure: ExtensionFailure) => void;
  readonly onNotice: (notice: ExtensionNotice) => void;
}

/** Limit: extensions of a function. */
const MAX_EXTENSIONS = 10;
/** Time in which all programs must end. */
const SHUTDOWN_MS = 2000;
/** The runtime's share of it; it has more when all extensions run in its own process. */
const RUNTIME_GRACE_MS = 300;
const INTERNAL_GRACE_MS = 500;

/** A sandbox's starter ends with 126 where the file is no program; in a container, the start itself fails. */
const mayNotExecute = ({ code, error }: ExitInfo) => code === 126 || error?.includes('EACCES') === true;

const wordExit = ({ code, signal, error }: ExitInfo) => error ?? (signal === undefined ? `exit code ${code}` : `signal: ${signal}`);

export class Extensions {
  readonly #options: ExtensionsOptions;
  #all: Extension[] = [];
  /** Extensions that are being ended. */
  #leaving: Extension[] = [];
  #open = false;
  #onRegistered: (() => void) | undefined;

  constructor(options: ExtensionsOptions) {
    this.#options = options;
  }

  /** The time that the runtime has to end, and the time for everything together. */
  get grace(): { readonly runtimeMs: number; readonly allMs: number } {
    if (this.#all.some(({ process }) => process)) return { runtimeMs: RUNTIME_GRACE_MS, allMs: SHUTDOWN_MS };
    return this.#all.length === 0 ? { runtimeMs: 0, allMs: 0 } : { runtimeMs: INTERNAL_GRACE_MS, allMs: INTERNAL_GRACE_MS };
  }

  /** Starts the programs; calls `registered` once all of them have registered, or at once if there is no program. */
  start(address: string, registered: () => void): void {
    this.#open = true;
    const { host } = this.#options;
    const names = host?.list() ?? [];
    if (!host || names.length === 0) {
      registered();
      return;
    }
    this.#onRegistered = registered;
    for (const name of names) this.#launch(host, name, address);
  }

  closeRegistration(): void {
    this.#open = false;
  }

  /** The init phase is over when every extension asks for its first event. */
  get allReady(): boolean {
    return this.#all.every(({ state }) => state === 'Ready');
  }

  /** An invocation is over when every extension that received it asks for the next event. */
  get noneRunning(): boolean {
    return this.#all.every(({ state }) => state !== 'Running');
  }

  notices(): ExtensionNotice[] {
    return this.#all.map(noticeOf);
  }

  freeze(): void {
    for (const { process } of this.#all) process?.freeze?.();
  }

  thaw(): void {
    for (const { process } of this.#all) process?.thaw?.();
  }

  invoke(invocation: Invocation, deadlineMs: number): void {
    this.#options.host?.onInvoke?.();
    const event = invokeEvent(invocation, deadlineMs);
    for (const extension of this.#all) {
      if (extension.state !== 'Ready' || !extension.events.includes('INVOKE')) continue;
      if (tell(extension, event)) extension.state = 'Running';
    }
  }

  /** Sends the shutdown event to extensions that registered for it, and kills all that remain when the time is over. */
  async shutdown(reason: ShutdownReason, deadlineMs: number): Promise<void> {
    const ending = this.#all;
    this.#all = [];
    this.#open = false;
    this.#onRegistered = undefined;
    this.#leaving = ending;
    const event = shutdownEvent(reason, deadlineMs);
    await Promise.all(
      ending.map(async (extension) => {
        const { process, events } = extension;
        if (!process) return;
        const wanted = events.includes('SHUTDOWN');
        // An extension that is still busy gets the event when it asks.
        if (wanted && !tell(extension, event)) extension.last = event;
        if (!wanted || !(await endsWithin(process, deadlineMs - Date.now()))) process.kill();
        await process.exited;
      }),
    );
    this.#leaving = [];
  }

  // --- requests of the Extensions API

  byId(id: string): Extension | undefined {
    return [...this.#all, ...this.#leaving].find((extension) => extension.id === id);
  }

  register(name: string, body: Uint8Array): Extension | Refusal {
    const known = this.#all.find((extension) => extension.name === name);
    if (!known && !this.#open) return forbidden('Extension.RegistrationClosed', 'Extension registration closed already');
    if (known && known.state !== 'Started') return forbidden('Extension.InvalidExtensionState', this.#badTransition(known, 'Registered'));
    if (!known && this.#all.length >= MAX_EXTENSIONS)
      return forbidden('Extension.TooManyExtensions', `Extension limit (${MAX_EXTENSIONS}) reached`);
    const events = parseEvents(body, known !== undefined);
    if ('errorType' in events) return events;
    const extension = known ?? newExtension(name, undefined);
    if (!known) this.#all.push(extension);
    extension.events = events;
    extension.state = 'Registered';
    this.#lookRegistered();
    return extension;
  }

  next(extension: Extension, deliver: DeliverEvent): Refusal | undefined {
    const { state } = extension;
    if (state !== 'Registered' && state !== 'Running' && state !== 'Ready')
      return forbidden('Extension.InvalidExtensionState', this.#badTransition(extension, 'Ready'));
    extension.waiting = deliver;
    extension.state = 'Ready';
    if (extension.last) tell(extension, extension.last);
    this.#options.onReady();
    return undefined;
  }

  /** The extension reports that it failed, before or after its first event. */
  giveUp(extension: Extension, when: 'InitError' | 'ExitError', errorType: string): Refusal | undefined {
    const may = when === 'InitError' ? extension.state === 'Registered' : extension.state === 'Ready' || extension.state === 'Running';
    if (!may) return forbidden('Extension.InvalidExtensionState', this.#badTransition(extension, when));
    extension.state = when;
    extension.errorType = errorType;
    this.#options.onNotice(noticeOf(extension));
    // Answer it before it is ended.
    setImmediate(() => this.#fail(extension, { errorType: `Extension.${when}`, sentence: errorType }));
    return undefined;
  }

  #badTransition({ name, state }: Extension, to: string): string {
    return `State transition from ${state} to ${to} failed for extension ${name}. Error: State transition is not allowed`;
  }

  #launch(host: ExtensionHost, name: string, address: string): void {
    const process = readProcess('extension', (output) => host.launch(name, address, output), this.#options.onRecord);
    const extension = newExtension(name, process);
    this.#all.push(extension);
    void process.exited.then((exit) => this.#ended(extension, exit));
  }

  #ended(extension: Extension, exit: ExitInfo): void {
    const { state } = extension;
    if (!this.#all.includes(extension) || state === 'InitError' || state === 'ExitError') return;
    const notExecutable = state === 'Started' && mayNotExecute(exit);
    const launched = exit.error === undefined && !notExecutable;
    extension.state = launched ? 'Exited' : 'LaunchError';
    extension.errorType = launched ? 'Extension.Crash' : notExecutable ? 'PermissionDenied' : 'UnknownError';
    this.#options.onNotice(noticeOf(extension));
    const sentence = notExecutable ? `fork/exec /opt/extensions/${extension.name}: permission denied` : wordExit(exit);
    this.#fail(extension, { errorType: launched ? 'Extension.Crash' : 'Extension.LaunchError', sentence });
  }

  #fail(extension: Extension, failure: ExtensionFailure): void {
    if (this.#all.includes(extension)) this.#options.onFailure(failure);
  }

  #lookRegistered(): void {
    if (this.#all.some(({ process, state }) => process && state === 'Started')) return;
    this.#onRegistered?.();
    this.#onRegistered = undefined;
  }
}
