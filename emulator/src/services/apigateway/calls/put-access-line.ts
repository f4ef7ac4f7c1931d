// Writes a line of an access log to where the stage sends them: a log group, or a delivery stream.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-logging-to-kinesis.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import { API_ACCESS_LOG_FAILED } from '#services/apigateway/messages';
import { asLogger } from './logging-role.ts';

const LOG_GROUP = /^log-group:([^:]+)/;
const DELIVERY_STREAM = /^deliverystream\/(.+)$/;

export interface AccessLine {
  /** ARN of the log group or the delivery stream. */
  readonly destinationArn: string;
  /** In the log group; made where it is missing. */
  readonly logStreamName: string;
  readonly line: string;
}

/** Where it cannot be written, the log of the emulator says so. */
export async function putAccessLine({ destinationArn, logStreamName, line }: AccessLine, ctx: Ctx): Promise<void> {
  const { service, resource = '' } = parseArn(destinationArn) ?? {};
  const group = service === 'logs' ? LOG_GROUP.exec(resource)?.[1] : undefined;
  const stream = service === 'firehose' ? DELIVERY_STREAM.exec(resource)?.[1] : undefined;
  try {
    if (stream !== undefined) await putRecord(stream, line, ctx);
    else if (group !== undefined) await putEvent(group, logStreamName, line, ctx);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    ctx.log.write(API_ACCESS_LOG_FAILED, { destination: stream ?? group ?? destinationArn, reason: error.message });
  }
}

/** Each record ends with a line feed: Firehose joins records without a separator. */
async function putRecord(DeliveryStreamName: string, line: string, ctx: Ctx): Promise<void> {
  await ctx.call('firehose', 'PutRecord', { DeliveryStreamName, Record: { Data: Buffer.from(`${line}\n`) } }, asLogger(ctx));
}

async function putEvent(logGroupName: string, logStreamName: string, message: string, ctx: Ctx): Promise<void> {
  const input = { logGroupName, logStreamName, logEvents: [{ timestamp: ctx.now(), message }] };
  try {
    await ctx.call('logs', 'PutLogEvents', input, asLogger(ctx));
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ResourceNotFoundException') throw error;
    await ctx.call('logs', 'CreateLogStream', { logGroupName, logStreamName }, asLogger(ctx)).catch(ignoreKnown);
    await ctx.call('logs', 'PutLogEvents', input, asLogger(ctx));
  }
}

/** Another request may have made it in the meantime. */
function ignoreKnown(error: unknown): void {
  if (!(error instanceof Fault) || error.code !== 'ResourceAlreadyExistsException') throw error;
}
