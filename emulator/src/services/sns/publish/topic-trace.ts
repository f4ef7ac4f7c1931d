// A message as part of an X-Ray trace: topics pass the header of their publisher on; those with active tracing send a segment, with a subsegment for
// each subscriber, which becomes the parent of what that does.
// https://docs.aws.amazon.com/sns/latest/dg/sns-active-tracing.html
import type { Ctx } from '#core/ctx';
import { isSampled, parentIn, rootIn, segmentSeconds as seconds, withParent } from '#core/traces/trace-header';
import { parseArn } from '#lib/arn';
import type { Subscriber } from './subscribers.ts';

const AS = { service: 'sns.amazonaws.com' };
/** Subsegments of one message: a document of X-Ray has 64 KB. */
const MAX_SUBSCRIBERS = 100;

export interface TopicTrace {
  /** The X-Ray header that this subscriber gets. */
  headerFor(subscriber: Subscriber): string | undefined;
}

const service = { lambda: 'Lambda', sqs: 'SQS', firehose: 'Firehose' } as const;

/** The trace of one message; its segment is sent once the write is done. */
export class ActiveTrace implements TopicTrace {
  readonly #ctx: Ctx;
  readonly #header: string;
  readonly #id: string;
  readonly #atMs: number;
  readonly #subsegments: object[] = [];

  constructor(header: string, ctx: Ctx) {
    this.#ctx = ctx;
    this.#header = header;
    this.#id = ctx.random(16);
    this.#atMs = ctx.now();
  }

  headerFor(subscriber: Subscriber): string {
    const id = this.#ctx.random(16);
    if (this.#subsegments.length >= MAX_SUBSCRIBERS) return withParent(this.#header, this.#id);
    this.#subsegments.push({ id, ...this.#times(), ...calledIn(subscriber, this.#ctx) });
    return withParent(this.#header, id);
  }

  #times() {
    return { start_time: seconds(this.#atMs), end_time: seconds(this.#ctx.now()) };
  }

  send(topicArn: string, messageId: string): void {
    const ctx = this.#ctx;
    const parent = parentIn(this.#header);
    const segment = {
      ...{
        id: this.#id,
        name: topicArn.split(':')[5]!,
        trace_id: rootIn(this.#header),
        ...(parent !== undefined && { parent_id: parent }),
      },
      ...this.#times(),
      ...{ origin: 'AWS::SNS::Topic', resource_arn: topicArn },
      aws: { account_id: ctx.account, operation: 'Publish', region: ctx.region, topic_arn: topicArn, message_id: messageId },
      subsegments: this.#subsegments,
    };
    const TraceSegmentDocuments = [JSON.stringify(segment)];
    void ctx.track(ctx.call('xray', 'PutTraceSegments', { TraceSegmentDocuments }, { as: AS, isPlumbing: true }));
  }
}

/** Undefined where the topic only passes the header on. */
export function activeTrace(tracingConfig: string | undefined, ctx: Ctx, there: Ctx): ActiveTrace | undefined {
  const header = ctx.traceHeader;
  if (tracingConfig !== 'Active' || header === undefined || !isSampled(header) || rootIn(header) === undefined) return undefined;
  return new ActiveTrace(header, there.detached());
}

function calledIn({ protocol, endpoint }: Subscriber, { region, account }: Ctx): object {
  if (!Object.hasOwn(service, protocol))
    return { name: URL.canParse(endpoint) ? new URL(endpoint).hostname || protocol : protocol, namespace: 'remote' };
  const resource = parseArn(endpoint)?.resource ?? endpoint;
  const name = resource.replace(/^(?:function:|deliverystream\/)/, '');
  const named = {
    lambda: { function_name: name.split(':')[0], operation: 'Invoke' },
    sqs: { queue_url: `https://sqs.${region}.amazonaws.com/${account}/${name}`, operation: 'SendMessage' },
    firehose: { delivery_stream: name, operation: 'PutRecord' },
  };
  return { name: service[protocol as keyof typeof service], namespace: 'aws', aws: { region, ...named[protocol as keyof typeof named] } };
}
