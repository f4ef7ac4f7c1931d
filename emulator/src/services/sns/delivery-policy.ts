// Delivery policies: how often and when a delivery to each kind of endpoint is retried.
// https://docs.aws.amazon.com/sns/latest/dg/sns-message-delivery-retries.html
import type { BackoffFunction, RetryPhase, RetryPolicy } from '#core/delivery/retry-policy';
import { isObject } from '#lib/json-object';
import { invalidParameter } from './faults.ts';

const DAY_MS = 24 * 3_600_000;

/** For queues, functions and delivery streams. */
export const SERVICE_RETRIES: RetryPolicy = {
  maxRetries: 100_015,
  maxAgeMs: 23 * DAY_MS,
  phases: [
    { retries: 3, delayMs: 0 },
    { retries: 2, delayMs: 1000 },
    { retries: 10, delayMs: 1000, lastDelayMs: 20_000, backoff: 'exponential' },
    { retries: 100_000, delayMs: 20_000 },
  ],
};

interface HealthyRetryPolicy {
  readonly minDelayTarget: number;
  readonly maxDelayTarget: number;
  readonly numRetries: number;
  readonly numMaxDelayRetries: number;
  readonly numNoDelayRetries: number;
  readonly numMinDelayRetries: number;
  readonly backoffFunction: BackoffFunction;
}

type Json = Readonly<Record<string, unknown>>;

interface RequestPolicy {
  readonly headerContentType: string;
}

export interface HttpPolicy {
  readonly healthyRetryPolicy: HealthyRetryPolicy;
  /** Shown and nothing else: deliveries are not slowed down. */
  readonly throttlePolicy: Json | null;
  readonly requestPolicy: RequestPolicy;
}

const DEFAULT_RETRIES: HealthyRetryPolicy = {
  minDelayTarget: 20,
  maxDelayTarget: 20,
  numRetries: 3,
  numMaxDelayRetries: 0,
  numNoDelayRetries: 0,
  numMinDelayRetries: 0,
  backoffFunction: 'linear',
};
const DEFAULT_REQUEST: RequestPolicy = { headerContentType: 'text/plain; charset=UTF-8' };
/** Limit: delay between retries that a delivery policy gives. */
const MAX_DELAY_SECONDS = 3600;
/** Limit: retries that a delivery policy gives. */
const MAX_RETRIES = 100;
const BACKOFF = ['linear', 'arithmetic', 'geometric', 'exponential'];

const objectIn = (value: unknown): Json | undefined => (isObject<Json>(value) ? value : undefined);

/** A topic's policy: its parts are below `http`, by other names than in a subscription's. */
export interface DeliveryPolicy {
  readonly retries: HealthyRetryPolicy | undefined;
  readonly request: RequestPolicy | undefined;
  readonly throttle: Json | undefined;
  readonly disableSubscriptionOverrides: boolean;
}

function readJson(text: string, where: string): Json {
  let document: Json | undefined;
  try {
    document = objectIn(JSON.parse(text));
  } catch {
    document = undefined;
  }
  if (!document) throw invalidParameter(`${where}: failed to parse JSON.`);
  return objectIn(document['http']) ?? document;
}

/** `where` is how the error names the attribute. @throws InvalidParameter */
export function readDeliveryPolicy(text: string, where: string): DeliveryPolicy {
  const http = readJson(text, where);
  const retries = objectIn(http['defaultHealthyRetryPolicy'] ?? http['healthyRetryPolicy']);
  const request = objectIn(http['defaultRequestPolicy'] ?? http['requestPolicy']);
  const type = request?.['headerContentType'];
  return {
    retries: retries && readRetries(retries, where),
    request: typeof type === 'string' && !/[\r\n]/.test(type) ? { headerContentType: type } : undefined,
    throttle: objectIn(http['defaultThrottlePolicy'] ?? http['throttlePolicy']),
    disableSubscriptionOverrides: http['disableSubscriptionOverrides'] === true,
  };
}

