// A scripted stand-in for a cluster's API server: Pods in memory with lists, watches and logs, statuses as the real one gives them. It knows no
// schema; the tests with a real API server do (real-api-server.ts).

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Json = Readonly<Record<string, unknown>>;
type Pod = Record<string, unknown> & { metadata: Record<string, unknown>; status: Record<string, unknown> };
interface Event {
  readonly type: string;
  readonly object: Json;
  readonly version: number;
}
export interface Refusal {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
/** A call in the terms of roles: `create pods`, `get pods/log`. */
export interface Verb {
  readonly verb: string;
  readonly resource: string;
}

const refusal = (status: number, reason: string, message: string): Refusal => ({ status, reason, message });
const PODS = /^\/api\/v1\/namespaces\/([^/]+)\/pods(?:\/([^/]+))?(?:\/(log|status))?$/;

export class ApiServerStandIn {
  /** Refuses a call, if it returns something. */
  refuse: (verb: Verb, body: Json) => Refusal | undefined = () => undefined;
  /** The output of containers. */
  logOf: (pod: string, container: string) => string = () => '';
  /** Decides SelfSubjectAccessReviews. */
  allows: (verb: Verb) => boolean = () => true;
  /** A Pod was made, or is gone. */
  onPod: (pod: Json, isGone: boolean) => void = () => undefined;
  token = 'token';
  readonly namespaces = new Set(['functions']);
  readonly verbs = new Set<string>();
  readonly pods = new Map<string, Pod>();
  readonly #events: Event[] = [];
  readonly #watchers = new Set<{ readonly response: ServerResponse; readonly selects: (pod: Json) => boolean }>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #version = 1;
  #forgotten = 0;

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A kubeconfig with this server. */
  kubeconfig(namespace = 'functions', token = this.token): string {
    return JSON.stringify({
      'current-context': 'here',
      clusters: [{ name: 'c', cluster: { server: this.url } }],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'here', context: { cluster: 'c', user: 'u', namespace } }],
    });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Ends all streams of changes. `forgets`: and what they were about, so that going on is 410. */
  breakWatches(forgets: boolean): void {
    if (forgets) this.#forgotten = ++this.#version;
    for (const { response } of this.#watchers) response.destroy();
    this.#watchers.clear();
  }

  /** Merges into a Pod, as its kubelet does. */
  change(name: string, status: Json): void {
    const pod = this.pods.get(name);
    if (!pod) return;
    pod.status = { ...pod.status, ...status };
    this.#tell('MODIFIED', pod);
  }

  remove(name: string): void {
    const pod = this.pods.get(name);
    if (!pod) return;
    this.pods.delete(name);
    this.#tell('DELETED', pod);
    this.onPod(pod, true);
  }

  #tell(type: string, pod: Pod): void {
    pod.metadata = { ...pod.metadata, resourceVersion: String(++this.#version) };
    const event = { type, object: structuredClone(pod), version: this.#version };
    this.#events.push(event);
    for (const { response, selects } of this.#watchers)
      if (selects(pod)) response.write(`${JSON.stringify({ type, object: event.object })}\n`);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const body = (text === '' ? {} : JSON.parse(text)) as Json;
    const url = new URL(request.url ?? '', 'http://x');
    const [, namespace = '', name, sub] = PODS.exec(url.pathname) ?? [];
    const verb = verbOf(request.method ?? '', url, name, sub);
    this.verbs.add(`${verb.verb} ${verb.resource}`);
    if (request.headers.authorization !== `Bearer ${this.token}`) {
      refuse(response, refusal(401, 'Unauthorized', 'Unauthorized'));
      return;
    }
    const refused = this.refuse(verb, body);
    if (refused) {
      refuse(response, refused);
      return;
    }
    if (verb.resource === 'selfsubjectaccessreviews') {
      send(response, 201, this.#review(body));
      return;
    }
    if (namespace === '') {
      refuse(response, refusal(404, 'NotFound', 'the server could not find the requested resource'));
      return;
    }
    if (verb.verb === 'create' && !this.namespaces.has(namespace))
      return refuse(response, refusal(404, 'NotFound', `namespaces "${namespace}" not found`));
    if (verb.verb === 'create') {
      this.#create(body, response);
      return;
    }
    if (name !== undefined) {
      this.#one(verb, name, { body, url }, response);
      return;
    }
    const selects = selector(url.searchParams.get('labelSelector') ?? '');
    const found = [...this.pods.values()].filter(selects);
    if (verb.verb === 'watch') {
      this.#watch(url, selects, response);
      return;
    }
    if (verb.verb === 'deletecollection') for (const pod of found) this.remove(String(pod.metadata['name']));
    send(response, 200, { kind: 'PodList', metadata: { resourceVersion: String(this.#version) }, items: found });
  }

  #review(body: Json): Json {
    const { resourceAttributes } = body['spec'] as { resourceAttributes: { verb: string; resource: string; subresource?: string } };
    const { verb, resource, subresource } = resourceAttributes;
    return { ...body, status: { allowed: this.allows({ verb, resource: subresource ? `${resource}/${subresource}` : resource }) } };
  }

  #create(body: Json, response: ServerResponse): void {
    const metadata = body['metadata'] as Record<string, unknown>;
    const name = String(metadata['name']);
    if (this.pods.has(name)) {
      refuse(response, refusal(409, 'AlreadyExists', `pods "${name}" already exists`));
      return;
    }
    const pod: Pod = { ...structuredClone(body), metadata: { ...metadata, uid: `uid-${name}` }, status: { phase: 'Pending' } };
    this.pods.set(name, pod);
    this.#tell('ADDED', pod);
    send(response, 201, pod);
    this.onPod(pod, false);
  }

  #one({ verb, resource }: Verb, name: string, { body, url }: { body: Json; url: URL }, response: ServerResponse): void {
    const pod = this.pods.get(name);
    if (!pod) {
      refuse(response, refusal(404, 'NotFound', `pods "${name}" not found`));
      return;
    }
    if (resource === 'pods/log') {
      response.end(this.logOf(name, url.searchParams.get('container') ?? ''));
      return;
    }
    if (verb === 'delete') this.remove(name);
    if (verb === 'patch') this.change(name, (body['status'] ?? {}) as Json);
    send(response, 200, pod);
  }

  #watch(url: URL, selects: (pod: Json) => boolean, response: ServerResponse): void {
    const from = Number(url.searchParams.get('resourceVersion') ?? 0);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    if (from < this.#forgotten) {
      const object = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };
      response.end(`${JSON.stringify({ type: 'ERROR', object })}\n`);
      return;
    }
    response.flushHeaders();
    for (const { type, object, version } of this.#events)
      if (version > from && selects(object)) response.write(`${JSON.stringify({ type, object })}\n`);
    const watcher = { response, selects };
    this.#watchers.add(watcher);
    response.on('close', () => this.#watchers.delete(watcher));
  }
}

function verbOf(method: string, url: URL, name: string | undefined, sub: string | undefined): Verb {
  const resource = url.pathname.endsWith('/selfsubjectaccessreviews')
    ? 'selfsubjectaccessreviews'
    : sub === undefined
      ? 'pods'
      : `pods/${sub}`;
  if (method === 'POST') return { verb: 'create', resource };
  if (method === 'PATCH') return { verb: 'patch', resource };
  if (method === 'DELETE') return { verb: name === undefined ? 'deletecollection' : 'delete', resource };
  if (name !== undefined) return { verb: 'get', resource };
  return { verb: url.searchParams.has('watch') ? 'watch' : 'list', resource };
}

function selector(text: string): (pod: Json) => boolean {
  const wanted = text
    .split(',')
    .filter(Boolean)
    .map((each) => each.split('='));
  return ({ metadata }) => {
    const labels = (metadata as { labels?: Record<string, string> }).labels ?? {};
    return wanted.every(([name = '', value = '']) => labels[name] === value);
  };
}

function send(response: ServerResponse, status: number, body: object, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const refuse = (response: ServerResponse, { status, reason, message, headers }: Refusal): void =>
  send(response, status, { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, message, code: status }, headers);
