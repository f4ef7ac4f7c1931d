// `emulator dev`: finds out what the folder is, starts the emulator or joins one, deploys, and keeps what is deployed like the files.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readApp } from '#cli/cdktf-settings';
import { accountOfCredentials } from '#cli/cloud-request';
import { secretFolders } from '#cli/deploy/secret-folders';
import { stackTarget } from '#cli/deploy/stack-target';
import { deployedFunctions } from '#cli/dev/deployed-functions';
import { readKeys } from '#cli/dev/dev-keys';
import { DevSession } from '#cli/dev/dev-session';
import { HandlerDeployer } from '#cli/dev/handler-deployer';
import { joinOrStart } from '#cli/dev/join-or-start';
import { endpoint } from '#cli/endpoint';
import { CDK_NOT_FOUND, CDKTF_APP_MISSING, PROJECT_UNKNOWN } from '#cli/messages';
import { chosenRegion } from '#cli/region';
import { hotBucketOf } from '#hot-reload/folder/hot-marker';
import type { Deployer } from '#hot-reload/loop/deployer';
import { detectProject, type Project, UnknownProject } from '#hot-reload/loop/detect-project';
import { EmulatorError } from '#lib/emulator-error';
import { terraformMissing } from './tf.ts';

interface DevOptions {
  readonly name?: string;
  readonly handler?: string;
  readonly runtime?: string;
  readonly stackName?: string;
  readonly endpoint?: string;
  readonly json?: boolean;
}

/** Until it is interrupted. @throws EmulatorError PROJECT_UNKNOWN, and what keeps an emulator from starting */
export async function dev(path: string, options: DevOptions): Promise<void> {
  const project = projectAt(path);
  const folder = statSync(path).isDirectory() ? resolve(path) : project.folder;
  const emulator = await joinOrStart(endpoint(options.endpoint));
  const { url, isStarted } = emulator;
  const deployer = await deployerOf(project, options, emulator).catch(async (error: unknown) => {
    await emulator.stop();
    throw error;
  });
  const isTerminal = process.stdout.isTTY && process.stdin.isTTY;
  const output = options.json ? 'documents' : isTerminal ? 'screen' : 'lines';
  const session = new DevSession({ url, deployer, folder, output, stream: process.stdout });
  const giveBack = output === 'screen' ? readKeys(process.stdin, (key) => session.press(key)) : () => {};
  const quit = (): void => session.quit();
  for (const signal of SIGNALS) process.on(signal, quit);
  try {
    session.see({ type: 'project', project, url, started: isStarted });
    await session.run();
  } finally {
    giveBack();
    await emulator.stop();
    for (const signal of SIGNALS) process.off(signal, quit);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** @throws EmulatorError PROJECT_UNKNOWN */
function projectAt(path: string): Project {
  try {
    return detectProject(path);
  } catch (error) {
    if (!(error instanceof UnknownProject)) throw error;
    throw new EmulatorError(PROJECT_UNKNOWN, error.message, { hint: error.hint, cause: error });
  }
}

interface LoopSettings {
  readonly hotBucket: string;
  /** The address of the emulator. */
  readonly url: string;
  /** The emulator ends with the loop, and what is deployed with it. */
  readonly endsWithLoop: boolean;
}

async function deployerOf(
  project: Project,
  options: DevOptions,
  { url, isStarted }: { url: string; isStarted: boolean },
): Promise<Deployer> {
  const settings = { hotBucket: hotBucketOf(process.env), url, endsWithLoop: isStarted };
  switch (project.kind) {
    case 'handler': {
      const { name, handler, runtime } = options;
      return new HandlerDeployer({ ...project, name, handler, runtime }, settings.hotBucket, scopeAt(url));
    }
    case 'terraform':
      return terraformDeployer(project.folder, settings);
    case 'cdktf':
      return cdktfDeployer(project.folder, settings);
    case 'cdk':
      return cdkDeployer(project.folder, settings);
    case 'template': {
      const { TemplateDeployer } = await import('cloud-emulator-stacks/template-deployer');
      const { folder, path } = project;
      const target = (region: string | undefined) => stackTarget(url, region);
      const { stackName } = options;
      return new TemplateDeployer({
        path,
        folder,
        stackName,
        ...settings,
        target,
        functions: deployedFunctions,
        whyNotPacked: secretFolders(),
      });
    }
  }
}

const scopeAt = (url: string) => ({ url, region: chosenRegion().region, account: accountOfCredentials() });

/** @throws EmulatorError TERRAFORM_NOT_FOUND */
async function terraformDeployer(folder: string, { url, ...settings }: LoopSettings): Promise<Deployer> {
  const { findTerraform } = await import('cloud-emulator-terraform/find-terraform');
  const { TerraformDeployer } = await import('cloud-emulator-terraform/terraform-deployer');
  const program = findTerraform(process.env);
  if (program === undefined) throw terraformMissing();
  return new TerraformDeployer({ program, folder, ...settings, scope: scopeAt(url) });
}

/** @throws EmulatorError TERRAFORM_NOT_FOUND, CDKTF_APP_MISSING */
async function cdktfDeployer(folder: string, { url, ...settings }: LoopSettings): Promise<Deployer> {
  const { findCdktfApp, findTerraform } = await import('cloud-emulator-cdktf/command');
  const { CdktfDeployer } = await import('cloud-emulator-cdktf/cdktf-deployer');
  const program = findTerraform(process.env);
  if (program === undefined) throw terraformMissing();
  if (!readApp(() => findCdktfApp(folder)))
    throw new EmulatorError(CDKTF_APP_MISSING, `The cdktf.json in ${folder} names no \`app\`.`, {
      hint: 'It is the command that synthesizes: "app": "npx tsx main.ts".',
    });
  return new CdktfDeployer({ program, folder, ...settings, scope: scopeAt(url) });
}

/** The CDK works in the folder of the app. @throws EmulatorError CDK_NOT_FOUND */
async function cdkDeployer(folder: string, settings: LoopSettings): Promise<Deployer> {
  const { findCdk } = await import('cloud-emulator-cdk/command');
  const { CdkDeployer } = await import('cloud-emulator-cdk/cdk-deployer');
  const found = findCdk(folder);
  if (!found)
    throw new EmulatorError(CDK_NOT_FOUND, `There is no CDK in ${folder} or above.`, {
      hint: '`npm install --save-dev aws-cdk@^2.1148` puts one there.',
    });
  process.chdir(folder);
  const functions = deployedFunctions({ url: settings.url, region: chosenRegion().region });
  return new CdkDeployer({ folder, found, ...settings, functions });
}
