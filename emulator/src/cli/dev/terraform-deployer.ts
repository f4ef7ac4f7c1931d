// Applies a Terraform configuration with the Terraform, or OpenTofu, of this machine. Functions that run from folders (hot reload) are reloaded without it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { FunctionScope } from '#cli/functions';
import { DEPLOY_FAILED } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';
import { type Deployed, type Deployer, type DevAddress, type DevFunction, isWithin, type Note } from './dev-event.ts';

export interface TerraformOptions {
  /** Absolute path of terraform or tofu. */
  readonly program: string;
  readonly folder: string;
  readonly hotBucket: string;
  /** The emulator ends with the loop, and all resources with it. */
  readonly endsWithLoop: boolean;
  readonly scope: FunctionScope & { readonly account: string };
}

/** One line of `-json`. */
interface TerraformLine {
  readonly type?: string;
  readonly '@level'?: string;
  readonly hook?: { readonly action?: string; readonly resource?: { readonly addr?: string } };
  readonly diagnostic?: {
    readonly severity?: string;
    readonly summary?: string;
    readonly detail?: string;
    readonly range?: { readonly filename?: string; readonly start?: { readonly line?: number } };
  };
  readonly changes?: { readonly add: number; readonly change: number; readonly remove: number; readonly operation?: string };
  readonly outputs?: Readonly<Record<string, { readonly value?: unknown; readonly sensitive?: boolean }>>;
}

interface StateModule {
  readonly resources?: readonly { readonly type: string; readonly address: string; readonly values: Readonly<Record<string, unknown>> }[];
  readonly child_modules?: readonly StateModule[];
}

/** They would lead Terraform, or its credentials, to the real cloud. */
const ELSEWHERE = /^AWS_(PROFILE|DEFAULT_PROFILE|SESSION_TOKEN|ROLE_ARN|WEB_IDENTITY_TOKEN_FILE|ENDPOINT_URL.*|CONTAINER_CREDENTIALS_.*)$/;
const DONE = { create: 'created', update: 'updated', delete: 'deleted', replace: 'replaced' } as Readonly<Record<string, string>>;
const FLAGS = ['-input=false', '-no-color'];

export class TerraformDeployer implements Deployer {
  readonly folder: string;
  /** What Terraform and its archives write themselves. */
  readonly ignored = ['.terraform', '.terraform.lock.hcl*', '*.tfstate*', '*.zip', 'crash*.log'];
  readonly #options: TerraformOptions;
  readonly #ending = new AbortController();
  #functions: readonly DevFunction[] = [];

  constructor(options: TerraformOptions) {
    this.#options = options;
    this.folder = options.folder;
  }

  redeploysAfter(file: string): boolean {
    return !this.#functions.some(({ folder }) => folder !== undefined && isWithin(file, folder));
  }

