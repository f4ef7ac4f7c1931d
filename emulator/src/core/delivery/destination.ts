// The destination of a delivery, the principal that sends it, and the parameters that the target receives besides the payload.
import type { ServicePrincipal } from '#core/principal';
import type { RetryPolicy } from './retry-policy.ts';

/** The role that a service acts in. Identity policies decide then, so the target's resource policy is not checked. */
export interface RolePrincipal {
  /** ARN of the role. */
  readonly role: string;
}

/** The sender: a service on behalf of one of its resources, or a service in a role that it was given. */
export type DeliveryPrincipal = ServicePrincipal | RolePrincipal;

/** A message attribute, stored exactly as its sender gave it. */
export interface MessageAttribute {
  /** `String`, `Number` or `Binary`, with or without a custom label: `Number.int`. */
  readonly type: string;
  /** Bytes for a `Binary`, otherwise text. */
  readonly value: string | Uint8Array;
}

/** The parts of a request to an HTTP endpoint other than its body. */
export interface HttpDelivery {
  /** Values for the `*` in the endpoint's path, in order. */
  readonly pathValues?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
}

/** Parameters of a delivery besides its payload. Each kind of target uses the parameters that it supports. */
export interface DeliveryParameters {
  /** Message group of a FIFO queue or topic. */
  readonly groupId?: string | undefined;
  /** Deduplication id of a FIFO queue or topic; by default the id of the delivery. */
  readonly deduplicationId?: string | undefined;
  /** The payload is bytes in base64, for targets that take bytes. */
  readonly isBase64?: boolean | undefined;
  /** Partition key of a record of a data stream; by default the id of the delivery. */
  readonly partitionKey?: string | undefined;
  /** Message attributes by name. */
  readonly attributes?: Readonly<Record<string, MessageAttribute>> | undefined;
  /** Subject of a message to a topic. */
  readonly subject?: string | undefined;
  /** X-Ray header of the cause of the delivery. */
  readonly traceHeader?: string | undefined;
  /** How many event buses the event has passed before this target. */
  readonly hops?: number | undefined;
  /** For targets that are HTTP endpoints. */
  readonly http?: HttpDelivery | undefined;
  /** The GraphQL document of an API's operation, which takes the payload as its variables. */
  readonly graphqlOperation?: string | undefined;
  /** Key of the object that a bucket makes from the payload; by default the id of the delivery. */
  readonly objectKey?: string | undefined;
}

/** Facts about a delivery for log lines and dead letters. */
export interface DeliveryAbout {
  /** Name of the sending service in the service list. Its manifest's `sender` describes dead letters. */
  readonly service: string;
  /** The sending resource, as log lines name it: `rule orders`. */
  readonly resource: string;
  /** ARN of that resource. */
  readonly resourceArn?: string | undefined;
  /** Id of the event, invocation or message. */
  readonly eventId?: string | undefined;
  /** The metric that counts it when it is given up, where that is not the sender's usual one. */
  readonly failures?: string | undefined;
}

/**
 * Where a resource delivers to, and how. All deliveries of one resource to one of its targets share one such object.
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
  /** Receives deliveries that failed for good; where absent, the log does. */
  readonly deadLetterArn?: string | undefined;
  readonly parameters?: DeliveryParameters | undefined;
  /** The sending service makes each attempt itself (`DeliverySender.send`): requests differ between attempts, or no target accepts them. */
  readonly sentBySender?: true | undefined;
  readonly about: DeliveryAbout;
}

/** Whether both act with the same rights. */
export const isSamePrincipal = (a: DeliveryPrincipal, b: DeliveryPrincipal): boolean => {
  if (a === b) return true;
  if ('role' in a || 'role' in b) return 'role' in a && 'role' in b && a.role === b.role;
  return a.sourceArn === b.sourceArn && a.service === b.service && a.sourceAccount === b.sourceAccount;
};
