// The protocols of subscriptions, and which endpoints each of them takes.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { parseArn } from '#lib/arn';
import { table } from '#lib/table';
import { invalid, invalidParameter } from '#services/sns/faults';
import { isPhoneNumber } from '#services/sns/mobile/phone-number';
import { isEndpoint } from '#services/sns/mobile/platform-endpoints';
import type { Topic } from '#services/sns/state';

const PROTOCOLS = ['http', 'https', 'email', 'email-json', 'sms', 'sqs', 'application', 'lambda', 'firehose'];
/** Nothing is delivered to these endpoints before their owner has agreed. */
const CONFIRMED = new Set(['http', 'https', 'email', 'email-json']);

export const needsConfirmation = (protocol: string): boolean => CONFIRMED.has(protocol);

/** @throws InvalidParameter */
export function checkEndpoint(protocol: string, endpoint: string, topic: Frozen<Topic>, ctx: Ctx): void {
  if (!PROTOCOLS.includes(protocol)) throw invalidParameter(`Amazon SNS does not support this protocol string: ${protocol}`);
  if (endpoint === '') throw invalidParameter('Endpoint');
  if (topic.fifo && protocol !== 'sqs')
    throw invalidParameter(`Invalid parameter: Protocol Reason: FIFO topics can not be subscribed to ${protocol} endpoints`);
  if (protocol === 'http' || protocol === 'https') checkUrl(protocol, endpoint);
  else if (protocol.startsWith('email')) checkAddress(endpoint);
  else if (protocol === 'sms') checkNumber(endpoint);
  else checkArn(protocol, endpoint, topic, ctx);
}

function checkUrl(protocol: string, endpoint: string): void {
  if (!endpoint.startsWith(`${protocol}://`)) throw invalidParameter(`Endpoint must match the specified protocol`);
  if (!URL.canParse(endpoint)) throw invalidParameter('Endpoint');
}

function checkAddress(endpoint: string): void {
  if (!/^[^@\s]+@[^@\s]+$/.test(endpoint)) throw invalidParameter('Email address');
}

function checkNumber(endpoint: string): void {
  // Recorded (2025-10): marks between two digits do not count.
  if (!isPhoneNumber(endpoint.replace(/(?<=\d)[./-](?=\d)/g, ''))) throw invalid(`Invalid SMS endpoint: ${endpoint}`);
}

const NAMES: Readonly<Record<string, string>> = table({ sqs: 'SQS', lambda: 'Lambda', firehose: 'Firehose', application: 'Application' });
const SERVICES: Readonly<Record<string, string>> = table({ sqs: 'sqs', lambda: 'lambda', firehose: 'firehose', application: 'sns' });

function checkArn(protocol: string, endpoint: string, topic: Frozen<Topic>, ctx: Ctx): void {
  if (parseArn(endpoint)?.service !== SERVICES[protocol]) throw invalidParameter(`${NAMES[protocol]} endpoint ARN`);
  if (protocol === 'sqs' && endpoint.endsWith('.fifo') && !topic.fifo)
    throw invalidParameter('Invalid parameter: Endpoint Reason: FIFO SQS Queues can not be subscribed to standard SNS topics');
  // The text has no blank before the ARN (moto, whose text was verified against the service).
  if (protocol === 'application' && !isEndpoint(endpoint, ctx))
    throw invalidParameter(`Endpoint Reason: Endpoint does not exist for endpoint arn${endpoint}`);
  if (protocol === 'firehose' && ctx.targetKind(endpoint) === undefined)
    throw invalidParameter('Endpoint Reason: delivery streams are not emulated');
}
