// Deploys a project: packages it, uploads what is new, makes a change set, and executes it. `planStack` stops before that.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { artifactBucket, takeBack, type Upload, uploadArtifacts } from './artifact-bucket.ts';
import { type ChangeSet, createChangeSet, deleteChangeSet, executeChangeSet, type StackState, stackState } from './change-set.ts';
import { CloudClient } from './cloud-client.ts';
import { removeStack } from './delete-stack.ts';
import type { DeployEvent } from './deploy-event.ts';
import { localAddress } from './output-address.ts';
import { type CodeSource, type PackagedTemplate, packageTemplate } from './package-template.ts';
import type { StackProject } from './project.ts';
import { followOperation } from './stack-operation.ts';
import type { StackPlan } from './stack-plan.ts';
import { StackProblem } from './stack-problem.ts';
import type { Target } from './target.ts';
import { isObject } from './template-document.ts';

export interface DeployOptions {
  readonly target: Target;
  /** Builds code as `sam build` does, before it is packed. */
  readonly build: boolean;
  /** Functions take their code straight from folders, by this bucket; undefined: code is packed and uploaded. */
  readonly hotBucket?: string | undefined;
  /** Why files and folders outside of the template's folder are not packed, as the end of a sentence that begins with the path. */
  readonly whyNotPacked?: ((path: string) => string | undefined) | undefined;
  readonly see: (event: DeployEvent) => void;
}

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

/** Longer templates are read from a bucket. */
const MAX_BODY_BYTES = 51_200;
const FAILED = /ROLLBACK|FAILED/;

/** @throws StackProblem where it cannot be packaged, is refused, or fails, with the reason of the resource that failed first */
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
  { build, hotBucket, whyNotPacked: whyNot, see, target, dryRun }: DeployOptions & { readonly dryRun: boolean },
  client: CloudClient,
): Promise<Preparation> {
  const { template, document, stackName, parameters, tags, capabilities, roleArn } = project;
  const bucket = project.bucket ?? artifactBucket(target);
  const prefix = project.prefix ?? stackName;
  const cache = join(project.folder, '.aws-sam', 'cloud-emulator');
  const declared = isObject(document.content['Parameters']) ? Object.keys(document.content['Parameters']) : [];
  const packaging = { url: target.url, bucket, prefix, cache, build: build && !project.isBuilt, hotBucket, whyNot, see };
  const packaged = await packageTemplate(template, document, packaging);
  const body = packaged.text;
  const isLong = Buffer.byteLength(body) > MAX_BODY_BYTES;
  const key = `${prefix}/${createHash('sha256').update(body).digest('hex').slice(0, 32)}.template`;
  const whole = { key, kind: 'file' as const, source: template, content: async () => Buffer.from(body) };
  const artifacts = packaged.artifacts.filter(({ kind }) => kind === 'file' || !dryRun);
  const upload = await uploadArtifacts(isLong ? [...artifacts, whole] : artifacts, bucket, client, see);
  const previous = before && before.status !== 'REVIEW_IN_PROGRESS' ? before : undefined;
  const kept = (previous?.parameters ?? []).filter((name) => declared.includes(name)).map((name) => [name, undefined] as const);
  const changeSet = await createChangeSet(
    {
      ...{ stackName, tags, capabilities, roleArn },
      isNew: !previous,
      template: isLong ? { url: `${target.url}/${bucket}/${key}` } : { body },
      parameters: { ...Object.fromEntries(kept), ...parameters },
      withNested: dryRun,
    },
    client,
  ).catch(async (error: unknown) => {
    if (dryRun) await takeBack(upload, bucket, client);
    throw error;
  });
  return { packaged, changeSet, bucket, upload };
}

const outputsOf = ({ outputs }: StackState, { url }: Target): Output[] =>
  Object.entries(outputs).map(([name, value]) => ({ name, value, local: localAddress(value, url) }));
