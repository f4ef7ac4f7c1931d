// Finds the cluster: by KUBECONFIG, by the service account of the Pod in which the emulator runs, or by ~/.kube/config. Order and files as in
// https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/ and
// https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/.

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { EmulatorError } from '#lib/emulator-error';
import { ExecCredential } from './exec-credential.ts';
import { type ConfigUser, type Credentials, mergedConfig, readConfig, type Target, targetOf } from './kubeconfig.ts';
import { CLUSTER_NOT_CONFIGURED, KUBECONFIG_INVALID } from './messages.ts';

export interface ClusterAccess extends Target {
  /** `the service account of this Pod`, `the context kind in …` */
  readonly because: string;
  /** Whether the emulator itself runs in a Pod of that cluster. */
  readonly inside: boolean;
  /** `refused`: those of the last call were not accepted. */
  readonly credentials: (refused: boolean) => Promise<Credentials>;
}

export interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Undefined if there is no such file. */
  readonly read: (path: string) => string | undefined;
}

const MOUNTED = '/var/run/secrets/kubernetes.io/serviceaccount';

export const thisMachine = (): Machine => ({
  environment: process.env,
  home: homedir(),
  read: (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  },
});

/** `context`: the name of another context than the current one. @throws EmulatorError CLUSTER_NOT_CONFIGURED, KUBECONFIG_INVALID */
export async function findCluster(context: string, machine: Machine = thisMachine()): Promise<ClusterAccess> {
  const { environment, home, read } = machine;
  const named = environment['KUBECONFIG']?.split(delimiter).filter(Boolean) ?? [];
  const inside = named.length === 0 && context === '' ? ofThisPod(machine) : undefined;
  if (inside) return inside;
  const paths = named.length > 0 ? named : [join(home, '.kube', 'config')];
  const files = paths.flatMap((path) => {
    const text = read(path);
    return text === undefined ? [] : [{ path, text }];
  });
  if (files.length === 0)
    throw new EmulatorError(
      CLUSTER_NOT_CONFIGURED,
      `No Kubernetes cluster is configured: there is no ${paths.join(', ')}${named.length > 0 ? ' (KUBECONFIG)' : ', no KUBECONFIG, and this is no Pod with a service account'}.`,
    );
  const config = mergedConfig(await Promise.all(files.map(({ path, text }) => readConfig(path, text))));
  const { target, user, name } = targetOf(config, context, read);
  return {
    ...target,
    inside: false,
    because: `the context ${name} in ${files.map(({ path }) => path).join(', ')}`,
    credentials: credentialsOf(user, target, read),
  };
}

/** The mounted token is replaced while the Pod runs, so each call reads it. */
function ofThisPod({ environment, read }: Machine): ClusterAccess | undefined {
  const [host, port] = [environment['KUBERNETES_SERVICE_HOST'], environment['KUBERNETES_SERVICE_PORT']];
  if (!host || read(join(MOUNTED, 'token')) === undefined) return undefined;
  return {
    server: `https://${host.includes(':') ? `[${host}]` : host}:${port ?? 443}`,
    namespace: read(join(MOUNTED, 'namespace'))?.trim() || 'default',
    ca: read(join(MOUNTED, 'ca.crt')),
    because: 'the service account of this Pod',
    inside: true,
    credentials: async () => ({ token: read(join(MOUNTED, 'token'))?.trim() }),
  };
}

function credentialsOf(user: ConfigUser, target: Target, read: Machine['read']): ClusterAccess['credentials'] {
  const { exec, tokenFile, ...fixed } = user;
  if (exec) {
    const plugin = new ExecCredential(exec, target);
    return async (refused) => ({ ...fixed, ...(await plugin.credentials(refused)) });
  }
  if (tokenFile === undefined) return async () => fixed;
  return async () => {
    const token = read(tokenFile)?.trim();
    if (!token) throw new EmulatorError(KUBECONFIG_INVALID, `The kubeconfig names ${tokenFile} for a token, and there is none.`);
    return { ...fixed, token };
  };
}
