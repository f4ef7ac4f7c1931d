// Sends a request to an HTTP endpoint, again and again for as long as the destination says; then its records go to the bucket for failures.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { ExchangeError, exchange, type HttpAnswer } from '#lib/http-exchange';
import { streamArn } from '#services/firehose/arns';
import { type DeliveryStream, type EndpointDestination, parcels, type RequestParcel } from '#services/firehose/state';
import type { FailedRecord } from '#services/firehose/transform/pipeline-record';
import { bodyOf, recordsOf } from './endpoint-request.ts';
import { writeErrorLog } from './error-log.ts';
import { errorObjects } from './object-parcels.ts';
import { addParcels, delayAfter, removeParcel, withBlobs } from './parcels.ts';
import { tellArrival, tellLoss, tellRetry } from './tell-parcel.ts';

const packed = promisify(gzip);
const TIMEOUT_MS = 180_000;
/** Limit: characters of an endpoint's answer that errors quote. */
const MAX_QUOTED = 1000;

interface Sending {
  readonly stream: Frozen<DeliveryStream>;
  readonly id: string;
  readonly parcel: Frozen<RequestParcel>;
  readonly body: Uint8Array;
}

/** Why an attempt failed: an error code of the service, and what to say about it. */
type Problem = Pick<FailedRecord, 'code' | 'message'>;

export async function sendRequest(sending: Sending, ctx: Ctx): Promise<void> {
  const { stream, id } = sending;
  const { destination } = stream;
  if (destination.kind !== 'endpoint') return;
  const problem = await attempt(sending, destination.settings, ctx);
  if (ctx.signal.aborted || !ctx.records(parcels).has([stream.id, id])) return;
  if (problem) await afterFailure(sending, destination.settings, problem, ctx);
  else {
    ctx.write((tx) => removeParcel(tx, stream.id, id, ctx));
    tellArrival(attempted(sending, destination.settings), ctx);
  }
}

const attempted = ({ stream, id, parcel }: Sending, { Url }: Frozen<EndpointDestination>) => ({
  ...{ stream, id, parcel, to: Url, key: `request ${parcel.requestId}` },
});

async function attempt({ stream, parcel, body }: Sending, settings: Frozen<EndpointDestination>, ctx: Ctx): Promise<Problem | undefined> {
  const { requestId } = parcel;
  const text = bodyOf(requestId, recordsOf(body), ctx.now());
  const isPacked = settings.ContentEncoding === 'GZIP';
  try {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Amazon Kinesis Data Firehose Agent/1.0',
      'x-amz-firehose-protocol-version': '1.0',
      'x-amz-firehose-request-id': requestId,
      'x-amz-firehose-source-arn': streamArn(ctx, stream.name),
      ...accessKeyHeader(await accessKey(settings, ctx)),
      ...commonAttributes(settings),
      ...(isPacked && { 'content-encoding': 'gzip' }),
    };
    const answer = await exchange(
      { method: 'POST', url: new URL(settings.Url), headers, body: isPacked ? await packed(text) : text, timeoutMs: TIMEOUT_MS },
      ctx,
    );
    return problemWith(answer, requestId);
  } catch (error) {
    if (error instanceof Fault) return { code: `SecretsManager.${error.code}`, message: error.message };
    if (!(error instanceof ExchangeError)) throw error;
    return error.isTimeout
      ? { code: 'HttpEndpoint.RequestTimeout', message: 'A response was not received before the request timeout.' }
      : { code: 'HttpEndpoint.ConnectionFailed', message: `The endpoint cannot be reached: ${error.message}` };
  }
}

const accessKeyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined || key === '' ? {} : { 'x-amz-firehose-access-key': key };

function commonAttributes({ CommonAttributes }: Frozen<EndpointDestination>): Record<string, string> {
  if (CommonAttributes.length === 0) return {};
  const attributes = Object.fromEntries(CommonAttributes.map(({ AttributeName, AttributeValue }) => [AttributeName, AttributeValue]));
  return { 'x-amz-firehose-common-attributes': JSON.stringify({ commonAttributes: attributes }) };
}

/** Given with the destination, or as `api_key` in a secret. */
async function accessKey(
  { AccessKey, SecretsManagerConfiguration: secret, RoleARN }: Frozen<EndpointDestination>,
  ctx: Ctx,
): Promise<string | undefined> {
  if (!secret?.Enabled) return AccessKey;
  const withRole = secret.RoleARN ?? RoleARN;
  const { SecretString = '' } = await ctx.call('secretsmanager', 'GetSecretValue', { SecretId: secret.SecretARN! }, { withRole });
  const { api_key: key } = parsed(SecretString) as { api_key?: unknown };
  if (typeof key !== 'string') throw new Fault('InvalidSecret', 'The secret is no JSON object with a member api_key.');
  return key;
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** Success is status 200 and JSON that names the request. */
function problemWith({ status, body }: HttpAnswer, requestId: string): Problem | undefined {
  if (status !== 200)
    return {
      code: 'HttpEndpoint.DestinationException',
      message: `The following response was received from the endpoint destination. ${status}: ${body.slice(0, MAX_QUOTED)}`,
    };
  const { requestId: answered, timestamp } = parsed(body) as { requestId?: unknown; timestamp?: unknown };
  if (answered === requestId && typeof timestamp === 'number') return undefined;
  return {
    code: 'HttpEndpoint.InvalidResponseFromDestination',
    message: `The response received from the specified endpoint is invalid: ${body.slice(0, MAX_QUOTED)}`,
  };
}

async function afterFailure(sending: Sending, settings: Frozen<EndpointDestination>, problem: Problem, ctx: Ctx): Promise<void> {
  const { stream, id, parcel, body } = sending;
  const attempts = parcel.attempts + 1;
  writeErrorLog(stream, { destination: settings.Url, ...problem }, ctx);
  const nextMs = ctx.now() + delayAfter(attempts);
  if (nextMs <= parcel.createdMs + settings.RetryS * 1000) {
    tellRetry(attempted(sending, settings), { reason: problem.message }, delayAfter(attempts) / 1000, ctx);
    return ctx.write((tx) => {
      tx.put(ctx.records(parcels), [stream.id, id], { ...parcel, attempts });
      ctx.later(tx, 'firehose.send', [stream.name, stream.id, id], nextMs);
    });
  }
  tellLoss(attempted(sending, settings), { reason: problem.message }, ctx);
  const failed = recordsOf(body).map(({ data, arrivedMs }): FailedRecord => {
    const record = { raw: Buffer.from(data, 'base64'), arrivedMs };
    return { record, errorType: 'http-endpoint-failed', attempts, ...problem };
  });
  const objects = await withBlobs(await errorObjects(failed, { stream, settings: settings.S3 }, ctx), ctx);
  ctx.write((tx) => {
    removeParcel(tx, stream.id, id, ctx);
    addParcels(tx, stream, objects, { sentBy: parcel.sentBy ?? [] }, ctx);
  });
}
