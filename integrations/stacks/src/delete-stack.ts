// Deletes stacks, with the artifacts that were uploaded for them.
import { artifactBucket, removeArtifacts } from './artifact-bucket.ts';
import { type StackState, stackState } from './change-set.ts';
import { CloudClient } from './cloud-client.ts';
import type { DeployEvent } from './deploy-event.ts';
import { followOperation } from './stack-operation.ts';
import type { Target } from './target.ts';

/** False if there is no such stack. @throws StackProblem with the reasons of the resources that failed */
export async function deleteStack(stackName: string, target: Target, see: (event: DeployEvent) => void): Promise<boolean> {
  const client = new CloudClient(target);
  const stack = await stackState(stackName, client);
  if (stack) await removeStack(stack, { stackName, see }, client);
  await removeArtifacts(artifactBucket(target), stackName, client);
  return stack !== undefined;
}

export async function removeStack(
  { id, status }: StackState,
  { stackName, see }: { readonly stackName: string; readonly see: (event: DeployEvent) => void },
  client: CloudClient,
): Promise<void> {
  const begin = async (): Promise<void> => {
    await client.cloudFormation('DeleteStack', { StackName: id });
  };
  // A stack that was only reviewed is gone without an event.
  if (status === 'REVIEW_IN_PROGRESS') await begin();
  else await followOperation({ stackId: id, stackName }, { begin, isGood: (end) => end === 'DELETE_COMPLETE', see }, client.target);
}
