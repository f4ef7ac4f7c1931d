// The subscriptions of a topic in memory, in the form that publishing needs; read again after each change of them.
import type { Ctx } from '#core/ctx';
import type { Destination } from '#core/delivery/destination';
import type { Owned } from '#core/owned';
import type { Frozen } from '#core/records';
import { MalformedEvent } from '#lib/pattern/malformed-event';
import { createMatcher, type Matcher } from '#lib/pattern/matcher';
import { topicArn } from '#services/sns/arns';
import { httpPolicy, httpRetries, SERVICE_RETRIES } from '#services/sns/delivery-policy';
import type { Message } from '#services/sns/messages/message';
import { filterableAttributes } from '#services/sns/messages/message-attributes';
import { type Subscription, subscriptions, type Topic, tallies } from '#services/sns/state';
import { compileFilterPolicy } from '#services/sns/subscriptions/filter-policy';
import { deadLetterArn, isRaw, scopeOf } from '#services/sns/subscriptions/subscription-settings';
import { type Feedback, feedbackOf } from './status-log.ts';

export interface Subscriber {
  readonly arn: string;
  readonly protocol: string;
  readonly endpoint: string;
  readonly isRaw: boolean;
  /** Type of the body of HTTP requests. */
  readonly contentType: string;
  readonly to: Destination;
  /** Where outcomes are logged; undefined where they are not. */
  readonly feedback: Feedback | undefined;
}

export class Subscribers {
  readonly version: string | undefined;
  readonly #unfiltered: Subscriber[] = [];
  readonly #byAttributes: Matcher<Subscriber> = createMatcher();
  readonly #byBody: Matcher<Subscriber> = createMatcher();
  #count = 0;

  constructor(topic: Frozen<Topic>, all: readonly Frozen<Subscription>[], version: string | undefined, ctx: Ctx) {
    this.version = version;
    for (const subscription of all) if (!subscription.isPending) this.#add(subscription, topic, ctx);
  }

  get count(): number {
    return this.#count;
  }

  #add(subscription: Frozen<Subscription>, topic: Frozen<Topic>, ctx: Ctx): void {
    const { attributes } = subscription;
    const subscriber = subscriberOf(subscription, topic, ctx);
    const policy = attributes['FilterPolicy'];
    this.#count++;
    if (!policy || /^\s*\{\s*\}\s*$/.test(policy)) this.#unfiltered.push(subscriber);
    else (scopeOf(attributes) === 'MessageBody' ? this.#byBody : this.#byAttributes).add(subscriber, compileFilterPolicy(policy));
  }

  /** The subscribers whose filter policies let the message pass. */
  of(message: Pick<Message, 'attributes' | 'texts'>): Subscriber[] {
    const chosen = [...this.#unfiltered];
    if (this.#byAttributes.size > 0) chosen.push(...matched(this.#byAttributes, filterableAttributes(message.attributes)));
    if (this.#byBody.size > 0) chosen.push(...matched(this.#byBody, message.texts.get('default')!));
    return chosen;
  }
}

/** A body that is no JSON object matches no policy. */
function matched(matcher: Matcher<Subscriber>, text: string): Subscriber[] {
  try {
    return matcher.match(text);
  } catch (error) {
    if (error instanceof MalformedEvent) return [];
    throw error;
  }
}

function subscriberOf(subscription: Frozen<Subscription>, topic: Frozen<Topic>, ctx: Ctx): Subscriber {
  const { arn, protocol, endpoint, attributes } = subscription;
  const policy = httpPolicy(topic.attributes['DeliveryPolicy'], attributes['DeliveryPolicy']);
  const isHttp = protocol === 'http' || protocol === 'https';
  const ownArn = topicArn(ctx, topic.name);
  return {
    arn,
    protocol,
    endpoint,
    isRaw: isRaw(attributes),
    contentType: policy.requestPolicy.headerContentType,
    feedback: feedbackOf(protocol, topic),
    to: {
      targetArn: endpoint,
      as: protocol === 'firehose' ? { role: attributes['SubscriptionRoleArn'] ?? '' } : { service: 'sns.amazonaws.com', sourceArn: ownArn },
      retry: isHttp ? httpRetries(policy) : SERVICE_RETRIES,
      deadLetterArn: deadLetterArn(attributes),
      ...(isHttp && { sentBySender: true }),
      about: { service: 'sns', resource: `topic ${topic.name}`, resourceArn: ownArn },
    },
  };
}

class Known implements Owned {
  readonly #topics = new Map<string, Subscribers>();

  of(topic: Frozen<Topic>, ctx: Ctx): Subscribers {
    const key = topicArn(ctx, topic.name);
    const version = ctx.records(tallies).get([topic.name])?.version;
    const known = this.#topics.get(key);
    if (known && known.version === version) return known;
    // A replay without an end delivers what is published meanwhile, in its turn.
    const all = ctx.records(subscriptions).range([topic.name]);
    const live = all.filter(({ replay }) => !replay || replay.isComplete || replay.toMs !== undefined);
    const made = new Subscribers(topic, live, version, ctx);
    this.#topics.set(key, made);
    return made;
  }

  stop(): Promise<void> {
    this.#topics.clear();
    return Promise.resolve();
  }
}

/** As the store has them now: do not keep the result over a write. */
export const subscribersOf = (topic: Frozen<Topic>, ctx: Ctx): Subscribers => ctx.own('sns.subscribers', () => new Known()).of(topic, ctx);
