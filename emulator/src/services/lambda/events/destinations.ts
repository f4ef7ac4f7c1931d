// Where the outcome of an asynchronous invocation goes: a destination for results or failures, and the dead-letter queue.
import type { InvokeOutcome } from '#containers/container-runtime';
import type { Ctx } from '#core/call';
import { parseArn } from '#lib/arn';
import { functionArn, versionName } from '#services/lambda/function-name';
import { extended, lineageId } from '#services/lambda/recursion/lineage';
import type { EventRun } from './run-event.ts';

export interface Settled {
  readonly condition: 'Success' | 'RetriesExhausted' | 'EventAgeExceeded' | 'ZeroReservedConcurrency' | 'RecursiveInvocation';
  readonly outcome?: InvokeOutcome | undefined;
  /** Times that the function ran. */
  readonly attempts: number;
}

/** Never rejects: what a destination refuses is said in the log. */
export async function sendResult(ctx: Ctx, run: EventRun, settled: Settled): Promise<void> {
  const { config, found } = run;
  const succeeded = settled.condition === 'Success';
  const destination = succeeded ? config?.onSuccess : config?.onFailure;
  const { deadLetterArn } = found.settings;
  if (destination) await saying(ctx, destination, sendRecord(ctx, run, settled, destination));
  if (!succeeded && deadLetterArn) await saying(ctx, deadLetterArn, sendDeadLetter(ctx, run, settled, deadLetterArn));
  if (!succeeded && !destination && !deadLetterArn)
    ctx.log.warn(`The event ${run.requestId} for ${found.invokedArn} is given up (${settled.condition}): it has nowhere to go.`);
}

async function saying(ctx: Ctx, arn: string, sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    ctx.log.error(`${arn} did not take the result of an invocation: ${(error as Error).message}`);
  }
}

const jsonOf = (bytes: Uint8Array | undefined): unknown => {
  if (bytes === undefined) return null;
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return Buffer.from(bytes).toString();
  }
};

function sendRecord(ctx: Ctx, run: EventRun, { condition, outcome, attempts }: Settled, destination: string): Promise<unknown> {
  const { found, payload, requestId } = run;
  const succeeded = condition === 'Success';
  const record = {
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
        ...(!succeeded && { functionError: 'Unhandled' }),
      },
      responsePayload: jsonOf(outcome.body),
    }),
  };
  const detailType = `Lambda Function Invocation Result - ${succeeded ? 'Success' : 'Failure'}`;
  return send(ctx, run, destination, { text: JSON.stringify(record), detailType });
}

/** The event itself, as it came; what went wrong stands beside it. */
function sendDeadLetter(ctx: Ctx, run: EventRun, { outcome }: Settled, arn: string): Promise<unknown> {
  const { errorMessage } = (jsonOf(outcome?.body) ?? {}) as { errorMessage?: string };
  const attribute = (DataType: 'String' | 'Number', StringValue: string) => ({ DataType, StringValue });
  const attributes = {
    RequestID: attribute('String', run.requestId),
    ErrorCode: attribute('Number', outcome ? '200' : '429'),
    ErrorMessage: attribute('String', (errorMessage || 'Rate Exceeded.').slice(0, 1024)),
  };
  return send(ctx, run, arn, { text: Buffer.from(run.payload).toString(), attributes });
}

interface Letter {
  readonly text: string;
  readonly attributes?: Readonly<Record<string, { DataType: string; StringValue: string }>>;
  readonly detailType?: string;
}

/** As the service names the objects that it leaves in buckets. */
function objectKey(ctx: Ctx, name: string): string {
  const [day = '', time = ''] = new Date(ctx.now()).toISOString().split(/[T.]/);
  return `aws/lambda/async/${name}/${day.replaceAll('-', '/')}/${day}T${time.replaceAll(':', '.')}-${ctx.id()}`;
}

async function* inOnePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** In the function's role, as the real service does it. */
async function send(ctx: Ctx, { found, event }: EventRun, arn: string, { text, attributes, detailType }: Letter): Promise<unknown> {
  const { service, region, account, resource } = parseArn(arn) ?? { service: '', region: '', account: '', resource: '' };
  const options = {
    withRole: found.settings.role,
    traceHeader: extended(event.traceId, lineageId(functionArn(ctx, found.fn.name))),
    account,
    region,
  };
  switch (service) {
    case 'sqs': {
      const { QueueUrl } = await ctx.call('sqs', 'GetQueueUrl', { QueueName: resource, QueueOwnerAWSAccountId: account }, options);
      return ctx.call('sqs', 'SendMessage', { QueueUrl: QueueUrl!, MessageBody: text, MessageAttributes: attributes }, options);
    }
    case 'sns':
      return ctx.call('sns', 'Publish', { TopicArn: arn, Message: text, MessageAttributes: attributes }, options);
    case 'lambda':
      return ctx.call('lambda', 'Invoke', { FunctionName: arn, InvocationType: 'Event', Payload: Buffer.from(text) }, options);
    case 's3':
      return ctx.call('s3', 'PutObject', { Bucket: resource, Key: objectKey(ctx, found.fn.name), Body: inOnePiece(text) }, options);
    case 'events': {
      const EventBusName = resource.replace(/^event-bus\//, '');
      const entry = { EventBusName, Source: 'lambda', DetailType: detailType ?? '', Detail: text, Resources: [arn, found.invokedArn] };
      return ctx.call('events', 'PutEvents', { Entries: [entry] }, options);
    }
    default:
      throw new Error(`nothing here takes results for ${arn}`);
  }
}
