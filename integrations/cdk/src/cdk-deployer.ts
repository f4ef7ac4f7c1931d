// Deploys a CDK app with the project's own CDK, then lets functions run from the folders that their code was made from, so that a change of code needs no deployment.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DeployedCode, DeployedFunctions } from 'cloud-emulator-hot-reload/loop/deployed-functions';
import {
  type Deployed,
  type Deployer,
  DeploymentFailed,
  type DevFunction,
  isWithin,
  type Note,
} from 'cloud-emulator-hot-reload/loop/deployer';
import { readText } from 'cloud-emulator-hot-reload/read-text';
import { type CdkRun, type CdkTold, runCdk } from './command.ts';
import { functionSources } from './function-sources.ts';

export interface CdkOptions {
  readonly folder: string;
  readonly found: CdkRun['found'];
  /** The bucket that means a folder of this machine. */
  readonly hotBucket: string;
  /** The emulator ends with the loop, and the stacks with it. */
  readonly endsWithLoop: boolean;
  /** The address of the emulator. */
  readonly url: string;
  readonly functions: DeployedFunctions;
}

/** The folder from which the code runs; undefined if it runs from an archive. */
const folderOf = ({ location }: DeployedCode): string | undefined => (location.startsWith('file:') ? fileURLToPath(location) : undefined);

interface Original {
  readonly archive: Buffer;
  readonly handler: string;
}

interface HotCode {
  readonly folder: string;
  /** The file that is bundled, where the folder may hold other things as well. */
  readonly entry?: string | undefined;
}

interface CdkSettings {
  readonly output?: string;
  readonly watch?: { readonly exclude?: readonly string[] | string };
}

const DEPLOY = ['deploy', '--all', '--require-approval', 'never', '--no-notices'];
/** Lines that are shown of what the CDK printed before it failed. */
const MAX_LINES = 12;
const LOG_OF_CDK = /^\s*at |^Subprocess exited/;

export class CdkDeployer implements Deployer {
  readonly folder: string;
  readonly ignored: readonly string[];
  readonly #options: CdkOptions;
  readonly #output: string;
  readonly #ending = new AbortController();
  /** By the name of the function. */
  readonly #hot = new Map<string, HotCode>();
  /** The code that the CDK deployed for functions that now run from folders, by name; kept for an emulator that outlives the loop. */
  readonly #originals = new Map<string, Original>();
  #stacks: readonly string[] = [];

  constructor(options: CdkOptions) {
    this.#options = options;
    this.folder = options.folder;
    const settings = JSON.parse(readText(join(this.folder, 'cdk.json'))) as CdkSettings;
    this.#output = settings.output ?? 'cdk.out';
    this.ignored = [
      this.#output,
      '.cdk.staging',
      ...[settings.watch?.exclude ?? []].flat().filter((pattern) => !/package\*?\.json$/.test(pattern)),
    ];
  }

