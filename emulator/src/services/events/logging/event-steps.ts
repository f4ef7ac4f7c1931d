// Logs the steps of an event up to the invocations that it causes.
import type { Ctx } from '#core/ctx';
import type { DeliveryRequest } from '#core/delivery/delivery';
import type { BusLog } from './bus-log.ts';
import { type InvocationReport, invocationDetails } from './invocation-steps.ts';

interface LoggedEvent {
  readonly id: string;
  /** The envelope as JSON. */
  readonly text: string;
  readonly receivedMs: number;
}

interface Rule {
  readonly arn: string;
  readonly plans: readonly { readonly to: { readonly targetArn: string } }[];
}

interface Envelope {
  readonly source: string;
  readonly 'detail-type': string;
  readonly account: string;
  readonly time: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
}

/** An event has come to the bus. Events that clients send are ingested, and so are replayed ones. */
export function logReceipt(log: BusLog, event: LoggedEvent, isIngested: boolean, { requestId }: Ctx): void {
  if (!log.takes('EVENT_RECEIPT')) return;
  const { source, 'detail-type': detailType, account, time, resources, detail } = JSON.parse(event.text) as Envelope;
  const details = {
    caller_account_id: account,
    source_time_ms: Date.parse(time),
    source,
    detail_type: detailType,
    resources,
    event_detail: JSON.stringify(detail),
  };
  const facts = { eventId: event.id, requestId };
  if (isIngested) log.add('EVENT_INGEST_SUCCESS', details, facts);
  log.add('EVENT_RECEIPT', details, facts);
  log.add('RULE_MATCH_START', details, facts);
}

/** An entry that was refused is no event: it has no id. */
export function logRefusal(log: BusLog, entry: { readonly [name: string]: unknown }, message: string | undefined, ctx: Ctx): void {
  const { Source: source, DetailType: detail_type, Detail: event_detail, Resources: resources = [], Time } = entry;
  const source_time_ms = Time instanceof Date ? Time.getTime() : ctx.now();
  const details = { caller_account_id: ctx.account, source_time_ms, source, detail_type, resources, event_detail };
  log.add('EVENT_INGEST_FAILURE', details, { requestId: ctx.requestId, error: { error_message: message, aws_service: 'EventBridge' } });
}

export const logNoMatch = (log: BusLog, { id: eventId }: LoggedEvent, { requestId }: Ctx): void =>
  log.add('NO_STANDARD_RULES_MATCHED', {}, { eventId, requestId });

/** The ids of the rule's invocations, one for each of its targets. */
export function logMatch(log: BusLog, { arn, plans }: Rule, { id: eventId }: LoggedEvent, ctx: Ctx): string[] {
  const ids = plans.map(() => ctx.id());
  const details = { rule_arn: arn, target_arns: plans.map(({ to }) => to.targetArn), invocation_ids: ids };
  log.add('RULE_MATCH', details, { eventId, requestId: ctx.requestId });
  return ids;
}

/** The delivery with a report, by which its outcome is logged. */
export function logInvocation(
  log: BusLog,
  delivery: DeliveryRequest,
  invocation: { readonly id: string; readonly rule: string },
  event: LoggedEvent,
  { requestId }: Ctx,
): DeliveryRequest {
  const { as, targetArn } = delivery.to;
  const report: InvocationReport = {
    ...{ bus: log.bus, eventId: event.id, requestId, invocationId: invocation.id, rule: invocation.rule },
    receivedMs: event.receivedMs,
  };
  const details = { ...invocationDetails(report, { as, targetArn, payload: delivery.payload }), attempt_count: 1 };
  log.add('INVOCATION_START', details, report);
  return { ...delivery, report: JSON.stringify(report) };
}
