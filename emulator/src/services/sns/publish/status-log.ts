// Delivery status logs: the outcome of each delivery as a line of JSON in the log group of its topic, where the topic names roles for its protocol.
// https://docs.aws.amazon.com/sns/latest/dg/topics-attrib.html
import { hash } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { DeliveryOutcome } from '#core/delivery/delivery-sender';
import { Fault } from '#core/fault';
import type { Frozen, Tx } from '#core/records';
import { table } from '#lib/table';
import { statusLines, type Topic } from '#services/sns/state';

/** Where the outcomes of deliveries by one protocol are logged, and how many. */
export interface Feedback {
  readonly successRole: string | undefined;
  /** Per cent of the successful deliveries. */
  readonly sampleRate: number;
  readonly failureRole: string | undefined;
}

const NAMES: Readonly<Record<string, string>> = table({ sqs: 'SQS', lambda: 'Lambda', http: 'HTTP', https: 'HTTP', firehose: 'Firehose' });

/** Undefined where nothing is logged. */
export function feedbackOf(protocol: string, { attributes }: Pick<Frozen<Topic>, 'attributes'>): Feedback | undefined {
  const name = NAMES[protocol];
  if (name === undefined) return undefined;
  const sampleRate = Number(attributes[`${name}SuccessFeedbackSampleRate`] ?? 0);
  const successRole = sampleRate > 0 ? attributes[`${name}SuccessFeedbackRoleArn`] || undefined : undefined;
  const failureRole = attributes[`${name}FailureFeedbackRoleArn`] || undefined;
  return successRole === undefined && failureRole === undefined ? undefined : { successRole, sampleRate, failureRole };
}

/** The parts of the line other than the outcome; stored with the delivery. */
interface Report {
  readonly topic: string;
  readonly protocol: string;
  readonly successRole?: string | undefined;
  readonly failureRole?: string | undefined;
  readonly notification: {
    readonly messageMD5Sum: string;
    readonly messageId: string;
    readonly topicArn: string;
    readonly timestamp: string;
  };
  readonly destination: string;
}

interface Reported {
  readonly feedback: Feedback;
  readonly protocol: string;
  readonly endpoint: string;
  readonly text: string;
  readonly message: { readonly id: string; readonly timestamp: string };
  readonly topicArn: string;
}

const RANDOM_DIGITS = 8;
const PER_CENT = 100;

const isSampled = (rate: number, ctx: Ctx): boolean =>
  rate >= PER_CENT || (Number.parseInt(ctx.random(RANDOM_DIGITS), 16) / 16 ** RANDOM_DIGITS) * PER_CENT < rate;

/** `2026-11-23 07:45:12.345` */
const timeText = (timestamp: string): string => timestamp.replace('T', ' ').replace('Z', '');

/** Undefined for a delivery whose outcome is not logged. */
export function reportOf({ feedback, protocol, endpoint, text, message, topicArn }: Reported, ctx: Ctx): string | undefined {
  const successRole = feedback.successRole !== undefined && isSampled(feedback.sampleRate, ctx) ? feedback.successRole : undefined;
  if (successRole === undefined && feedback.failureRole === undefined) return undefined;
  const report: Report = {
    topic: topicArn.split(':').at(-1)!,
    protocol,
    successRole,
    failureRole: feedback.failureRole,
    notification: {
      messageMD5Sum: hash('md5', text, 'hex'),
      messageId: message.id,
      topicArn,
      timestamp: timeText(message.timestamp),
    },
    destination: endpoint,
  };
  return JSON.stringify(report);
}

const OK: Readonly<Record<string, number>> = table({ lambda: 202 });
const HTTP_OK = 200;
const CLIENT_ERROR = 400;
const SERVER_ERROR = 500;

/** The name under which the answer of each kind of endpoint has its id. */
const REQUEST_ID: Readonly<Record<string, string>> = table({
  sqs: 'sqsRequestId',
  lambda: 'lambdaRequestId',
  firehose: 'firehoseRequestId',
});

function answerOf({ protocol }: Report, { problem }: DeliveryOutcome, requestId: string) {
  const id = REQUEST_ID[protocol];
  if (!problem)
    return { providerResponse: id === undefined ? 'OK' : JSON.stringify({ [id]: requestId }), statusCode: OK[protocol] ?? HTTP_OK };
  const statusCode = problem.options.status ?? (problem.options.blame === 'server' ? SERVER_ERROR : CLIENT_ERROR);
  if (id === undefined) return { providerResponse: problem.message, statusCode };
  const answer = { ErrorCode: problem.code, ErrorMessage: problem.message, [id]: 'Unrecoverable' };
  return { providerResponse: JSON.stringify(answer), statusCode };
}

/** Notes the line of a delivery that has ended; it is logged right after. */
export function noteStatus(outcome: DeliveryOutcome, tx: Tx, ctx: Ctx): void {
  const { delivery, problem, attempts } = outcome;
  const report = JSON.parse(delivery.report!) as Report;
  const role = problem ? report.failureRole : report.successRole;
  if (role === undefined) return;
  const there = ctx.in({ account: delivery.account, region: delivery.region });
  const { providerResponse, statusCode } = answerOf(report, outcome, there.id());
  const line = {
    notification: report.notification,
    delivery: {
      deliveryId: there.id(),
      destination: report.destination,
      providerResponse,
      dwellTimeMs: there.now() - delivery.createdMs,
      // Functions are invoked asynchronously: attempts are theirs.
      ...(report.protocol !== 'lambda' && { attempts }),
      statusCode,
    },
    status: problem ? 'FAILURE' : 'SUCCESS',
  };
  const group = `sns/${there.region}/${there.account}/${report.topic}`;
  tx.put(there.records(statusLines), [delivery.id], {
    group: problem ? `${group}/Failure` : group,
    role,
    atMs: there.now(),
    text: JSON.stringify(line),
  });
  there.later(tx, 'sns.log-status', [delivery.id], there.now());
}

async function unlessThere(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ResourceAlreadyExistsException') throw error;
  }
}

/** Logs a line in the role of the topic, which makes the group and a stream for each day. */
export async function logStatus(id: string, ctx: Ctx): Promise<void> {
  const line = ctx.records(statusLines).get([id]);
  if (!line) return;
  const { group: logGroupName, role, atMs, text } = line;
  const as = { withRole: role, isPlumbing: true };
  const logStreamName = new Date(atMs).toISOString().slice(0, 'yyyy-mm-dd'.length);
  await unlessThere(ctx.call('logs', 'CreateLogGroup', { logGroupName }, as));
  await unlessThere(ctx.call('logs', 'CreateLogStream', { logGroupName, logStreamName }, as));
  await ctx.call('logs', 'PutLogEvents', { logGroupName, logStreamName, logEvents: [{ timestamp: atMs, message: text }] }, as);
  ctx.write((tx) => tx.delete(ctx.records(statusLines), [id]));
}
