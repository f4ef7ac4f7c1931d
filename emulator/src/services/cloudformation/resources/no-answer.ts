// Says at once that the function of a custom resource has failed for good: no answer will come, and the stack waits for it all the same, as in the cloud.
// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudformation-customresource.html (ServiceTimeout)
import { type FailedInvocation, failedInvocationsOf } from '#core/failed-invocations';
import type { ResourceContext } from '#core/resources/resource-type';
import { CUSTOM_RESOURCE_UNANSWERED } from '#services/cloudformation/messages';
import { putResourceEvent } from '#services/cloudformation/stacks/event-records';
import { resources, stacks } from '#services/cloudformation/state';

export interface AskedFunction {
  readonly arn: string;
  /** The id of the asynchronous invocation. */
  readonly requestId: string;
  readonly requestType: 'Create' | 'Update' | 'Delete';
  /** The stack waits for the answer until then. */
  readonly untilMs: number;
}

/** Tells the failure by an event of the stack, by the log and in the trace of the request, until the returned function is called. */
export const followFailure = (asked: AskedFunction, ctx: ResourceContext): (() => void) =>
  failedInvocationsOf(ctx).follow(asked.requestId, (failure) => tell(asked, failure, ctx));

function tell({ arn, requestType, untilMs }: AskedFunction, failure: FailedInvocation, ctx: ResourceContext): void {
  const { logicalId, typeName: type } = ctx;
  const stack = ctx.records(stacks).get([ctx.stack.id]);
  if (!stack) return;
  const until = new Date(untilMs).toISOString();
  const why = reasonOf(failure);
  const { physicalId = '', properties = {} } = ctx.records(resources).get([stack.id, logicalId]) ?? {};
  const reason = `No answer will come: ${arn} ${why}. The stack waits until ${until}, as in the cloud; ServiceTimeout shortens that.`;
  const event = { logicalId, physicalId, type, status: `${requestType.toUpperCase()}_IN_PROGRESS`, reason };
  ctx.write((tx) => putResourceEvent(tx, stack, { ...event, properties }, ctx));
  ctx.log.write(CUSTOM_RESOURCE_UNANSWERED, { stack: stack.name, logicalId, arn, why, until });
  ctx.noteLost(arn, `stack ${stack.name}`, `${logicalId} gets no answer: it ${why}. The stack waits until ${until}`);
}

const reasonOf = ({ condition, attempts, error }: FailedInvocation): string =>
  `failed for good (${condition}, ${COUNTS[attempts] ?? `${attempts} runs`})${error === undefined ? '' : `: ${error}`}`;

const COUNTS = ['it never ran', 'one run'];
