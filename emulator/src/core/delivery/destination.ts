// Where a delivery goes, on whose behalf, and what the target is told besides the payload.
import type { ServicePrincipal } from '#core/principal';
import type { RetryPolicy } from './retry-policy.ts';

/** The role that a service acts in. Identity policies decide then, so the target's resource policy is not asked. */
export interface RolePrincipal {
  /** ARN of the role. */
  readonly role: string;
}

/** Who sends: a service on behalf of one of its resources, or a service in a role that it was given. */
export type DeliveryPrincipal = ServicePrincipal | RolePrincipal;

/** A message attribute, kept exactly as its sender gave it. */
export interface MessageAttribute {
  /** `String`, `Number` or `Binary`, with or without a label of its own: `Number.int`. */
  readonly type: string;
  /** Bytes of a `Binary`, else text. */
  readonly value: string | Uint8Array;
}

/** What a target may be told besides the payload. Each kind of target uses what it has a place for. */
export interface DeliveryParameters {
  /** Message group of a FIFO queue or topic. */
  readonly groupId?: string | undefined;
  /** Deduplication id of a FIFO queue or topic; the id of the delivery where absent. */
  readonly deduplicationId?: string | undefined;
  /** Message attributes by name. */
  readonly attributes?: Readonly<Record<string, MessageAttribute>> | undefined;
  /** Subject of a message, as topics have it. */
  readonly subject?: string | undefined;
  /** X-Ray header of what caused the delivery. */
  readonly traceHeader?: string | undefined;
  /** Event buses that the event has come through before this target. */
  readonly hops?: number | undefined;
  /** Key of the object that a bucket makes of the payload; the id of the delivery where absent. */
  readonly objectKey?: string | undefined;
}

/** What a delivery is about, for log lines and dead letters. */
export interface DeliveryAbout {
  /** The service that sends, by its name in the service list. Its manifest's `sender` says what a dead letter carries. */
  readonly service: string;
  /** The resource that sends, as log lines name it: `rule orders`. */
  readonly resource: string;
  /** ARN of that resource. */
  readonly resourceArn?: string | undefined;
  /** Id of the event, invocation or message. */
  readonly eventId?: string | undefined;
}

/**
 * Where something goes, and how. One object serves everything that one resource sends to one of its targets.
 *
 * @example
 * const to: Destination = {
 *   targetArn: 'arn:aws:sqs:us-east-1:000000000000:orders',
 *   as: { service: 'events.amazonaws.com', sourceArn: rule.arn },
 *   retry: { maxRetries: 185, maxAgeMs: 24 * 3_600_000 },
 *   deadLetterArn: 'arn:aws:sqs:us-east-1:000000000000:lost',
 *   parameters: { groupId: 'shop-1' },
 *   about: { service: 'events', resource: 'rule orders', resourceArn: rule.arn },
 * };
 */
export interface Destination {
  readonly targetArn: string;
  readonly as: DeliveryPrincipal;
  readonly retry: RetryPolicy;
  /** Gets what could not be delivered; the log gets it where absent. */
  readonly deadLetterArn?: string | undefined;
  readonly parameters?: DeliveryParameters | undefined;
  readonly about: DeliveryAbout;
}

/** The service or role, as log lines name it. */
export const principalName = (as: DeliveryPrincipal): string => ('role' in as ? as.role : as.service);

/** Whether both act with the same rights. */
export const isSamePrincipal = (a: DeliveryPrincipal, b: DeliveryPrincipal): boolean => {
  if (a === b) return true;
  if ('role' in a || 'role' in b) return 'role' in a && 'role' in b && a.role === b.role;
  return a.sourceArn === b.sourceArn && a.service === b.service && a.sourceAccount === b.sourceAccount;
};
