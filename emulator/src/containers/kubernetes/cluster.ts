// The Pods of this emulator in one namespace of a cluster: made, watched, removed. The verbs that it needs are those of
// integrations/kubernetes/manifests/role.yaml.

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { ClusterAccess } from './cluster-access.ts';
import { ClusterClient, inside } from './cluster-client.ts';
import { CONTAINER, INIT_CONTAINER, POD_LABELS } from './pod-spec.ts';
import { type PodState, podState } from './pod-state.ts';
import type { Json } from './pod-template.ts';
import { PodWatch } from './pod-watch.ts';
import { ApiRefusal, explained, NotReached } from './refusals.ts';

export interface ClusterOptions {
  readonly namespace: string;
  /** Undefined: another one for each process, whose Pods no later process can know. */
  readonly instance: string | undefined;
  readonly onInterrupted: (error: Error) => void;
}

export interface NamedPod {
  readonly name: string;
  /** Reads its status; `ended` if it is gone. */
  state(): Promise<PodState>;
  /** The last lines that its containers wrote: for Pods that never connected. */
  tail(): Promise<string>;
  remove(): Promise<void>;
}

/** The verbs of a role that the calls below need: `create pods`. */
export const POD_VERBS = 'create pods, delete pods, deletecollection pods, get pods, get pods/log, list pods, watch pods'.split(', ');

const TAIL = 'tailLines=20&limitBytes=4000';
const GONE: PodState = { ended: { why: 'it was deleted' } };

export class Cluster {
  readonly instance: string;
  readonly namespace: string;
  readonly client: ClusterClient;
  readonly #options: ClusterOptions;
  readonly #listeners = new Map<string, (state: PodState) => void>();
  #watch: PodWatch | undefined;

  constructor(access: ClusterAccess, options: ClusterOptions) {
    this.client = new ClusterClient(access);
    this.#options = options;
    this.namespace = options.namespace || access.namespace;
    this.instance = options.instance ?? randomBytes(8).toString('hex');
  }

  /** Removes Pods from before a restart, and returns their number. @throws EmulatorError where the cluster does not answer or does not allow it */
  async open(): Promise<number> {
    return this.#explaining(async () => {
      const { items } = await this.client.call<{ items?: readonly unknown[] }>({ method: 'GET', path: this.#selected() });
      if ((items ?? []).length > 0) await this.#removeAll();
      return (items ?? []).length;
    });
  }

  /** The Pod in which the emulator itself runs. Undefined where it is none of this namespace: only there can it own others. */
  async ownPod(): Promise<{ name: string; uid: string } | undefined> {
    const { access } = this.client;
    if (!access.inside || access.namespace !== this.namespace) return undefined;
    try {
      const pod = await this.client.call({ method: 'GET', path: this.#path(hostname()) });
      return { name: hostname(), uid: String(inside(pod, 'metadata')['uid']) };
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 404) return undefined;
      throw this.explain(error);
    }
  }

  /** A refusal as a sentence for the person who runs the emulator; other errors stay as they are. */
  explain(error: unknown): Error {
    return explained(error, { namespace: this.namespace, because: this.client.access.because });
  }

  /** The Pod of that name, which need not be there yet. */
  pod(name: string): NamedPod {
    return { name, state: () => this.#state(name), tail: () => this.#tail(name), remove: () => this.#remove(name) };
  }

  /** `changed` is told of each state from now on. @throws EmulatorError with a sentence for the person who runs the emulator */
  async start(pod: Json, changed: (state: PodState) => void, signal: AbortSignal | undefined): Promise<void> {
    const name = String((pod['metadata'] as Json)['name']);
    this.#watch ??= new PodWatch(this.client, this.#selected(), {
      changed: (each, now) => this.#listeners.get(each)?.(now ? podState(now) : GONE),
      interrupted: (error) => this.#options.onInterrupted(this.explain(error)),
    });
    await this.#watch.listening();
    this.#listeners.set(name, changed);
    try {
      await this.#explaining(() => this.client.call({ method: 'POST', path: this.#path(), body: pod, signal }), [409]);
    } catch (error) {
      // An earlier attempt whose answer was lost has made it.
      if (error instanceof ApiRefusal) return;
      this.#listeners.delete(name);
      if ((error as Error).cause instanceof NotReached) await this.#remove(name).catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    const had = this.#watch;
    this.#watch?.close();
    this.#watch = undefined;
    if (had) await this.#removeAll().catch(() => undefined);
    this.client.close();
  }

  #path(name = ''): string {
    return `/api/v1/namespaces/${encodeURIComponent(this.namespace)}/pods${name && `/${encodeURIComponent(name)}`}`;
  }

  /** Pods of this emulator alone. */
  #selected(): string {
    return `${this.#path()}?labelSelector=${encodeURIComponent(`${POD_LABELS.instance}=${this.instance}`)}`;
  }

  async #removeAll(): Promise<void> {
    await this.client.call({ method: 'DELETE', path: this.#selected(), body: { gracePeriodSeconds: 0 } });
  }

  /** At once: its program has ended, or will do so by itself. */
  async #remove(name: string): Promise<void> {
    this.#listeners.delete(name);
    try {
      await this.#explaining(
        () => this.client.call({ method: 'DELETE', path: this.#path(name), body: { gracePeriodSeconds: 0 } }),
        [404, 409],
      );
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
    }
  }

  async #state(name: string): Promise<PodState> {
    try {
      return podState(await this.client.call({ method: 'GET', path: this.#path(name) }));
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 404) return GONE;
      throw error;
    }
  }

  async #tail(name: string): Promise<string> {
    const texts = await Promise.all(
      [INIT_CONTAINER, CONTAINER].map((container) =>
        this.client.text(`${this.#path(name)}/log?container=${container}&${TAIL}`).catch(() => ''),
      ),
    );
    return texts.join('').trim();
  }

  /** Refusals with the statuses in `kept` stay as they are. */
  async #explaining<T>(work: () => Promise<T>, kept: readonly number[] = []): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof ApiRefusal && kept.includes(error.status) ? error : this.explain(error);
    }
  }
}
