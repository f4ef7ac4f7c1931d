// Deliveries to HTTP endpoints: one POST each. A dead letter is the notification, without attributes about the failure. Outcomes that the topic
// wants to have logged are.
import type { Ctx } from '#core/ctx';
import type { Delivery } from '#core/delivery/delivery';
import type { DeliverySender, DestinationMessage, FailedDelivery } from '#core/delivery/delivery-sender';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import { ExchangeError, exchange, type HttpAnswer } from '#lib/http-exchange';
import { notificationOfEvent } from './messages/envelope.ts';
import { noteStatus } from './publish/status-log.ts';

/** https://docs.aws.amazon.com/sns/latest/dg/SendMessageToHttp.prepare.html */
const TIMEOUT_MS = 15_000;
const TOO_MANY_REQUESTS = 429;

export const sender: DeliverySender = { send, describeFailure, reportOutcome: noteStatus };

/** A dead letter of a function is the notification that other subscribers get (recorded in August 2023). */
function describeFailure({ delivery }: FailedDelivery): DestinationMessage {
  const { targetArn, payload, parameters } = delivery;
  return parseArn(targetArn)?.service === 'lambda' ? { payload: notificationOfEvent(payload) } : { payload, parameters };
}

async function send({ targetArn, payload, parameters }: Delivery, ctx: Ctx): Promise<void> {
  const { status } = await post(new URL(targetArn), parameters?.http?.headers ?? {}, payload, ctx);
  if (status >= 200 && status < 300) return;
  const isRetried = status >= 500 || status === TOO_MANY_REQUESTS;
  throw new Fault('HttpEndpointError', `The endpoint answered with status ${status}.`, { status, ...(isRetried && { blame: 'server' }) });
}

async function post(url: URL, headers: Readonly<Record<string, string>>, body: string, ctx: Ctx): Promise<HttpAnswer> {
  try {
    return await exchange({ method: 'POST', url, headers, body, timeoutMs: TIMEOUT_MS }, ctx);
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    throw new Fault('HttpEndpointError', `The endpoint cannot be reached: ${error.message}`, { blame: 'server' });
  }
}
