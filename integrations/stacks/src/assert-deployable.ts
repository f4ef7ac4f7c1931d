// Looks for all that would be refused before anything is built or uploaded.
import { artifactBucket, takeBack, uploadArtifacts } from './artifact-bucket.ts';
import { createChangeSet, deleteChangeSet, type StackState } from './change-set.ts';
import type { CloudClient } from './cloud-client.ts';
import { type DeployOptions, inputOf, longTemplate, packagingOf } from './deploy-input.ts';
import { type PackagedTemplate, packageTemplate } from './package-template.ts';
import type { StackProject } from './project.ts';
import { StackProblem } from './stack-problem.ts';
import { isObject, readTemplate } from './template-document.ts';

/** Transforms that have no effects. A macro of the project is a function: it runs once, with the template as it is deployed. */
const OWN_TRANSFORMS = /^AWS::/;

/**
 * Looks for all that would be refused before anything is built: missing files and tools, builds that are not done here, and what CloudFormation
 * says of the template. If nothing has to be built, the change set itself is soon enough.
 * @throws StackProblem with all of it
 */
export async function assertDeployable(
  project: StackProject,
  before: StackState | undefined,
  options: DeployOptions,
  client: CloudClient,
): Promise<void> {
  const { template, document, stackName } = project;
  const silent = { ...packagingOf(project, options), see: () => undefined, isCheck: true };
  const copy = readTemplate(document.text(), template);
  const packaged = await packageTemplate(template, copy, silent);
  if (packaged.toBuild.length === 0 && packaged.problems.length === 0) return;
  const problems = [...packaged.problems];
  const transforms = [copy.content['Transform'] ?? []].flat().map((each) => (isObject(each) ? each['Name'] : each));
  const isReadable = packaged.problems.every(({ kind }) => kind === 'build');
  if (isReadable && transforms.every((name) => OWN_TRANSFORMS.test(String(name)))) {
    const refusal = await refusalOf(project, before, packaged, client);
    if (refusal) problems.unshift(refusal);
  }
  const [first, ...others] = problems;
  if (!first) return;
  if (others.length === 0) throw first;
  const list = problems.map(({ message, hint }) => `- ${message}${hint === undefined ? '' : `\n  ${hint}`}`).join('\n');
  throw new StackProblem(first.kind, `${problems.length} things keep ${stackName} from being deployed:\n${list}`);
}

/** The refusal by CloudFormation of the template with stand-ins for code. The check leaves nothing behind. */
async function refusalOf(
  project: StackProject,
  before: StackState | undefined,
  { text, artifacts }: PackagedTemplate,
  client: CloudClient,
): Promise<StackProblem | undefined> {
  const bucket = project.bucket ?? artifactBucket(client.target);
  const long = longTemplate(text, project);
  const upload = await uploadArtifacts(long ? [...artifacts, long] : artifacts, bucket, client, () => undefined);
  try {
    const body = long ? { url: `${client.target.url}/${bucket}/${long.key}` } : { body: text };
    const { id, stackId } = await createChangeSet(
      { ...inputOf(project, before), template: body, purpose: 'check', withNested: false },
      client,
    );
    await deleteChangeSet(id, client);
    // The stack that a change set made for its review.
    if (!before) await client.cloudFormation('DeleteStack', { StackName: stackId });
    return undefined;
  } catch (error) {
    if (error instanceof StackProblem) return error;
    throw error;
  } finally {
    await takeBack(upload, bucket, client);
  }
}
