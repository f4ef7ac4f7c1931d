// Watches the Pods of this emulator: one list, then one stream of changes from there on, begun anew when the cluster has forgotten the place
// (410 Gone). https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes

import type { ClusterClient } from './cluster-client.ts';
import { inside } from './cluster-client.ts';
import { pause } from './pause.ts';
import { ApiRefusal } from './refusals.ts';

type Pod = Readonly<Record<string, unknown>>;

export interface WatchEvents {
  /** Undefined: it is gone. */
  changed(name: string, pod: Pod | undefined): void;
  /** The cluster does not answer, or forbids it. Told once for each time that it stops. */
  interrupted(error: unknown): void;
}

/** The API server ends a stream after this time; it is then asked for the rest. */
const STREAM_S = 300;
/** With bookmarks something comes about once a minute. */
const SILENT_MS = 90_000;
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5000;

export class PodWatch {
  readonly #client: ClusterClient;
  readonly #path: string;
  readonly #events: WatchEvents;
  readonly #closing = new AbortController();
  readonly #listening: Promise<void>;
  #known = new Set<string>();
  #isTold = false;
  #begin!: () => void;

  /** `path`: of the Pods, with a selector in its query. */
  constructor(client: ClusterClient, path: string, events: WatchEvents) {
    this.#client = client;
    this.#path = path;
    this.#events = events;
    this.#listening = new Promise((resolve) => {
      this.#begin = resolve;
    });
    void this.#run();
  }

  /** Resolves once the first list is there, or has failed. */
  listening(): Promise<void> {
    return this.#listening;
  }

  close(): void {
    this.#closing.abort();
    this.#begin();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    let version: string | undefined;
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; ) {
      try {
        version ??= await this.#list();
        this.#isTold = false;
        this.#begin();
        version = await this.#follow(version);
        pauseMs = FIRST_PAUSE_MS;
        await pause(FIRST_PAUSE_MS, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ApiRefusal) version = undefined;
        const isGone = error instanceof ApiRefusal && error.status === 410;
        if (!isGone && !this.#isTold) this.#events.interrupted(error);
        this.#isTold ||= !isGone;
        this.#begin();
        await pause(pauseMs, signal);
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      }
    }
  }

  /** Pods that are no longer in the list are gone. */
  async #list(): Promise<string> {
    const list = await this.#client.call<{ items?: readonly Pod[]; metadata?: { resourceVersion?: string } }>({
      method: 'GET',
      path: this.#path,
      signal: this.#closing.signal,
    });
    const now = new Map((list.items ?? []).map((pod) => [nameOf(pod), pod] as const));
    for (const name of this.#known) if (!now.has(name)) this.#events.changed(name, undefined);
    this.#known = new Set(now.keys());
    for (const [name, pod] of now) this.#events.changed(name, pod);
    return list.metadata?.resourceVersion ?? '0';
  }

  /** The version from which to go on. @throws ApiRefusal 410 where the cluster has forgotten it */
  async #follow(from: string): Promise<string> {
    let version = from;
    const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=${STREAM_S}&resourceVersion=${encodeURIComponent(version)}`;
    for await (const { type, object } of this.#client.lines(`${this.#path}&${query}`, this.#closing.signal, SILENT_MS)) {
      if (type === 'ERROR') throw new ApiRefusal(Number(inside({ object }, 'object')['code'] ?? 500), inside({ object }, 'object'), 0);
      const pod = object as Pod;
      version = String(inside(pod, 'metadata')['resourceVersion'] ?? version);
      if (type === 'BOOKMARK') continue;
      const name = nameOf(pod);
      if (type === 'DELETED') this.#known.delete(name);
      else this.#known.add(name);
      this.#events.changed(name, type === 'DELETED' ? undefined : pod);
    }
    return version;
  }
}

const nameOf = (pod: Pod): string => String(inside(pod, 'metadata')['name'] ?? '');
