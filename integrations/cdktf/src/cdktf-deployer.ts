// Deploys the stacks of a CDKTF app: synthesises it, then applies each stack with Terraform, after the stacks that it needs. Functions that run from folders
// (hot reload) are reloaded without either.
import { relative } from 'node:path';
import { clientEnvironment } from 'cloud-emulator-client/client-environment';
import {
  type Deployed,
  type Deployer,
  DeploymentFailed,
  type DevAddress,
  type DevFunction,
  isWithin,
  type Note,
} from 'cloud-emulator-hot-reload/loop/deployer';
import { TERRAFORM_FILES, type TerraformOptions } from 'cloud-emulator-terraform/terraform-deployer';
import { addressesIn, functionsIn } from 'cloud-emulator-terraform/terraform-resources';
import { TerraformRuns } from 'cloud-emulator-terraform/terraform-runs';
import { type CdktfApp, type CdktfStack, findCdktfApp, InvalidSettings, stacksOf, synthesize } from './cdktf-app.ts';

/** Lines that are shown of what the app printed before it failed. */
const MAX_LINES = 12;

export class CdktfDeployer implements Deployer {
  readonly folder: string;
  readonly ignored: readonly string[];
  readonly #options: TerraformOptions;
  readonly #runs: TerraformRuns;
  #functions: readonly DevFunction[] = [];
  #stacks: readonly string[] = [];

  constructor(options: TerraformOptions) {
    this.#options = options;
    this.#runs = new TerraformRuns(options.program, options.scope);
    this.folder = options.folder;
    this.ignored = [...TERRAFORM_FILES, relative(this.folder, this.#app().outputFolder)];
  }

  redeploysAfter(file: string): boolean {
    return !this.#functions.some(({ folder }) => folder !== undefined && isWithin(file, folder));
  }

  async deploy(see: (note: Note) => void): Promise<Deployed> {
    const { hotBucket, scope } = this.#options;
    const stacks = await this.#synthesized();
    this.#tellRemoved(stacks, see);
    const functions: DevFunction[] = [];
    const addresses: DevAddress[] = [];
    const outputs: [string, string][] = [];
    let changes = 0;
    for (const { name, folder } of stacks) {
      const applied = await this.#runs.apply(folder, (note) => see({ ...note, text: `${name}  ${note.text}` }));
      changes += applied.changes;
      functions.push(...functionsIn(applied.resources, hotBucket, `${name}/`));
      addresses.push(...addressesIn(applied.resources, scope.url));
      for (const [output, value] of Object.entries(applied.outputs))
        outputs.push([stacks.length === 1 ? output : `${name}.${output}`, value]);
      // Code of functions is reloaded, also where a later stack cannot be applied.
      this.#functions = [...this.#functions.filter((each) => functions.every((other) => other.name !== each.name)), ...functions];
    }
    this.#functions = functions;
    const subject = stacks.length === 1 ? `the stack ${stacks[0]!.name}` : `${stacks.length} stacks`;
    return { subject, isChanged: changes > 0, functions, addresses, outputs: Object.fromEntries(outputs) };
  }

  abort(): void {
    this.#runs.abort();
  }

  async close(): Promise<string | undefined> {
    if (this.#options.endsWithLoop)
      return 'The states of Terraform name resources that are gone with the emulator: the next deployment makes them anew.';
    return 'The stacks stay in the emulator; `emulator cdktf destroy` removes them.';
  }

  /** @throws DeploymentFailed */
  #app(): CdktfApp {
    try {
      const app = findCdktfApp(this.folder);
      if (app) return app;
    } catch (error) {
      if (!(error instanceof InvalidSettings)) throw error;
      throw new DeploymentFailed(error.message, 'It is a JSON document: { "app": "npx tsx main.ts" }.', error);
    }
    const hint = 'It is the command that synthesizes: "app": "npx tsx main.ts".';
    throw new DeploymentFailed(`The cdktf.json in ${this.folder} names no \`app\`.`, hint);
  }

  async #synthesized(): Promise<CdktfStack[]> {
    const { url, region } = this.#options.scope;
    const app = this.#app();
    const said: string[] = [];
    const environment = { ...clientEnvironment(process.env, url), AWS_REGION: region };
    const code = await synthesize(app, environment, { seeLine: (line) => said.push(line), signal: this.#runs.signal });
    if (code === 0) return stacksOf(app);
    throw new DeploymentFailed(`${app.command} ended with ${code}.`, lastLines(said));
  }

  #tellRemoved(stacks: readonly CdktfStack[], see: (note: Note) => void): void {
    const names = stacks.map(({ name }) => name);
    const removed = this.#stacks.filter((name) => !names.includes(name));
    this.#stacks = names;
    for (const name of removed)
      see({
        type: 'note',
        state: 'plain',
        text: `${name} is no longer in the app: its resources stay, and their state in terraform.${name}.tfstate`,
      });
  }
}

const lastLines = (lines: readonly string[]): string =>
  lines
    .filter((line) => line.trim() !== '')
    .slice(-MAX_LINES)
    .join('\n  ');