function readRetries(given: Json, where: string): HealthyRetryPolicy {
  const number = (name: keyof HealthyRetryPolicy, least: number, most: number): number => {
    const value = given[name] ?? DEFAULT_RETRIES[name];
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    throw invalidParameter(`${where}: healthyRetryPolicy.${name} must be from ${least} to ${most}`);
  };
  const backoffFunction = given['backoffFunction'] ?? 'linear';
  if (!BACKOFF.includes(backoffFunction as string)) throw invalidParameter(`${where}: healthyRetryPolicy.backoffFunction is invalid`);
  const policy: HealthyRetryPolicy = {
    minDelayTarget: number('minDelayTarget', 1, MAX_DELAY_SECONDS),
    maxDelayTarget: number('maxDelayTarget', 1, MAX_DELAY_SECONDS),
    numRetries: number('numRetries', 0, MAX_RETRIES),
    numMaxDelayRetries: number('numMaxDelayRetries', 0, MAX_RETRIES),
    numNoDelayRetries: number('numNoDelayRetries', 0, MAX_RETRIES),
    numMinDelayRetries: number('numMinDelayRetries', 0, MAX_RETRIES),
    backoffFunction: backoffFunction as BackoffFunction,
  };
  if (policy.maxDelayTarget < policy.minDelayTarget)
    throw invalidParameter(`${where}: healthyRetryPolicy.maxDelayTarget must not be less than minDelayTarget`);
  if (policy.numNoDelayRetries + policy.numMinDelayRetries + policy.numMaxDelayRetries > policy.numRetries)
    throw invalidParameter(`${where}: healthyRetryPolicy.numRetries must not be less than the retries of its phases`);
  return policy;
}

/** The topic's policy as it was given, without what is null, and with the one member that is always there. */
export function shownTopicPolicy(text: string): string {
  const http = readJson(text, 'DeliveryPolicy');
  const { defaultHealthyRetryPolicy, ...others } = Object.fromEntries(Object.entries(http).filter(([, value]) => value !== null));
  return JSON.stringify({
    http: { ...(defaultHealthyRetryPolicy !== undefined && { defaultHealthyRetryPolicy }), disableSubscriptionOverrides: false, ...others },
  });
}

/** The parts of a subscription's policy, in the order of the service. */
export function shownSubscriptionPolicy(text: string): string {
  const { healthyRetryPolicy: retries, ...given } = readJson(text, 'DeliveryPolicy');
  return JSON.stringify({
    healthyRetryPolicy: retries ? { ...DEFAULT_RETRIES, ...objectIn(retries) } : null,
    sicklyRetryPolicy: null,
    throttlePolicy: given['throttlePolicy'] ?? null,
    requestPolicy: given['requestPolicy'] ?? null,
    guaranteed: false,
  });
}

/** The topic's policy as GetTopicAttributes shows it, with every default filled in. */
export function effectiveDeliveryPolicy(text: string | undefined): string {
  const policy = text ? readDeliveryPolicy(text, 'DeliveryPolicy') : undefined;
  return JSON.stringify({
    http: {
      defaultHealthyRetryPolicy: policy?.retries ?? DEFAULT_RETRIES,
      disableSubscriptionOverrides: policy?.disableSubscriptionOverrides ?? false,
      defaultRequestPolicy: policy?.request ?? DEFAULT_REQUEST,
    },
  });
}

/** The delivery policy of one HTTP endpoint: its subscription's, else the topic's, else the default. */
export function httpPolicy(topicText: string | undefined, subscriptionText: string | undefined): HttpPolicy {
  const ofTopic = topicText ? readDeliveryPolicy(topicText, 'DeliveryPolicy') : undefined;
  const own =
    subscriptionText && !ofTopic?.disableSubscriptionOverrides ? readDeliveryPolicy(subscriptionText, 'DeliveryPolicy') : undefined;
  return {
    healthyRetryPolicy: own?.retries ?? ofTopic?.retries ?? DEFAULT_RETRIES,
    throttlePolicy: own?.throttle ?? ofTopic?.throttle ?? null,
    requestPolicy: own?.request ?? ofTopic?.request ?? DEFAULT_REQUEST,
  };
}

export function httpRetries({ healthyRetryPolicy: policy }: HttpPolicy): RetryPolicy {
  const { numRetries, numNoDelayRetries, numMinDelayRetries, numMaxDelayRetries } = policy;
  const [minMs, maxMs] = [policy.minDelayTarget * 1000, policy.maxDelayTarget * 1000];
  const phases: readonly RetryPhase[] = [
    { retries: numNoDelayRetries, delayMs: 0 },
    { retries: numMinDelayRetries, delayMs: minMs },
    {
      retries: numRetries - numNoDelayRetries - numMinDelayRetries - numMaxDelayRetries,
      delayMs: minMs,
      lastDelayMs: maxMs,
      backoff: policy.backoffFunction,
    },
    { retries: numMaxDelayRetries, delayMs: maxMs },
  ];
  return { maxRetries: numRetries, maxAgeMs: MAX_DELAY_SECONDS * 1000, phases: phases.filter(({ retries }) => retries > 0) };
}
