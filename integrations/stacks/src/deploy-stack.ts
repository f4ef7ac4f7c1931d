// Deploys a project: packages it, uploads what is new, makes a change set, and executes it. `planStack` stops before that.

import { artifactBucket, takeBack, type Upload, uploadArtifacts } from './artifact-bucket.ts';
import { assertDeployable } from './assert-deployable.ts';
import { type ChangeSet, createChangeSet, deleteChangeSet, executeChangeSet, type StackState, stackState } from './change-set.ts';
import { CloudClient } from './cloud-client.ts';
import { removeStack } from './delete-stack.ts';
import type { DeployEvent } from './deploy-event.ts';
import { type DeployOptions, inputOf, longTemplate, packagingOf } from './deploy-input.ts';
import { localAddress } from './output-address.ts';
import { type CodeSource, type PackagedTemplate, packageTemplate } from './package-template.ts';
import type { StackProject } from './project.ts';
import { followOperation } from './stack-operation.ts';
import type { StackPlan } from './stack-plan.ts';
import { StackProblem } from './stack-problem.ts';
import type { Target } from './target.ts';

export interface Output {
  readonly name: string;
  readonly value: string;
  /** Where this emulator answers for an address of the cloud. */
  readonly local: string | undefined;
}

export interface DeployedStack {
  readonly stackName: string;
  readonly stackId: string;
  /** `CREATE_COMPLETE`, `UPDATE_COMPLETE`; that of before where nothing was to change. */
  readonly status: string;
  readonly isChanged: boolean;
  readonly outputs: readonly Output[];
  readonly code: readonly CodeSource[];
  /** Templates and definitions: after a change of one of these the stack is to be deployed again. */
  readonly files: readonly string[];
}

const FAILED = /ROLLBACK|FAILED/;

/** @throws StackProblem where it cannot be packaged, is refused, or fails, with the reasons of the resources that failed */
export async function deployStack(project: StackProject, options: DeployOptions): Promise<DeployedStack> {
  const { target, see } = options;
  const client = new CloudClient(target);
  const before = await currentStack(project, client, see);
  const prepared = await prepare(project, before, { ...options, dryRun: false }, client);
  const { packaged, changeSet } = prepared;
  const facts = { stackName: project.stackName, code: packaged.code, files: packaged.files };
  if (changeSet.isEmpty && before) {
    await deleteChangeSet(changeSet.id, client);
    return { ...facts, stackId: before.id, status: before.status, isChanged: false, outputs: outputsOf(before, target) };
  }
  const { stackId } = changeSet;
  const execute = () => executeChangeSet(changeSet.id, project.disableRollback, client);
  const status = await followOperation(
    { stackId, stackName: project.stackName },
    { begin: execute, isGood: (end) => !FAILED.test(end), see },
    target,
  );
  const after = await stackState(stackId, client);
  return { ...facts, stackId, status, isChanged: true, outputs: after ? outputsOf(after, target) : [] };
}

/** The changes that a deployment would make. Planning leaves nothing behind. @throws StackProblem */
export async function planStack(project: StackProject, options: DeployOptions): Promise<StackPlan> {
  const client = new CloudClient(options.target);
  const before = await stackState(project.stackName, client);
  if (isReplaced(before))
    throw new StackProblem(
      'deploy',
      `${project.stackName} is left from a creation that failed, and has nothing to compare with.`,
      `A deployment deletes it and makes it anew; after \`emulator delete ${project.stackName}\` a plan shows what is made.`,
    );
  const { changeSet, upload, bucket } = await prepare(project, before, { ...options, dryRun: true }, client);
  await deleteChangeSet(changeSet.id, client);
  // The stack that a change set made for its review.
  if (!before) await client.cloudFormation('DeleteStack', { StackName: changeSet.stackId });
  await takeBack(upload, bucket, client);
  return { stackName: project.stackName, isNew: !before, changes: changeSet.isEmpty ? [] : changeSet.changes };
}

const isReplaced = (stack: StackState | undefined): boolean => stack?.status === 'ROLLBACK_COMPLETE';

/** The stack as it is; one whose creation failed is deleted first, because it can only be deleted. */
async function currentStack(
  { stackName }: StackProject,
  client: CloudClient,
  see: (event: DeployEvent) => void,
): Promise<StackState | undefined> {
  const stack = await stackState(stackName, client);
  if (!stack || !isReplaced(stack)) return stack;
  see({ type: 'note', text: `The stack ${stackName} is left from a creation that failed: it is deleted and made anew.` });
  await removeStack(stack, { stackName, see: () => undefined }, client);
  return undefined;
}

interface Preparation {
  readonly packaged: PackagedTemplate;
  readonly changeSet: ChangeSet;
  readonly bucket: string;
  readonly upload: Upload;
}

async function prepare(
  project: StackProject,
  before: StackState | undefined,
  options: DeployOptions & { readonly dryRun: boolean },
  client: CloudClient,
): Promise<Preparation> {
  const { document, template } = project;
  const { see, target, dryRun } = options;
  await assertDeployable(project, before, options, client);
  const bucket = project.bucket ?? artifactBucket(target);
  const packaged = await packageTemplate(template, document, packagingOf(project, options));
  const long = longTemplate(packaged.text, project);
  const artifacts = packaged.artifacts.filter(({ kind }) => kind === 'file' || !dryRun);
  const upload = await uploadArtifacts(long ? [...artifacts, long] : artifacts, bucket, client, see);
  const body = long ? { url: `${target.url}/${bucket}/${long.key}` } : { body: packaged.text };
  const input = { ...inputOf(project, before), template: body, purpose: 'deploy', withNested: dryRun };
  const changeSet = await createChangeSet(input, client).catch(async (error: unknown) => {
    if (dryRun) await takeBack(upload, bucket, client);
    throw error;
  });
  return { packaged, changeSet, bucket, upload };
}

const outputsOf = ({ outputs }: StackState, { url }: Target): Output[] =>
  Object.entries(outputs).map(([name, value]) => ({ name, value, local: localAddress(value, url) }));
