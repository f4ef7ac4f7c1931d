// Logs how attempts at the targets of rules end.
import type { Ctx } from '#core/ctx';
import type { Delivery } from '#core/delivery/delivery';
import type { DeliveryOutcome } from '#core/delivery/delivery-sender';
import type { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import { parseArn } from '#lib/arn';
import { busNamed } from '#services/events/find-bus';
import { busLogOf } from './bus-log.ts';

/** The facts of an invocation that its delivery keeps. */
export interface InvocationReport {
  readonly bus: string;
  readonly eventId: string;
  readonly requestId: string;
  readonly invocationId: string;
  /** ARN of the rule. */
  readonly rule: string;
  readonly receivedMs: number;
}

const THROTTLED = /throttl|toomanyrequests/i;

/** The details that all steps of an invocation have. */
export const invocationDetails = (
  { rule }: InvocationReport,
  { as, targetArn, payload }: Pick<Frozen<Delivery>, 'as' | 'targetArn' | 'payload'>,
) => ({
  rule_arn: rule,
  role_arn: 'role' in as ? as.role : undefined,
  target_arn: targetArn,
  target_input: payload,
});

const isFinal = ({ options, code }: Fault): boolean => options.blame !== 'server' && (options.status ?? 400) < 500 && !THROTTLED.test(code);

function failedStep(problem: Fault) {
  if (THROTTLED.test(problem.code)) return 'INVOCATION_ATTEMPT_THROTTLE';
  return isFinal(problem) ? 'INVOCATION_ATTEMPT_PERMANENT_FAILURE' : 'INVOCATION_ATTEMPT_RETRYABLE_FAILURE';
}

export const logAttempt = (outcome: DeliveryOutcome, tx: Tx, ctx: Ctx): void => logEnd(outcome, false, tx, ctx);
export const logOutcome = (outcome: DeliveryOutcome, tx: Tx, ctx: Ctx): void => logEnd(outcome, true, tx, ctx);

/** A log that was switched off meanwhile gets nothing. */
function logEnd({ delivery, problem, attempts, tookMs }: DeliveryOutcome, isLast: boolean, tx: Tx, ctx: Ctx): void {
  const report = JSON.parse(delivery.report ?? '{}') as InvocationReport;
  const log = busLogOf(busNamed(report.bus, ctx), ctx);
  if (!log) return;
  const { target_input, ...common } = invocationDetails(report, delivery);
  const facts = { ...report, error: problem && errorOf(problem, delivery) };
  const duration = Math.round(tookMs);
  log.add('INVOCATION_ATTEMPT_START', { ...common, target_input, attempt_count: attempts }, report);
  const attempt = { ...common, attempt_type: attempts === 1 ? 'FIRST' : 'RETRY', attempt_count: attempts };
  const status = problem ? problem.code : 'SUCCESS';
  log.add(
    problem ? failedStep(problem) : 'INVOCATION_ATTEMPT_SUCCESS',
    { ...attempt, invocation_status: status, target_duration_ms: duration },
    facts,
  );
  if (isLast) {
    const latencyMs = ctx.now() - report.receivedMs;
    const details = {
      ...{ ...common, target_input, total_attempts: attempts, final_invocation_status: status },
      ...(attempts === 1 && {
        ingestion_to_start_latency_ms: delivery.createdMs - report.receivedMs,
        ingestion_to_complete_latency_ms: latencyMs,
      }),
      ...(!problem && { ingestion_to_success_latency_ms: latencyMs }),
      target_duration_ms: duration,
    };
    log.add(problem ? 'INVOCATION_FAILURE' : 'INVOCATION_SUCCESS', details, facts);
    if (problem && delivery.deadLetterArn !== undefined) log.add('INVOCATION_DLQ', details, facts);
  }
  ctx.deliver(tx, log.requests());
}

const errorOf = ({ options, message }: Fault, { targetArn }: Pick<Frozen<Delivery>, 'targetArn'>) => ({
  http_status_code: options.status ?? 400,
  error_message: message,
  aws_service: parseArn(targetArn)?.service ?? '',
});
