// Runs the Terraform, or OpenTofu, of this machine in a folder, and reads what it did. The emulator's address and credentials that are good for nothing
// else are in its environment.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { clientEnvironment } from 'cloud-emulator-client/client-environment';
import { DeploymentFailed, type Note } from 'cloud-emulator-hot-reload/loop/deployer';
import { byNumbers } from './by-numbers.ts';

export interface TerraformScope {
  readonly url: string;
  readonly region: string;
}

export interface TerraformResource {
  readonly type: string;
  readonly address: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Applied {
  /** Resources that were created, changed, replaced or deleted. */
  readonly changes: number;
  readonly outputs: Readonly<Record<string, string>>;
  /** All that are deployed now. */
  readonly resources: readonly TerraformResource[];
}

/** One line of `-json`. */
interface TerraformLine {
  readonly type?: string;
  readonly hook?: { readonly action?: string; readonly resource?: { readonly addr?: string } };
  readonly diagnostic?: {
    readonly severity?: string;
    readonly summary?: string;
    readonly detail?: string;
    readonly range?: { readonly filename?: string; readonly start?: { readonly line?: number } };
  };
  readonly outputs?: Readonly<Record<string, { readonly value?: unknown; readonly sensitive?: boolean }>>;
}

interface StateModule {
  readonly resources?: readonly TerraformResource[];
  readonly child_modules?: readonly StateModule[];
}

type See = (note: Note) => void;

const DONE = { create: 'created', update: 'updated', delete: 'deleted', replace: 'replaced' } as Readonly<Record<string, string>>;
const FLAGS = ['-input=false', '-no-color'];
const MAX_LINES = 12;
/** Providers or modules were added since the last `init`. */
const NEEDS_INIT = /\b(?:terraform|tofu) init\b/;

export class TerraformRuns {
  readonly #program: string;
  readonly #scope: TerraformScope;
  readonly #ending = new AbortController();

  /** @param program Absolute path of terraform or tofu. */
  constructor(program: string, scope: TerraformScope) {
    this.#program = program;
    this.#scope = scope;
  }

  /** Aborted once the runs are to end. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  abort(): void {
    this.#ending.abort();
  }

  /** Applies the configuration of the folder, after `init` where that was not done. @throws DeploymentFailed */
  async apply(folder: string, see: See): Promise<Applied> {
    if (!existsSync(join(folder, '.terraform'))) await this.#init(folder, see);
    const applied = await this.#applyOnce(folder, see).catch(async (error: unknown) => {
      if (this.signal.aborted || !(error instanceof DeploymentFailed) || !NEEDS_INIT.test(error.hint ?? '')) throw error;
      await this.#init(folder, see);
      return this.#applyOnce(folder, see);
    });
    const state = JSON.parse(await this.#output(folder, ['show', '-no-color', '-json'])) as { values?: { root_module?: StateModule } };
    return { ...applied, resources: resourcesIn(state.values?.root_module ?? {}) };
  }

  async #init(folder: string, see: See): Promise<void> {
    see({ type: 'note', state: 'plain', text: 'terraform init' });
    await this.#run(folder, ['init', ...FLAGS], (line) => line);
  }

  async #applyOnce(folder: string, see: See): Promise<Omit<Applied, 'resources'>> {
    let changes = 0;
    let outputs: TerraformLine['outputs'] = {};
    await this.#run(folder, ['apply', '-auto-approve', ...FLAGS, '-json'], (line) => {
      const { type, hook, diagnostic, outputs: given } = parsed(line);
      if (type === 'outputs') outputs = given ?? {};
      if (type === 'apply_complete') {
        changes++;
        see({ type: 'note', state: 'good', text: `${hook?.resource?.addr}  ${DONE[hook?.action ?? ''] ?? hook?.action}` });
      }
      if (diagnostic?.severity === 'warning') see({ type: 'note', state: 'plain', text: diagnostic.summary ?? '' });
      return diagnostic?.severity === 'error' ? told(diagnostic) : undefined;
    });
    const shown = Object.entries(outputs).map(([name, { value, sensitive }]) => [
      name,
      sensitive ? '(sensitive)' : typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return { changes, outputs: Object.fromEntries(shown) as Record<string, string> };
  }

  /** `read` returns the part of a line that tells of a failure. @throws DeploymentFailed */
  async #run(folder: string, words: readonly string[], read: (line: string) => string | undefined): Promise<void> {
    const child = this.#spawn(folder, words);
    const failures: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        const failure = read(line);
        if (failure !== undefined && failure.trim() !== '') failures.push(failure);
      });
    const code = await endOf(child);
    if (code !== 0) throw failed(words[0]!, code, failures.slice(-MAX_LINES).join('\n  '));
  }

  async #output(folder: string, words: readonly string[]): Promise<string> {
    const child = this.#spawn(folder, words);
    const [said, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), endOf(child)]);
    if (code !== 0) throw failed(words[0]!, code, problems);
    return said;
  }

  /** Terraform ends in order when it is interrupted once; a terminal would interrupt it besides, and the second time it gives up its state. */
  #spawn(folder: string, words: readonly string[]) {
    const child = spawn(this.#program, [...words], {
      cwd: folder,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const end = (): void => void child.kill('SIGINT');
    this.signal.addEventListener('abort', end, { once: true });
    child.once('close', () => this.signal.removeEventListener('abort', end));
    return child;
  }

  #environment(): NodeJS.ProcessEnv {
    const { url, region } = this.#scope;
    return {
      ...clientEnvironment(process.env, byNumbers(url)),
      AWS_REGION: region,
      CHECKPOINT_DISABLE: '1',
      TF_IN_AUTOMATION: '1',
    };
  }
}

function endOf(child: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new DeploymentFailed(`terraform could not be started: ${cause.message}`, 'TF_CMD names another one.', cause)),
    );
    child.once('close', (code) => resolve(code ?? 1));
  });
}

const failed = (command: string, code: number, hint: string): DeploymentFailed =>
  new DeploymentFailed(`terraform ${command} ended with ${code}.`, hint);

function parsed(line: string): TerraformLine {
  try {
    return JSON.parse(line) as TerraformLine;
  } catch {
    return {};
  }
}

function told({ summary = '', detail = '', range }: NonNullable<TerraformLine['diagnostic']>): string {
  const at = range?.filename === undefined ? '' : `${range.filename}:${range.start?.line ?? 1}: `;
  return `${at}${summary}${detail === '' ? '' : `: ${detail}`}`;
}

const resourcesIn = ({ resources = [], child_modules = [] }: StateModule): TerraformResource[] => [
  ...resources,
  ...child_modules.flatMap(resourcesIn),
];
