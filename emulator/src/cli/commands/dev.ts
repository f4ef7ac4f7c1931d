// `emulator dev`: finds out what the folder is, starts the emulator or joins one, deploys, and keeps what is deployed like the files.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { accountOfCredentials } from '#cli/cloud-request';
import { stackTarget } from '#cli/deploy/stack-target';
import { CdkDeployer } from '#cli/dev/cdk-deployer';
import { CdktfDeployer } from '#cli/dev/cdktf-deployer';
import { detectProject, type Project } from '#cli/dev/detect-project';
import type { Deployer } from '#cli/dev/dev-event';
import { readKeys } from '#cli/dev/dev-keys';
import { DevSession } from '#cli/dev/dev-session';
import { HandlerDeployer } from '#cli/dev/handler-deployer';
import { joinOrStart } from '#cli/dev/join-or-start';
import { TemplateDeployer } from '#cli/dev/template-deployer';
import { TerraformDeployer } from '#cli/dev/terraform-deployer';
import { endpoint } from '#cli/endpoint';
import { CDK_NOT_FOUND } from '#cli/messages';
import { chosenRegion } from '#cli/region';
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

/** Where nobody has set BUCKET_MARKER_LOCAL. */
const HOT_BUCKET = 'hot-reload';

/** Until it is interrupted. @throws EmulatorError PROJECT_UNKNOWN, and what keeps an emulator from starting */
export async function dev(path: string, options: DevOptions): Promise<void> {
  const project = detectProject(path);
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

async function deployerOf(
  project: Project,
  options: DevOptions,
  { url, isStarted }: { url: string; isStarted: boolean },
): Promise<Deployer> {
  const bucket = process.env['BUCKET_MARKER_LOCAL'] ?? HOT_BUCKET;
  if (project.kind === 'handler') {
    const { name, handler, runtime } = options;
    const scope = { url, region: chosenRegion().region, account: accountOfCredentials() };
    return new HandlerDeployer({ ...project, name, handler, runtime }, bucket, scope);
  }
  if (project.kind === 'terraform') {
    const { findTerraform } = await import('cloud-emulator-terraform/find-terraform');
    const program = findTerraform(process.env);
    if (program === undefined) throw terraformMissing();
    const scope = { url, region: chosenRegion().region, account: accountOfCredentials() };
    return new TerraformDeployer({ program, folder: project.folder, hotBucket: bucket, endsWithLoop: isStarted, scope });
  }
  if (project.kind === 'cdk') return cdkDeployer(project.folder, bucket, url, isStarted);
  if (project.kind === 'cdktf') return cdktfDeployer(project.folder, bucket, url, isStarted);
  const { openProject } = await import('cloud-emulator-stacks/project');
  const { deployStack } = await import('cloud-emulator-stacks/deploy-stack');
  const { folder, path = folder } = project as { folder: string; path?: string };
  return new TemplateDeployer({
    path,
    folder,
    stackName: options.stackName,
    hotBucket: bucket,
    endsWithLoop: isStarted,
    target: (region) => stackTarget(url, region),
    openProject,
    deployStack,
  });
}

/** @throws EmulatorError TERRAFORM_NOT_FOUND, CDKTF_APP_MISSING */
async function cdktfDeployer(folder: string, hotBucket: string, url: string, endsWithLoop: boolean): Promise<Deployer> {
  const { clientEnvironment, findCdktfApp, findTerraform, stacksOf, synthesize } = await import('cloud-emulator-cdktf/command');
  const program = findTerraform(process.env);
  if (program === undefined) throw terraformMissing();
  const { region } = chosenRegion();
  return new CdktfDeployer({
    program,
    folder,
    hotBucket,
    endsWithLoop,
    scope: { url, region, account: accountOfCredentials() },
    findCdktfApp,
    synthesize,
    stacksOf,
    environment: { ...clientEnvironment(process.env, url), AWS_REGION: region },
  });
}

/** The CDK works in the folder of the app. @throws EmulatorError CDK_NOT_FOUND */
async function cdkDeployer(folder: string, hotBucket: string, url: string, endsWithLoop: boolean): Promise<Deployer> {
  const { findCdk, functionSources, runCdk } = await import('cloud-emulator-cdk/command');
  const found = findCdk(folder);
  if (!found)
    throw new EmulatorError(CDK_NOT_FOUND, `There is no CDK in ${folder} or above.`, {
      hint: '`npm install --save-dev aws-cdk@^2.1148` puts one there.',
    });
  process.chdir(folder);
  return new CdkDeployer({
    folder,
    found,
    hotBucket,
    endsWithLoop,
    scope: { url, region: chosenRegion().region },
    runCdk,
    functionSources,
  });
}
