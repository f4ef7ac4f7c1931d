// A real API server with its store, without nodes: validation, roles, watches and conflicts as they are. Needs the programs `etcd` and
// `kube-apiserver` (the variable KUBE_APISERVER has its path); how to get them: integrations/kubernetes/README.md.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { untilPasses } from '../until-passes.ts';
import type { Json } from './api-server.ts';
import type { Kubelet } from './kubelet.ts';

const ADMIN = 'admin-token';
/** The token of the user `emulator`, who may do nothing at first. */
export const EMULATOR_TOKEN = 'emulator-token';

export function whyNoApiServer(): string | undefined {
  const path = process.env['KUBE_APISERVER'];
  if (!path || !existsSync(path))
    return 'needs KUBE_APISERVER, the path of a kube-apiserver: integrations/kubernetes/README.md says how to build one';
  try {
    execFileSync('etcd', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return "needs etcd: Debian's package etcd-server";
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

export class RealApiServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'api-server-'));
  readonly #agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  readonly #programs: ChildProcess[] = [];
  #port = 0;
  #closing = false;

  async start(): Promise<void> {
    const [store, peer, port] = [await freePort(), await freePort(), await freePort()];
    this.#port = port;
    const at = (name: string) => join(this.#folder, name);
    execFileSync('openssl', ['genrsa', '-out', at('key'), '2048'], { stdio: 'ignore' });
    writeFileSync(at('tokens'), `${ADMIN},admin,1,"system:masters"\n${EMULATOR_TOKEN},emulator,2,""\n`);
    const url = `http://127.0.0.1:${store}`;
    this.#run('etcd', [
      '--data-dir',
      at('etcd'),
      '--listen-client-urls',
      url,
      '--advertise-client-urls',
      url,
      '--listen-peer-urls',
      `http://127.0.0.1:${peer}`,
    ]);
    this.#run(process.env['KUBE_APISERVER'] as string, [
      ...[
        `--etcd-servers=${url}`,
        `--cert-dir=${at('certs')}`,
        '--bind-address=127.0.0.1',
        `--secure-port=${port}`,
        `--token-auth-file=${at('tokens')}`,
      ],
      ...['--authorization-mode=RBAC', `--service-account-key-file=${at('key')}`, `--service-account-signing-key-file=${at('key')}`],
      ...[
        '--service-account-issuer=https://emulator.test',
        '--service-cluster-ip-range=10.96.0.0/16',
        '--disable-admission-plugins=ServiceAccount',
      ],
    ]);
    await untilPasses(async () => {
      const { status } = await this.call('GET', '/readyz');
      if (status !== 200) throw new Error(`/readyz answers ${status}`);
    });
  }

  kubeconfig(namespace: string, token = EMULATOR_TOKEN): string {
    return JSON.stringify({
      'current-context': 'real',
      clusters: [{ name: 'c', cluster: { server: `https://127.0.0.1:${this.#port}`, 'insecure-skip-tls-verify': true } }],
      users: [{ name: 'u', user: { token } }],
      contexts: [{ name: 'real', context: { cluster: 'c', user: 'u', namespace } }],
    });
  }

  /** As its administrator. */
  call(method: string, path: string, body?: object, type = 'application/json'): Promise<{ status: number; body: Json }> {
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port: this.#port,
          method,
          path,
          agent: this.#agent,
          headers: { Authorization: `Bearer ${ADMIN}`, 'Content-Type': type },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ status: answer.statusCode ?? 0, body: text.startsWith('{') ? (JSON.parse(text) as Json) : {} });
          });
        },
      );
      asked.once('error', reject);
      asked.end(body && JSON.stringify(body));
    });
  }

  /** Gives the Pods of a namespace to a node, and takes them from it when they are gone. */
  serve(namespace: string, kubelet: Kubelet): void {
    const path = `/api/v1/namespaces/${namespace}/pods?watch=true`;
    const asked = request(
      { host: '127.0.0.1', port: this.#port, path, agent: this.#agent, headers: { Authorization: `Bearer ${ADMIN}` } },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          const lines = (text + String(chunk)).split('\n');
          text = lines.pop() ?? '';
          for (const line of lines) {
            const { type, object } = JSON.parse(line) as { type: string; object: { metadata: { name: string }; spec: never } };
            if (type === 'ADDED') kubelet.add(object.metadata.name, object.spec);
            if (type === 'DELETED') kubelet.remove(object.metadata.name);
          }
        });
        answer.on('end', () => this.#closing || this.serve(namespace, kubelet));
        answer.on('error', () => undefined);
      },
    );
    asked.on('error', () => undefined);
    asked.end();
  }

  async report(namespace: string, pod: string, status: Json): Promise<void> {
    await this.call('PATCH', `/api/v1/namespaces/${namespace}/pods/${pod}/status`, { status }, 'application/merge-patch+json');
  }

  stop(): void {
    this.#closing = true;
    this.#agent.destroy();
    for (const program of this.#programs) program.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(command: string, args: readonly string[]): void {
    this.#programs.push(spawn(command, args, { stdio: 'ignore' }));
  }
}