  /** False for files that are only code, which the emulator reloads: all files of a code folder, and the entry file of a bundle. */
  redeploysAfter(file: string): boolean {
    return ![...this.#hot.values()].some(({ folder, entry }) => (entry === undefined ? isWithin(file, folder) : file === entry));
  }

  async deploy(see: (note: Note) => void): Promise<Deployed> {
    const { found, hotBucket, url } = this.#options;
    const said: string[] = [];
    let changes = 0;
    const told = (event: CdkTold): void => {
      if (event.type === 'output' && !LOG_OF_CDK.test(event.text)) said.push(event.text);
      if (event.type === 'warning' || event.type === 'bootstrap') see({ type: 'note', state: 'plain', text: event.text });
      if (event.type !== 'event' || /_IN_PROGRESS$/.test(event.ResourceStatus)) return;
      changes++;
      const failed = /FAILED|ROLLBACK/.test(event.ResourceStatus);
      const reason = failed && event.ResourceStatusReason ? `: ${event.ResourceStatusReason}` : '';
      const text = `${event.StackName}/${event.LogicalResourceId}  ${event.ResourceType}  ${event.ResourceStatus}${reason}`;
      see({ type: 'note', state: failed ? 'bad' : 'good', text });
    };
    const run: CdkRun = {
      found,
      words: DEPLOY,
      url,
      started: undefined,
      environment: process.env,
      json: false,
      folderBucket: hotBucket,
      see: told,
      signal: this.#ending.signal,
    };
    const code = await runCdk(run);
    if (code !== 0)
      throw new DeploymentFailed(
        `cdk ${DEPLOY.slice(0, 2).join(' ')} ended with ${code}.`,
        said
          .filter((line) => line.trim() !== '')
          .slice(-MAX_LINES)
          .join('\n  '),
      );
    this.#stacks = stacksIn(join(this.folder, this.#output));
    const functions = await this.#functionsFromFolders(see);
    const subject = this.#stacks.length === 1 ? `the stack ${this.#stacks[0]}` : `${this.#stacks.length} stacks`;
    return { subject, isChanged: changes > 0, functions, ...(await this.#results()) };
  }

  abort(): void {
    this.#ending.abort();
  }

  async close(): Promise<string | undefined> {
    if (this.#options.endsWithLoop || this.#stacks.length === 0) return undefined;
    await this.#giveBack();
    return `The stacks ${this.#stacks.join(', ')} stay in the emulator, with the code of the last deployment; \`emulator cdk destroy --all\` removes them.`;
  }

  /** Functions whose code can be traced to its source run from there, until the next deployment of their code. */
  async #functionsFromFolders(see: (note: Note) => void): Promise<DevFunction[]> {
    const sources = functionSources(join(this.folder, this.#output), this.folder);
    const deployed = (await this.#options.functions.list()).filter(({ stack }) =>
      this.#stacks.some((name) => stack === name || stack.startsWith(`${name}-`)),
    );
    this.#hot.clear();
    return Promise.all(
      deployed.map(async ({ name, stack, logicalId }): Promise<DevFunction> => {
        const label = `${stack}/${logicalId}`;
        const there = await this.#options.functions.codeOf(name);
        const runsFrom = there && folderOf(there);
        const traced = sources.find(
          (source) => source.logicalId === logicalId && (stack === source.stack || stack.startsWith(`${source.stack}-`)),
        );
        if (runsFrom !== undefined && traced?.code === undefined) {
          this.#hot.set(name, { folder: runsFrom });
          return { name, label, folder: runsFrom };
        }
        if (!traced?.code) {
          if (traced?.reason) see({ type: 'note', state: 'plain', text: `${label} is deployed again after each change: ${traced.reason}` });
          return { name, label };
        }
        const { folder, handler } = traced.code;
        if (there && (runsFrom !== folder || there.handler !== handler)) await this.#runFrom(folder, handler, name, there);
        this.#hot.set(name, { folder, entry: entryOf(folder, handler) });
        return { name, label, folder };
      }),
    );
  }

  async #runFrom(folder: string, handler: string, name: string, there: DeployedCode): Promise<void> {
    const { endsWithLoop, hotBucket } = this.#options;
    const before = this.#originals.get(name);
    if (!endsWithLoop && folderOf(there) === undefined)
      this.#originals.set(name, {
        archive: Buffer.from(await (await fetch(there.location)).arrayBuffer()),
        // A deployment of code alone leaves the handler as it is.
        handler: there.handler === handler ? (before?.handler ?? handler) : there.handler,
      });
    await this.#change(name, { S3Bucket: hotBucket, S3Key: folder }, handler, there.handler);
  }

  #change(name: string, code: object, handler: string, before: string): Promise<void> {
    return this.#options.functions.change(name, code, handler === before ? undefined : handler);
  }

  async #giveBack(): Promise<void> {
    for (const [name, { archive, handler }] of this.#originals) {
      const there = await this.#options.functions.codeOf(name);
      if (there && folderOf(there) !== undefined) await this.#change(name, { ZipFile: archive.toString('base64') }, handler, there.handler);
    }
  }

  async #results(): Promise<Pick<Deployed, 'addresses' | 'outputs'>> {
    const { url, functions } = this.#options;
    const all = (await Promise.all(this.#stacks.map((stack) => functions.outputs(stack)))).flat();
    const addresses = all.flatMap(({ name, value }) => {
      const [, id] = /^https?:\/\/([^.]+)\.lambda-url\./.exec(value) ?? [];
      return id === undefined ? [] : [{ name, url: `${url}/_function-url/${id}/` }];
    });
    const shown = new Set(addresses.map(({ name }) => name));
    return { addresses, outputs: Object.fromEntries(all.filter(({ name }) => !shown.has(name)).map(({ name, value }) => [name, value])) };
  }
}

/** Undefined where the code is not TypeScript, and runs as it is. */
const entryOf = (folder: string, handler: string): string | undefined =>
  ['.ts', '.mts', '.cts', '.tsx'].map((end) => join(folder, `${handler.replace(/\.[^./]*$/, '')}${end}`)).find((file) => existsSync(file));

/** The stacks of the last synthesis. */
function stacksIn(output: string): string[] {
  const file = join(output, 'manifest.json');
  if (!existsSync(file)) return [];
  const { artifacts = {} } = JSON.parse(readText(file)) as {
    artifacts?: Readonly<Record<string, { readonly type: string; readonly properties?: { readonly stackName?: string } }>>;
  };
  return Object.entries(artifacts)
    .filter(([, { type }]) => type === 'aws:cloudformation:stack')
    .map(([id, { properties }]) => properties?.stackName ?? id);
}
