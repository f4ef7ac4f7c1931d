// The collections of the topic service: topics, subscriptions, what FIFO topics remember, and messages to people and devices.
import type { Trace } from '#core/call';
import { collection } from '#core/records';
import type { Tag } from '#core/tags';

export interface Topic {
  readonly name: string;
  readonly fifo: boolean;
  /** Attributes that were set, in the spelling of the API. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly tags: readonly Tag[];
  readonly dataProtectionPolicy?: string | undefined;
  readonly createdMs: number;
  /** Since when messages are archived, where they are. */
  readonly archivedSinceMs?: number | undefined;
}

/** Messages of the archive that a subscription receives again. */
export interface Replay {
  readonly fromMs: number;
  /** Undefined: until everything that was published has been delivered. */
  readonly toMs: number | undefined;
  /** Number of the first archived message that has not been looked at. */
  readonly next: number;
  readonly startedMs: number;
  readonly isComplete: boolean;
  /** Trace of the request that began it. */
  readonly trace?: Trace | undefined;
}

export interface Subscription {
  readonly id: string;
  readonly topic: string;
  readonly arn: string;
  readonly topicArn: string;
  /** Account that subscribed. */
  readonly owner: string;
  readonly principal: string;
  readonly protocol: string;
  readonly endpoint: string;
  /** Attributes that were set, in the spelling of the API. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly isPending: boolean;
  /** The endpoint confirmed in a signed request, or needed no confirmation. */
  readonly isAuthenticated: boolean;
  /** Only signed requests may remove it. */
  readonly needsSignature: boolean;
  readonly createdMs: number;
  readonly replay?: Replay | undefined;
}

/** A message of a FIFO topic as it was accepted. */
export interface ArchivedMessage {
  readonly atMs: number;
  readonly sequenceNumber: string;
  readonly id: string;
  readonly timestamp: string;
  readonly subject: string | undefined;
  /** By protocol; `default` for all others. */
  readonly texts: Readonly<Record<string, string>>;
  readonly isStructured: boolean;
  readonly attributes: Readonly<Record<string, { readonly type: string; readonly value: string | Uint8Array }>>;
  readonly groupId: string | undefined;
  readonly deduplicationId: string | undefined;
  readonly sizeBytes: number;
}

/** Confirms a subscription, or brings back a subscription that was removed. */
export interface Token {
  readonly topic: string;
  readonly id: string;
  readonly createdMs: number;
  readonly removed?: Subscription | undefined;
}

/** A number that a FIFO topic gave to a message, by its deduplication id. */
export interface RememberedMessage {
  readonly messageId: string;
  readonly sequenceNumber: string;
  readonly atMs: number;
}

/** A text, an e-mail or a push message: kept so that it can be read back. */
export interface SentMessage {
  readonly kind: SentKind;
  readonly atMs: number;
  readonly messageId: string;
  /** Phone number, e-mail address, or ARN of a platform endpoint. */
  readonly to: string;
  readonly topicArn?: string | undefined;
  readonly subscriptionArn?: string | undefined;
  readonly subject?: string | undefined;
  readonly message: string;
  readonly attributes: Readonly<Record<string, { readonly Type: string; readonly Value: string }>>;
  readonly structure?: string | undefined;
}
export type SentKind = 'sms' | 'email' | 'application';

export interface PlatformApplication {
  readonly arn: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface PlatformEndpoint {
  readonly arn: string;
  readonly application: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export const topics = collection<[name: string], Topic>('sns.topics');
/** Facts about a topic that change with its subscriptions. */
export interface Tally {
  /** Changes whenever subscribers may receive something else than before. */
  readonly version: string;
  /** Subscriptions that have been removed. */
  readonly unsubscribed: number;
}
export const tallies = collection<[topic: string], Tally>('sns.tallies');
export const subscriptions = collection<[topic: string, id: string], Subscription>('sns.subscriptions');
export const endpoints = collection<[topic: string, protocol: string, endpoint: string], { readonly id: string }>('sns.endpoints');
export const tokens = collection<[token: string], Token>('sns.tokens');
/** By topic, scope (a message group or '') and deduplication id. */
export const remembered = collection<[topic: string, scope: string, id: string], RememberedMessage>('sns.remembered');
export const sequences = collection<[topic: string], { readonly last: number }>('sns.sequences');
/** Numbered as by `sequences`. */
export const archived = collection<[topic: string, number: number], ArchivedMessage>('sns.archived', { bulk: true });
export const sent = collection<[kind: SentKind, atMs: number, messageId: string, to: string], SentMessage>('sns.sent');
export const applications = collection<[arn: string], PlatformApplication>('sns.applications');
export const platformEndpoints = collection<[application: string, arn: string], PlatformEndpoint>('sns.platform-endpoints');
/** Account-wide settings of text messages: one record. */
export const smsSettings = collection<[name: 'sms'], { readonly attributes: Readonly<Record<string, string>> }>('sns.sms-settings');
export const sandboxNumbers = collection<[number: string], { readonly number: string; readonly status: 'Pending' | 'Verified' }>(
  'sns.sandbox-numbers',
);
/** A line of a delivery status log that has not been logged yet, by the id of its delivery. */
export interface StatusLine {
  readonly group: string;
  /** The role that logs. */
  readonly role: string;
  readonly atMs: number;
  readonly text: string;
}
export const statusLines = collection<[delivery: string], StatusLine>('sns.status-lines');
/** The key that signs messages, and its certificate; one for the emulator. */
export const signingKeys = collection<
  [name: 'current'],
  { readonly id: string; readonly privateKey: string; readonly certificate: string }
>('sns.signing-keys', { global: true });
