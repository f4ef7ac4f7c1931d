// Deploys a plain handler: a function that runs from its folder, with a URL that answers everybody on this machine. It is removed at the end.
import { join } from 'node:path';
import { type FunctionScope, functionPath } from '#cli/functions';
import { DEPLOYMENT_FAILED } from '#cli/messages';
import type { Deployed, Deployer } from '#hot-reload/loop/deployer';
import { EmulatorError } from '#lib/emulator-error';
import { readText } from '#lib/read-text';
import { functionRequest, untilSettled } from './function-request.ts';
import { exportedFunction, type HandlerOptions, type HandlerSettings, handlerSettings, languageOf } from './handler-settings.ts';

export interface HandlerProject extends HandlerOptions {
  readonly folder: string;
  /** Relative to the folder. */
  readonly file: string;
}

/** By this tag a function is known as made here, and may be replaced. */
const MARK = 'cloud-emulator:dev';
const ROLE = (account: string): string => `arn:aws:iam::${account}:role/emulator-dev`;
const TIMEOUT_S = 30;

export class HandlerDeployer implements Deployer {
  readonly folder: string;
  readonly #project: HandlerProject;
  readonly #scope: FunctionScope & { readonly account: string };
  readonly #bucket: string;
  #deployed: HandlerSettings | undefined;

  /** `bucket`: the bucket that means a folder of this machine. */
  constructor(project: HandlerProject, bucket: string, scope: FunctionScope & { readonly account: string }) {
    this.folder = project.folder;
    this.#project = project;
    this.#bucket = bucket;
    this.#scope = scope;
  }

  /** Whether another function is the handler now: all else of the code is reloaded. */
  redeploysAfter(file: string): boolean {
    if (file !== join(this.folder, this.#project.file)) return false;
    try {
      const exported = this.#project.handler ?? exportedFunction(readText(file), languageOf(file));
      return exported === undefined || !this.#deployed?.handler.endsWith(`.${exported}`);
    } catch {
      // It is gone, which the deployment tells.
      return true;
    }
  }

  async deploy(): Promise<Deployed> {
    const { folder, file } = this.#project;
    const settings = await handlerSettings(folder, file, this.#project);
    const before = this.#deployed;
    const isSame = before?.handler === settings.handler && before.runtime === settings.runtime;
    if (!isSame) await this.#put(settings, before);
    this.#deployed = settings;
    const { name } = settings;
    return {
      subject: `the function ${name}`,
      isChanged: !isSame,
      functions: [{ name, folder }],
      addresses: [{ name, url: await this.#url(name) }],
      outputs: {},
    };
  }

  async close(): Promise<string | undefined> {
    const name = this.#deployed?.name;
    if (name !== undefined) await functionRequest('DELETE', functionPath(name), undefined, this.#scope).catch(() => undefined);
    return undefined;
  }

  async #put({ name, runtime, handler }: HandlerSettings, before: HandlerSettings | undefined): Promise<void> {
    const path = functionPath(name);
    const configuration = { Runtime: runtime, Handler: handler, Timeout: TIMEOUT_S };
    const there = await functionRequest<{ Tags?: Record<string, string> }>('GET', path, undefined, this.#scope);
    if (there && !before && there.Tags?.[MARK] === undefined)
      throw new EmulatorError(DEPLOYMENT_FAILED, `There is a function ${name} already, which was not made here.`, {
        hint: '--name gives this one another name.',
      });
    if (there) {
      await functionRequest('PUT', `${path}/configuration`, configuration, this.#scope);
      await untilSettled(name, this.#scope);
      await functionRequest('PUT', `/2015-03-31/functions/${name}/code`, this.#code(), this.#scope);
    } else {
      const Role = ROLE(this.#scope.account);
      const input = { FunctionName: name, ...configuration, Role, Code: this.#code(), Tags: { [MARK]: this.#project.folder } };
      await functionRequest('POST', '/2015-03-31/functions', input, this.#scope);
    }
    await untilSettled(name, this.#scope);
  }

  #code = (): object => ({ S3Bucket: this.#bucket, S3Key: this.#project.folder });

  /** The address that needs no name server. */
  async #url(name: string): Promise<string> {
    const path = `/2021-10-31/functions/${name}/url`;
    const made =
      (await functionRequest<{ FunctionUrl: string }>('GET', path, undefined, this.#scope)) ??
      (await functionRequest<{ FunctionUrl: string }>('POST', path, { AuthType: 'NONE' }, this.#scope));
    const policy = await functionRequest('GET', `${functionPath(name)}/policy`, undefined, this.#scope);
    if (!policy)
      await functionRequest(
        'POST',
        `${functionPath(name)}/policy`,
        { StatementId: 'FunctionURLAllowPublicAccess', Action: 'lambda:InvokeFunctionUrl', Principal: '*', FunctionUrlAuthType: 'NONE' },
        this.#scope,
      );
    const { hostname } = new URL(made?.FunctionUrl ?? '');
    return `${this.#scope.url}/_function-url/${hostname.split('.')[0]}/`;
  }
}