  async deploy(see: (note: Note) => void): Promise<Deployed> {
    if (!existsSync(join(this.folder, '.terraform'))) {
      see({ type: 'note', state: 'plain', text: 'terraform init' });
      await this.#run(['init', ...FLAGS], (line) => line);
    }
    let changes = 0;
    let outputs: TerraformLine['outputs'] = {};
    await this.#run(['apply', '-auto-approve', ...FLAGS, '-json'], (line) => {
      const { type, hook, diagnostic, outputs: given } = parsed(line);
      if (type === 'outputs') outputs = given ?? {};
      if (type === 'apply_complete') {
        changes++;
        see({ type: 'note', state: 'good', text: `${hook?.resource?.addr}  ${DONE[hook?.action ?? ''] ?? hook?.action}` });
      }
      if (diagnostic?.severity === 'warning') see({ type: 'note', state: 'plain', text: diagnostic.summary ?? '' });
      return diagnostic?.severity === 'error' ? told(diagnostic) : undefined;
    });
    const resources = resourcesOf(
      JSON.parse(await this.#output(['show', '-no-color', '-json'])) as { values?: { root_module?: StateModule } },
    );
    this.#functions = functionsIn(resources, this.#options.hotBucket);
    const shown = Object.entries(outputs).map(([name, { value, sensitive }]) => [
      name,
      sensitive ? '(sensitive)' : typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return {
      subject: 'the configuration',
      isChanged: changes > 0,
      functions: this.#functions,
      addresses: addressesIn(resources, this.#options.scope.url),
      outputs: Object.fromEntries(shown) as Record<string, string>,
    };
  }

  abort(): void {
    this.#ending.abort();
  }

  async close(): Promise<string | undefined> {
    if (this.#options.endsWithLoop)
      return 'The state of Terraform names resources that are gone with the emulator: the next apply makes them anew.';
    return 'The resources stay in the emulator; `terraform destroy` removes them where AWS_ENDPOINT_URL names it.';
  }

  /** `read` returns the part of a line that tells of a failure. @throws EmulatorError DEPLOY_FAILED */
  async #run(words: readonly string[], read: (line: string) => string | undefined): Promise<void> {
    const child = this.#spawn(words);
    const failures: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        const failure = read(line);
        if (failure !== undefined && failure.trim() !== '') failures.push(failure);
      });
    const code = await endOf(child);
    if (code !== 0) throw failed(words[0]!, code, failures.slice(-MAX_LINES).join('\n  '));
  }

  async #output(words: readonly string[]): Promise<string> {
    const child = this.#spawn(words);
    const [said, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), endOf(child)]);
    if (code !== 0) throw failed(words[0]!, code, problems);
    return said;
  }

  /** Terraform ends in order when it is interrupted once; a terminal would interrupt it besides, and the second time it gives up its state. */
  #spawn(words: readonly string[]) {
    const child = spawn(this.#options.program, [...words], {
      cwd: this.folder,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const end = (): void => void child.kill('SIGINT');
    this.#ending.signal.addEventListener('abort', end, { once: true });
    child.once('close', () => this.#ending.signal.removeEventListener('abort', end));
    return child;
  }

  #environment(): NodeJS.ProcessEnv {
    const { url, account, region } = this.#options.scope;
    const kept = Object.entries(process.env).filter(([name]) => !ELSEWHERE.test(name));
    return {
      ...Object.fromEntries(kept),
      // Names below localhost, by which buckets would be reached, do not resolve everywhere.
      AWS_ENDPOINT_URL: url.replace(/^(https?:\/\/)localhost(?=[:/]|$)/, '$1127.0.0.1'),
      AWS_ACCESS_KEY_ID: account,
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: region,
      AWS_EC2_METADATA_DISABLED: 'true',
      CHECKPOINT_DISABLE: '1',
      TF_IN_AUTOMATION: '1',
    };
  }
}

const MAX_LINES = 12;

function endOf(child: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(
        new EmulatorError(DEPLOY_FAILED, `terraform could not be started: ${cause.message}`, { hint: 'TF_CMD names another one.', cause }),
      ),
    );
    child.once('close', (code) => resolve(code ?? 1));
  });
}

const failed = (command: string, code: number, hint: string): EmulatorError =>
  new EmulatorError(DEPLOY_FAILED, `terraform ${command} ended with ${code}.`, { hint });

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

type Resources = NonNullable<StateModule['resources']>;

function resourcesOf({ values }: { readonly values?: { readonly root_module?: StateModule } }): Resources {
  const inModule = ({ resources = [], child_modules = [] }: StateModule): Resources => [...resources, ...child_modules.flatMap(inModule)];
  return values?.root_module ? inModule(values.root_module) : [];
}

const functionsIn = (resources: Resources, hotBucket: string): DevFunction[] =>
  resources
    .filter(({ type }) => type === 'aws_lambda_function')
    .map(({ address, values }) => ({
      name: String(values['function_name']),
      label: address,
      folder: values['s3_bucket'] === hotBucket ? String(values['s3_key']) : undefined,
    }));

/** The address that needs no name server. */
const addressesIn = (resources: Resources, url: string): DevAddress[] =>
  resources
    .filter(({ type, values }) => type === 'aws_lambda_function_url' && typeof values['url_id'] === 'string')
    .map(({ values }) => ({ name: String(values['function_name']), url: `${url}/_function-url/${String(values['url_id'])}/` }));
