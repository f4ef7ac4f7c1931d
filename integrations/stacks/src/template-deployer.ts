// Deploys a template of CloudFormation or SAM: functions run from their folders, so that only a change of the template asks for a deployment.
import { basename, dirname, extname } from 'node:path';
import type { DeployedFunctions } from 'cloud-emulator-hot-reload/loop/deployed-functions';
import {
  type Deployed,
  type Deployer,
  DeploymentFailed,
  type DevFunction,
  isWithin,
  type Note,
} from 'cloud-emulator-hot-reload/loop/deployer';
import { CloudError } from './cloud-client.ts';
import type { DeployEvent } from './deploy-event.ts';
import { type DeployedStack, deployStack } from './deploy-stack.ts';
import { openProject, type StackProject } from './project.ts';
import type { Target } from './target.ts';

export interface TemplateOptions {
  /** The template, or the folder that holds it. */
  readonly path: string;
  readonly folder: string;
  readonly stackName?: string | undefined;
  /** The bucket that means a folder of this machine. */
  readonly hotBucket: string;
  /** The emulator ends with the loop, and the stack with it. */
  readonly endsWithLoop: boolean;
  readonly target: (region: string | undefined) => Target;
  readonly functions: (target: Target) => Pick<DeployedFunctions, 'list'>;
  /** Why files and folders outside of the template's folder are not packed, as the end of a sentence that begins with the path. */
  readonly whyNotPacked: (path: string) => string | undefined;
}

const SETTINGS = ['samconfig.toml', 'samconfig.yaml', 'samconfig.yml'];
const DOCUMENTS = ['.yaml', '.yml', '.json', '.template'];

export class TemplateDeployer implements Deployer {
  readonly folder: string;
  readonly ignored = ['.aws-sam'];
  readonly #options: TemplateOptions;
  #stack: DeployedStack | undefined;

  constructor(options: TemplateOptions) {
    this.folder = options.folder;
    this.#options = options;
  }

  redeploysAfter(file: string): boolean {
    if (SETTINGS.includes(basename(file)) && dirname(file) === this.folder) return true;
    // Which files it has is known once it has been deployed.
    if (!this.#stack) return DOCUMENTS.includes(extname(file)) || this.#isCode(file);
    return this.#stack.files.includes(file) || this.#isCode(file);
  }

  /** Code that was packed and uploaded: layers, and what make puts together. */
  #isCode(file: string): boolean {
    const packed = this.#stack?.code.filter(({ hotFolder }) => hotFolder === undefined) ?? [];
    return packed.some(({ source }) => isWithin(file, source));
  }

  async deploy(see: (note: Note) => void): Promise<Deployed> {
    const { path, stackName, hotBucket, whyNotPacked } = this.#options;
    const project = openProject(path, { stackName });
    const target = this.#options.target(project.region);
    for (const text of project.warnings) see({ type: 'note', state: 'plain', text });
    const how = { target, build: true, hotBucket, whyNotPacked, see: (event: DeployEvent) => tell(event, see) };
    const stack = await deployStack(project, how).catch((error: unknown) => {
      if (error instanceof CloudError) throw new DeploymentFailed(`${error.code}: ${error.message}`, undefined, error);
      throw error;
    });
    this.#stack = stack;
    const functions = await this.#functionsOf(project, stack, target);
    return { ...facts(project, stack), functions, isChanged: stack.isChanged };
  }

  async #functionsOf({ stackName }: StackProject, { code }: DeployedStack, target: Target): Promise<DevFunction[]> {
    const all = await this.#options.functions(target).list();
    return all
      .filter(({ stack }) => stack === stackName || stack.startsWith(`${stackName}-`))
      .map(({ stack, logicalId, name }): DevFunction => {
        const source = code.find((each) => each.logicalId === logicalId);
        return { name, label: `${stack}/${logicalId}`, folder: source?.hotFolder };
      });
  }

  async close(): Promise<string | undefined> {
    const name = this.#stack?.stackName;
    if (name === undefined || this.#options.endsWithLoop) return undefined;
    return `The stack ${name} stays in the emulator; \`emulator delete ${name}\` removes it.`;
  }
}

const facts = ({ stackName }: StackProject, { outputs }: DeployedStack): Pick<Deployed, 'subject' | 'addresses' | 'outputs'> => ({
  subject: `the stack ${stackName}`,
  addresses: outputs.flatMap(({ name, local }) => (local === undefined ? [] : [{ name, url: local }])),
  outputs: Object.fromEntries(outputs.filter(({ local }) => local === undefined).map(({ name, value }) => [name, value])),
});

/** Shows finished and failed resources. Resources in progress are left out: they would double the lines. */
function tell(event: DeployEvent, see: (note: Note) => void): void {
  if (event.type === 'warning' || event.type === 'note') see({ type: 'note', state: 'plain', text: event.text });
  if (event.type === 'built')
    see({ type: 'note', state: 'good', text: `built ${event.logicalId} with ${event.builder} in ${event.ms} ms` });
  if (event.type !== 'resource' || event.status.endsWith('_IN_PROGRESS')) return;
  const failed = /FAILED|ROLLBACK/.test(event.status);
  const reason = failed && event.reason ? `: ${event.reason}` : '';
  see({ type: 'note', state: failed ? 'bad' : 'good', text: `${event.logicalId}  ${event.resourceType}  ${event.status}${reason}` });
}
