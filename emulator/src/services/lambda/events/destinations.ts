// Sends the outcome of an asynchronous invocation to its destination (for success or failure) and to the function's dead-letter queue.
// https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
import type { InvokeOutcome } from '#containers/container-runtime';
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { DestinationMessage } from '#core/delivery/delivery-sender';
import { textAttribute } from '#core/delivery/text-attribute';
import type { Tx } from '#core/records';
import { EVENT_GIVEN_UP, EVENT_SENT_ON } from '#services/lambda/execution/messages';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import { MAX_EVENT_AGE_S } from '#services/lambda/lookup/limits';
import { extended, lineageId } from '#services/lambda/recursion/lineage';
import type { EventRun } from './event-run.ts';

export interface EventOutcome {
  readonly condition: 'Success' | 'RetriesExhausted' | 'EventAgeExceeded' | 'ZeroReservedConcurrency' | 'RecursiveInvocation';
  /** The function's last answer. Undefined if it never ran. */
  readonly outcome?: InvokeOutcome | undefined;
  /** Number of runs. */
  readonly attempts: number;
}

/** The service does not publish how long it tries. The emulator tries as long as it keeps an event. */
const RETRY = { maxRetries: 100, maxAgeMs: MAX_EVENT_AGE_S * 1000 };
const MAX_ERROR_CHARACTERS = 1024;

/** Sends the outcome to the configured destinations, in the write that ends the event. */
export function deliverOutcome(tx: Tx, run: EventRun, event: EventOutcome, ctx: Ctx): void {
  const { config, found } = run;
  const succeeded = event.condition === 'Success';
  const destination = succeeded ? config?.onSuccess : config?.onFailure;
  const { deadLetterArn } = found.settings;
  if (destination) send(tx, run, { targetArn: destination }, resultMessage(run, event, destination, ctx), ctx);
  if (!succeeded && deadLetterArn)
    send(tx, run, { targetArn: deadLetterArn, failures: 'DeadLetterErrors' }, deadLetterMessage(run, event), ctx);
  if (succeeded) return;
  const receivers = [destination, deadLetterArn].filter((arn) => arn !== undefined);
  const facts = { requestId: run.requestId, arn: found.invokedArn, condition: event.condition };
  const failed = { what: 'problem', resource: found.invokedArn, requestId: run.requestId } as const;
  if (receivers.length === 0) ctx.report(EVENT_GIVEN_UP, facts, failed);
  else ctx.report(EVENT_SENT_ON, { ...facts, to: receivers.join(' and ') }, { ...failed, target: receivers[0] });
}

/** Delivers in the function's role, as the real service does, and adds the function to the chain in the trace header. */
function send(
  tx: Tx,
  { found, event, requestId }: EventRun,
  { targetArn, failures }: { readonly targetArn: string; readonly failures?: string },
  message: DestinationMessage,
  ctx: Ctx,
): void {
  const traceHeader = extended(event.traceId, lineageId(functionArn(ctx, found.fn.name)));
  const request: DeliveryRequest = {
    to: {
      targetArn,
      as: { role: found.settings.role },
      retry: RETRY,
      about: { service: 'lambda', resource: `function ${found.fn.name}`, resourceArn: found.invokedArn, eventId: requestId, failures },
    },
    payload: message.payload,
    parameters: { ...message.parameters, traceHeader },
  };
  ctx.deliver(tx, [request]);
}

/** The record of the invocation, in the form that its kind of destination expects. */
function resultMessage(run: EventRun, event: EventOutcome, destination: string, ctx: Ctx): DestinationMessage {
  const record = invocationRecord(run, event, ctx);
  switch (ctx.targetKind(destination)) {
    case 'event-bus':
      return { payload: JSON.stringify(busEvent(run, event, destination, record, ctx)) };
    case 'bucket':
      return { payload: JSON.stringify(record), parameters: { objectKey: objectKey(run.found.fn.name, ctx) } };
    default:
      return { payload: JSON.stringify(record) };
  }
}

function invocationRecord({ found, payload, requestId }: EventRun, { condition, outcome, attempts }: EventOutcome, ctx: Ctx): object {
  return {
    version: '1.0',
    timestamp: new Date(ctx.now()).toISOString(),
    requestContext: {
      requestId,
      functionArn: functionArn(ctx, found.fn.name, found.qualifier ?? versionName(found.version)),
      condition,
      approximateInvokeCount: attempts,
    },
    requestPayload: jsonOf(payload),
    ...(outcome && {
      responseContext: {
        statusCode: 200,
        executedVersion: versionName(found.version),
        ...(condition !== 'Success' && { functionError: 'Unhandled' }),
      },
      responsePayload: jsonOf(outcome.body),
    }),
  };
}

const busEvent = ({ found }: EventRun, { condition }: EventOutcome, bus: string, detail: object, ctx: Ctx): object => ({
  id: ctx.id(),
  source: 'lambda',
  'detail-type': `Lambda Function Invocation Result - ${condition === 'Success' ? 'Success' : 'Failure'}`,
  resources: [bus, found.invokedArn],
  detail,
});

/** The key that the service gives its objects in buckets. */
function objectKey(name: string, ctx: Ctx): string {
  const [day = '', time = ''] = new Date(ctx.now()).toISOString().split(/[T.]/);
  return `aws/lambda/async/${name}/${day.replaceAll('-', '/')}/${day}T${time.replaceAll(':', '.')}-${ctx.id()}`;
}

/** The body is the event as it came. Attributes hold the error. */
function deadLetterMessage({ payload, requestId }: EventRun, { outcome }: EventOutcome): DestinationMessage {
  const { errorMessage } = errorOf(outcome);
  const attributes = {
    RequestID: textAttribute(requestId),
    ErrorCode: { type: 'Number', value: outcome ? '200' : '429' },
    ErrorMessage: textAttribute((errorMessage || 'Rate Exceeded.').slice(0, MAX_ERROR_CHARACTERS)),
  };
  return { payload: Buffer.from(payload).toString(), parameters: { attributes } };
}

function errorOf(outcome: InvokeOutcome | undefined): { errorType?: string; errorMessage?: string } {
  return (jsonOf(outcome?.body) ?? {}) as { errorType?: string; errorMessage?: string };
}

/** `Error: no such table` */
export function errorText(outcome: InvokeOutcome): string {
  const { errorType, errorMessage } = errorOf(outcome);
  return [errorType, errorMessage]
    .filter((text) => text !== undefined && text !== '')
    .join(': ')
    .slice(0, MAX_ERROR_CHARACTERS);
}

/** The bytes as a JSON value, as text if they are not JSON, null if undefined. */
function jsonOf(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return null;
  const text = Buffer.from(bytes).toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
