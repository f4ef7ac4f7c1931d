// Keeps a Terraform configuration applied. Functions that run from folders (hot reload) are reloaded without Terraform.
import { type Deployed, type Deployer, type DevFunction, isWithin, type Note } from 'cloud-emulator-hot-reload/loop/deployer';
import { addressesIn, functionsIn } from './terraform-resources.ts';
import { TerraformRuns, type TerraformScope } from './terraform-runs.ts';

export interface TerraformOptions {
  /** Absolute path of terraform or tofu. */
  readonly program: string;
  readonly folder: string;
  readonly hotBucket: string;
  /** The emulator ends with the loop, and all resources with it. */
  readonly endsWithLoop: boolean;
  readonly scope: TerraformScope;
}

/** Files that Terraform writes itself, its archives included. */
export const TERRAFORM_FILES = ['.terraform', '.terraform.lock.hcl*', '*.tfstate*', '*.zip', 'crash*.log'] as const;

export class TerraformDeployer implements Deployer {
  readonly folder: string;
  readonly ignored = TERRAFORM_FILES;
  readonly #options: TerraformOptions;
  readonly #runs: TerraformRuns;
  #functions: readonly DevFunction[] = [];

  constructor(options: TerraformOptions) {
    this.#options = options;
    this.#runs = new TerraformRuns(options.program, options.scope);
    this.folder = options.folder;
  }

  redeploysAfter(file: string): boolean {
    return !this.#functions.some(({ folder }) => folder !== undefined && isWithin(file, folder));
  }

  async deploy(see: (note: Note) => void): Promise<Deployed> {
    const { hotBucket, scope } = this.#options;
    const { changes, outputs, resources } = await this.#runs.apply(this.folder, see);
    this.#functions = functionsIn(resources, hotBucket);
    return {
      subject: 'the configuration',
      isChanged: changes > 0,
      functions: this.#functions,
      addresses: addressesIn(resources, scope.url),
      outputs,
    };
  }

  abort(): void {
    this.#runs.abort();
  }

  async close(): Promise<string | undefined> {
    if (this.#options.endsWithLoop)
      return 'The state of Terraform names resources that are gone with the emulator: the next apply makes them anew.';
    return 'The resources stay in the emulator; `terraform destroy` removes them where AWS_ENDPOINT_URL names it.';
  }
}
