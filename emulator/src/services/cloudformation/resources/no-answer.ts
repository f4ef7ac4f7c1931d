// Says at once that the function of a custom resource has failed for good: no answer will come, and the stack waits for it all the same, as in the cloud.
// https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cloudformation-customresource.html (ServiceTimeout)
import { type FailedInvocation, failedInvocationsOf } from '#core/failed-invocations';
import type { ResourceContext } from '#core/resources/resource-type';
import { CUSTOM_RESOURCE_UNANSWERED } from '#services/cloudformation/messages';
import { putResourceEvent } from '#services/cloudformation/stack-records/event-records';
import { resources, stacks } from '#services/cloudformation/state';

export interface AskedFunction {
  readonly arn: string;
  /** The id of the asynchronous invocation. */
  readonly requestId: string;
  readonly requestType: 'Create' | 'Update' | 'Delete';
  /** The stack waits for the answer until then. */
  readonly untilMs: number;
}

const REMIND_MS = 60_000;

/** Follows the invocation that is to answer: tells its failure at once, and by the log once a minute after that. */
export class AwaitedAnswer {
  readonly #asked: AskedFunction;
  readonly #ctx: ResourceContext;
  readonly #end: () => void;
  #failure: FailedInvocation | undefined;
  #remindAtMs = Number.POSITIVE_INFINITY;

  /** `failed` wakes the wait for the answer. */
  constructor(asked: AskedFunction, failed: () => void, ctx: ResourceContext) {
    this.#asked = asked;
    this.#ctx = ctx;
    this.#end = failedInvocationsOf(ctx).follow(asked.requestId, (failure) => {
      this.#failure = failure;
      tell(asked, failure, ctx);
      this.#remindAtMs = ctx.now() + REMIND_MS;
      failed();
    });
  }

  /** The wait may last until then, and begins anew. */
  get waitUntilMs(): number {
    const { untilMs } = this.#asked;
    if (this.#failure && this.#ctx.now() >= this.#remindAtMs && this.#remindAtMs < untilMs) {
      log(this.#asked, reasonOf(this.#failure), this.#ctx);
      this.#remindAtMs = this.#ctx.now() + REMIND_MS;
    }
    return Math.min(untilMs, this.#remindAtMs);
  }

  end(): void {
    this.#end();
  }
}

/**
 * Tells the failure by an event of the stack, by the log and in the trace of the request. The event has the status of a failure, although the resource
 * is still in progress: progress bars, that of the CDK for one, show the reasons of failures alone.
 */
function tell(asked: AskedFunction, failure: FailedInvocation, ctx: ResourceContext): void {
  const { arn, requestType, untilMs } = asked;
  const { logicalId, typeName: type } = ctx;
  const stack = ctx.records(stacks).get([ctx.stack.id]);
  if (!stack) return;
  const until = new Date(untilMs).toISOString();
  const why = reasonOf(failure);
  const { physicalId = '', properties = {} } = ctx.records(resources).get([stack.id, logicalId]) ?? {};
  const reason = `No answer will come: ${arn} ${why}. The stack waits until ${until}, as in the cloud; ServiceTimeout of the resource, or the option CUSTOM_RESOURCE_TIMEOUT, shortens that.`;
  const event = { logicalId, physicalId, type, status: `${requestType.toUpperCase()}_FAILED`, reason };
  ctx.write((tx) => putResourceEvent(tx, stack, { ...event, properties }, ctx));
  log(asked, why, ctx);
  ctx.noteLost(
    arn,
    `stack ${stack.name}`,
    `${logicalId} gets no answer: it ${why}. The stack waits until ${until}`,
    CUSTOM_RESOURCE_UNANSWERED.code,
  );
}

const log = ({ arn, untilMs }: AskedFunction, why: string, { log, stack, logicalId }: ResourceContext): void =>
  log.write(CUSTOM_RESOURCE_UNANSWERED, { stack: stack.name, logicalId, arn, why, until: new Date(untilMs).toISOString() });

const reasonOf = ({ condition, attempts, error }: FailedInvocation): string =>
  `failed for good (${condition}, ${COUNTS[attempts] ?? `${attempts} runs`})${error === undefined ? '' : `: ${error}`}`;

const COUNTS = ['it never ran', 'one run'];
