// Reads kubeconfig files: clusters, users and contexts, several files as one, the first one to name something winning. Pure but for the files it
// names. Members: https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/.

import { dirname, isAbsolute, join } from 'node:path';
import { EmulatorError } from '#lib/emulator-error';
import { isObject } from '#lib/json-object';
import { loadYaml } from '#lib/yaml/load-yaml';
import { KUBECONFIG_INVALID } from './messages.ts';

/** Where to connect, and whom to trust there. */
export interface Target {
  readonly server: string;
  readonly namespace: string;
  readonly ca?: string | undefined;
  readonly insecure?: boolean | undefined;
  /** The name in the server's certificate, if not that of its address. */
  readonly serverName?: string | undefined;
}

/** A program that gets credentials. */
export interface ExecPlugin {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly apiVersion: string;
  readonly installHint?: string | undefined;
  readonly providesClusterInfo: boolean;
}

export interface Credentials {
  readonly token?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

export interface ConfigUser extends Credentials {
  readonly tokenFile?: string | undefined;
  readonly exec?: ExecPlugin | undefined;
}

type Members = Readonly<Record<string, unknown>>;
type Entries = ReadonlyMap<string, Members>;

export interface Config {
  readonly currentContext: string;
  readonly clusters: Entries;
  readonly users: Entries;
  readonly contexts: Entries;
}

/** Folder of the file in which a cluster or user stands: relative paths start there. */
const FOLDER = ' folder';

const invalid = (why: string): EmulatorError => new EmulatorError(KUBECONFIG_INVALID, why);
const textOf = (members: Members | undefined, name: string): string | undefined => {
  const value = members?.[name];
  return value === undefined || value === null || value === '' ? undefined : String(value);
};

/** @throws EmulatorError KUBECONFIG_INVALID */
export async function readConfig(path: string, text: string): Promise<Config> {
  const read = await loadYaml(text).catch((error: unknown) => {
    throw invalid(`The kubeconfig ${path} is no YAML: ${(error as Error).message}`);
  });
  if (!isObject(read)) throw invalid(`The kubeconfig ${path} is no object.`);
  const named = (list: string, member: string): Entries => {
    const entries = Array.isArray(read[list]) ? (read[list] as unknown[]).filter(isObject) : [];
    return new Map(
      entries.map((entry) => {
        const body = isObject(entry[member]) ? entry[member] : {};
        return [String(entry['name']), { ...body, [FOLDER]: dirname(path) }];
      }),
    );
  };
  return {
    currentContext: textOf(read, 'current-context') ?? '',
    clusters: named('clusters', 'cluster'),
    users: named('users', 'user'),
    contexts: named('contexts', 'context'),
  };
}

export function mergedConfig(configs: readonly Config[]): Config {
  const merged = (list: 'clusters' | 'users' | 'contexts'): Entries =>
    new Map([...configs].reverse().flatMap((config) => [...config[list]]));
  return {
    currentContext: configs.find(({ currentContext }) => currentContext !== '')?.currentContext ?? '',
    clusters: merged('clusters'),
    users: merged('users'),
    contexts: merged('contexts'),
  };
}

/** @throws EmulatorError KUBECONFIG_INVALID, which names what is missing or not supported */
export function targetOf(
  config: Config,
  wanted: string,
  read: (path: string) => string | undefined,
): { target: Target; user: ConfigUser; name: string } {
  const name = wanted || config.currentContext;
  const known = [...config.contexts.keys()].join(', ');
  if (name === '') throw invalid(`The kubeconfig has no current context; it has ${known || 'none at all'}.`);
  const context = config.contexts.get(name);
  if (!context) throw invalid(`The kubeconfig has no context ${name}; it has ${known || 'none at all'}.`);
  const cluster = config.clusters.get(textOf(context, 'cluster') ?? '');
  const server = textOf(cluster, 'server');
  if (!cluster || server === undefined)
    throw invalid(`The context ${name} names the cluster ${textOf(context, 'cluster')}, which has no server.`);
  if (cluster['proxy-url']) throw invalid(`The cluster of the context ${name} is behind a proxy (proxy-url), which is not supported.`);
  return {
    name,
    target: {
      server: server.replace(/\/$/, ''),
      namespace: textOf(context, 'namespace') ?? 'default',
      ca: dataOf(cluster, 'certificate-authority', read),
      insecure: cluster['insecure-skip-tls-verify'] === true,
      serverName: textOf(cluster, 'tls-server-name'),
    },
    user: userOf(config.users.get(textOf(context, 'user') ?? ''), name, read),
  };
}

function userOf(user: Members | undefined, context: string, read: (path: string) => string | undefined): ConfigUser {
  if (!user) return {};
  if (user['auth-provider'])
    throw invalid(
      `The user of the context ${context} signs in by an auth-provider, which Kubernetes itself has given up: use its plug-in (exec).`,
    );
  const tokenFile = textOf(user, 'tokenFile');
  return {
    token: textOf(user, 'token'),
    tokenFile: tokenFile && pathOf(user, tokenFile),
    cert: dataOf(user, 'client-certificate', read),
    key: dataOf(user, 'client-key', read),
    exec: isObject(user['exec']) ? pluginOf(user, user['exec'], context) : undefined,
  };
}

function pluginOf(user: Members, exec: Members, context: string): ExecPlugin {
  const command = textOf(exec, 'command');
  if (command === undefined) throw invalid(`The plug-in of the user of the context ${context} has no command.`);
  if (textOf(exec, 'interactiveMode') === 'Always')
    throw invalid(`The plug-in ${command} wants to ask a person (interactiveMode: Always), which is not supported.`);
  const variables = Array.isArray(exec['env']) ? exec['env'].filter(isObject) : [];
  return {
    command: command.includes('/') ? pathOf(user, command) : command,
    args: Array.isArray(exec['args']) ? exec['args'].map(String) : [],
    env: Object.fromEntries(variables.map((each) => [String(each['name']), String(each['value'] ?? '')])),
    apiVersion: textOf(exec, 'apiVersion') ?? 'client.authentication.k8s.io/v1',
    installHint: textOf(exec, 'installHint'),
    providesClusterInfo: exec['provideClusterInfo'] === true,
  };
}

const pathOf = (members: Members, path: string): string => (isAbsolute(path) ? path : join(String(members[FOLDER]), path));

/** `<name>-data`, in base64, before the file `<name>`. */
function dataOf(members: Members, name: string, read: (path: string) => string | undefined): string | undefined {
  const data = textOf(members, `${name}-data`);
  if (data !== undefined) return Buffer.from(data, 'base64').toString();
  const file = textOf(members, name);
  if (file === undefined) return undefined;
  const text = read(pathOf(members, file));
  if (text === undefined) throw invalid(`The kubeconfig names ${pathOf(members, file)} (${name}), which cannot be read.`);
  return text;
}
