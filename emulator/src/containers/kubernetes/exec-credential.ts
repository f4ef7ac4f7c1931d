// Credentials from a plug-in: a program that prints an ExecCredential, run again once that has expired or was refused.
// https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins

import { runCommand } from '#lib/child-process';
import { EmulatorError } from '#lib/emulator-error';
import { isObject, readObject } from '#lib/json-object';
import type { Credentials, ExecPlugin, Target } from './kubeconfig.ts';
import { KUBECONFIG_INVALID } from './messages.ts';

const MAX_SENTENCE = 500;

export class ExecCredential {
  readonly #plugin: ExecPlugin;
  readonly #target: Target;
  #had: { readonly credentials: Promise<Credentials & { readonly expiresMs: number }> } | undefined;

  constructor(plugin: ExecPlugin, target: Target) {
    this.#plugin = plugin;
    this.#target = target;
  }

  /** @throws EmulatorError KUBECONFIG_INVALID with the program's own words */
  async credentials(refused: boolean): Promise<Credentials> {
    const had = await this.#had?.credentials.catch(() => undefined);
    if (had && !refused && Date.now() < had.expiresMs) return had;
    const now = { credentials: this.#run() };
    this.#had = now;
    return now.credentials;
  }

  async #run(): Promise<Credentials & { readonly expiresMs: number }> {
    const { command, args, env, apiVersion, installHint, providesClusterInfo } = this.#plugin;
    const { server, ca, insecure, serverName } = this.#target;
    const cluster = {
      server,
      ...(ca && { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
      ...(insecure && { 'insecure-skip-tls-verify': true }),
      ...(serverName && { 'tls-server-name': serverName }),
    };
    const asked = { apiVersion, kind: 'ExecCredential', spec: { interactive: false, ...(providesClusterInfo && { cluster }) } };
    const run = runCommand(command, args, { env: { ...process.env, ...env, KUBERNETES_EXEC_INFO: JSON.stringify(asked) } });
    const { stdout } = await run.catch((cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'ENOENT' ? 'there is no such program' : cause.message.trim().slice(0, MAX_SENTENCE);
      throw new EmulatorError(
        KUBECONFIG_INVALID,
        `The plug-in ${command} of the kubeconfig gave no credentials: ${why}${installHint ? ` (${installHint})` : ''}`,
        { cause },
      );
    });
    const status = readObject(stdout)?.['status'];
    if (!isObject(status))
      throw new EmulatorError(KUBECONFIG_INVALID, `The plug-in ${command} of the kubeconfig printed no ExecCredential with a status.`);
    const text = (name: string) => (typeof status[name] === 'string' ? (status[name] as string) : undefined);
    const expires = Date.parse(text('expirationTimestamp') ?? '');
    return {
      token: text('token'),
      cert: text('clientCertificateData'),
      key: text('clientKeyData'),
      expiresMs: Number.isNaN(expires) ? Number.POSITIVE_INFINITY : expires,
    };
  }
}
