import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { advertisedUrl } from './advertised-url.ts';
import { findCluster, type Machine } from './cluster-access.ts';

const machine = (files: Record<string, string>, environment: Record<string, string> = {}): Machine => ({
  environment,
  home: '/home/me',
  read: (path) => files[path],
});
const config = (user: string, cluster = 'server: https://c:6443') => `
apiVersion: v1
current-context: one
clusters: [{ name: c, cluster: { ${cluster} } }]
users: [{ name: u, user: { ${user} } }]
contexts:
  - { name: one, context: { cluster: c, user: u, namespace: team } }
  - { name: two, context: { cluster: gone, user: u } }
`;
const MOUNTED = '/var/run/secrets/kubernetes.io/serviceaccount';

it('in a Pod it is the service account, with its namespace and its token of the moment', async () => {
  const files = {
    [`${MOUNTED}/token`]: 'first\n',
    [`${MOUNTED}/namespace`]: 'ours',
    [`${MOUNTED}/ca.crt`]: 'CA',
    '/home/me/.kube/config': config('token: t'),
  };
  const found = await findCluster('', machine(files, { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' }));
  expect(found).toMatchObject({ server: 'https://10.0.0.1:443', namespace: 'ours', ca: 'CA', inside: true });
  files[`${MOUNTED}/token`] = 'second';
  expect(await found.credentials(false)).toEqual({ token: 'second' });
});

it('else a kubeconfig: several files as one, data before files, paths from where they stand', async () => {
  const first = config('token: t').replace('current-context: one', '').replace('users: [{ name: u, user: { token: t } }]', 'users: []');
  const data = Buffer.from('CERT').toString('base64');
  const second = config(`client-certificate-data: ${data}, client-key: keys/my.pem`);
  const files = { '/a': first, '/b/c': second, '/b/keys/my.pem': 'KEY' };
  const found = await findCluster('', machine(files, { KUBECONFIG: '/a:/b/c:/gone' }));
  expect(found).toMatchObject({ server: 'https://c:6443', namespace: 'team', inside: false, because: 'the context one in /a, /b/c' });
  expect(await found.credentials(false)).toMatchObject({ cert: 'CERT', key: 'KEY' });
});

it('a plug-in is run once, and again where its credentials are refused', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plugin-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const count = join(folder, 'count');
  writeFileSync(
    join(folder, 'sign-in'),
    `#!/bin/sh\necho "$KUBERNETES_EXEC_INFO" | grep -q ExecCredential || exit 3\necho x >> ${count}\necho '{"kind":"ExecCredential","status":{"token":"t'$(wc -l < ${count})'"}}'\n`,
    { mode: 0o755 },
  );
  const user = 'exec: { apiVersion: client.authentication.k8s.io/v1, command: ./sign-in, args: [a] }';
  const found = await findCluster('', machine({ [`${folder}/config`]: config(user) }, { KUBECONFIG: `${folder}/config` }));
  const tokens = [await found.credentials(false), await found.credentials(false), await found.credentials(true)];
  expect(tokens.map(({ token }) => token?.replaceAll(' ', ''))).toEqual(['t1', 't1', 't2']);
  const failing = await findCluster(
    '',
    machine({ '/home/me/.kube/config': config('exec: { command: not-there-at-all, installHint: get it }') }),
  );
  await expect(failing.credentials(false)).rejects.toThrow(
    'The plug-in not-there-at-all of the kubeconfig gave no credentials: there is no such program (get it)',
  );
});

describe('is told with what to do', () => {
  it.each<[string, string, Machine, string]>([
    ['nothing', '', machine({}), 'No Kubernetes cluster is configured: there is no /home/me/.kube/config, no KUBECONFIG'],
    ['no YAML', '', machine({ '/home/me/.kube/config': '{' }), 'The kubeconfig /home/me/.kube/config is no YAML'],
    [
      'an unknown context',
      'three',
      machine({ '/home/me/.kube/config': config('token: t') }),
      'The kubeconfig has no context three; it has one, two.',
    ],
    [
      'a context without cluster',
      'two',
      machine({ '/home/me/.kube/config': config('token: t') }),
      'names the cluster gone, which has no server',
    ],
    ['a provider', '', machine({ '/home/me/.kube/config': config('auth-provider: { name: gcp }') }), 'use its plug-in (exec)'],
    ['a proxy', '', machine({ '/home/me/.kube/config': config('token: t', 'server: https://c, proxy-url: http://p') }), 'behind a proxy'],
    [
      'a missing file',
      '',
      machine({ '/home/me/.kube/config': config('client-key: gone.pem') }),
      '/home/me/.kube/gone.pem (client-key), which cannot be read',
    ],
  ])('%s', async (_, context, given, says) => expect(findCluster(context, given)).rejects.toThrow(says));
});

describe('the advertised URL', () => {
  const interfaces = {
    lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true }],
    eth0: [{ address: '10.1.2.3', family: 'IPv4', internal: false }],
  };
  const of = (listens: string, advertised = '') => advertisedUrl({ origin: 'http://127.0.0.1:4566', listens, advertised }, interfaces);

  it('is what is set, the address of the gateway, or this machine', () => {
    expect([of('127.0.0.1:4566', 'http://emulator:4566/'), of('10.9.9.9:4566'), of('0.0.0.0:4566')]).toEqual([
      'http://emulator:4566',
      'http://10.9.9.9:4566',
      'http://10.1.2.3:4566',
    ]);
  });

  it('is none where no Pod gets there', () => {
    expect(() => of('127.0.0.1:4566')).toThrow('No Pod reaches this emulator: its gateway listens on 127.0.0.1 alone');
    expect(() => of('0.0.0.0:4566', 'emulator:4566')).toThrow('write it as http://host:port');
  });
});
