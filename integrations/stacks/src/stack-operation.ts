// One operation on a stack: begun, followed to its end, and explained where it fails.
import type { DeployEvent, ResourceEvent } from './deploy-event.ts';
import { followStackEvents } from './stack-events.ts';
import { StackProblem } from './stack-problem.ts';
import type { Target } from './target.ts';

export interface Operation {
  readonly begin: () => Promise<void>;
  /** Judges the status at the end of the operation. */
  readonly isGood: (status: string) => boolean;
  readonly see: (event: DeployEvent) => void;
}

const STACK = 'AWS::CloudFormation::Stack';
/** Failed resources that the message names. */
const MAX_NAMED = 10;

/** The status at the end. Events of the stack and of stacks that it nests are seen. @throws StackProblem with the reasons of what failed */
export async function followOperation(
  { stackId, stackName }: { readonly stackId: string; readonly stackName: string },
  { begin, isGood, see }: Operation,
  target: Target,
): Promise<string> {
  const failures: ResourceEvent[] = [];
  let ownReason: string | undefined;
  const events = await followStackEvents(target, (event) => {
    if (event.stackId !== stackId && !event.stackName.startsWith(`${stackName}-`)) return;
    if (/_FAILED$/.test(event.status)) failures.push(event);
    if (event.physicalId === stackId && event.status.endsWith('ROLLBACK_IN_PROGRESS')) ownReason = event.reason;
    see(event);
  });
  try {
    await begin();
    const status = await events.settled(stackId);
    if (!isGood(status)) throw failed(stackName, status, failures, ownReason);
    return status;
  } finally {
    await events.end();
  }
}

/**
 * Others are cancelled because of the first; a nested stack fails because of something in it. `ownReason` is the stack's,
 * for what is the fault of none of its resources: the name of an export that another stack has.
 */
function failed(stackName: string, status: string, failures: readonly ResourceEvent[], ownReason: string | undefined): StackProblem {
  const all = failures.filter(({ reason = '', physicalId, stackId }) => !/cancelled/i.test(reason) && physicalId !== stackId);
  const own = all.filter(({ resourceType }) => resourceType !== STACK);
  const causes = own.length > 0 ? own : all;
  if (causes.length === 0 && ownReason !== undefined)
    return new StackProblem('deploy', `${stackName} ended as ${status}: ${ownReason.replace(/ Rollback requested by user\.$/, '')}`);
  if (causes.length === 0)
    return new StackProblem(
      'deploy',
      `${stackName} ended as ${status}, and no resource gave a reason.`,
      '`emulator logs` shows the calls that were made for it.',
    );
  const sentences = causes.map(({ logicalId, resourceType, stackName: place, reason = '' }) => {
    const nested = place === stackName ? '' : ` in the nested stack ${place}`;
    return `${logicalId} (${resourceType})${nested} failed. ${reason}`.trimEnd();
  });
  const shown = sentences.slice(0, MAX_NAMED);
  const rest = sentences.length - shown.length;
  const message = [`${stackName} ended as ${status}: ${shown.join('\n')}`, ...(rest > 0 ? [`${rest} more resources failed.`] : [])];
  return new StackProblem('deploy', message.join('\n'));
}
