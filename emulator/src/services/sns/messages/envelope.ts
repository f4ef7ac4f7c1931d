// The documents in which subscribers receive messages, and their signatures.
// https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html
import { sign } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import type { Message } from './message.ts';
import { shownAttributes } from './message-attributes.ts';
import { type SigningKey, signingKey } from './signing-key.ts';

export interface Signature {
  readonly version: '1' | '2';
  readonly text: string;
  readonly certificateUrl: string;
}

/** The members of a document that are signed, by name. */
export type SignedMembers = Readonly<Record<string, string | undefined>>;

/** Signs in the thread pool. Version 1 hashes with SHA-1, version 2 with SHA-256. */
export async function signMembers(members: SignedMembers, version: string | undefined, ctx: Ctx): Promise<Signature> {
  const key = await signingKey(ctx);
  const names = Object.keys(members).sort();
  const text = names.map((name) => (members[name] === undefined ? '' : `${name}\n${members[name]}\n`)).join('');
  const signature = await new Promise<Buffer>((resolve, reject) => {
    sign(version === '2' ? 'RSA-SHA256' : 'RSA-SHA1', Buffer.from(text), key.privateKey, (error, made) =>
      error ? reject(error) : resolve(made),
    );
  });
  return { version: version === '2' ? '2' : '1', text: signature.toString('base64'), certificateUrl: certificateUrl(key, ctx) };
}

/** Validators of the SDKs accept the cloud's host only: it leads here where the emulator's own name server answers. */
function certificateUrl({ id }: SigningKey, { options, origin, region }: Ctx): string {
  const host = options.SNS_CERT_URL_HOST || (options.DNS_ADDRESS ? `sns.${region}.amazonaws.com` : '');
  return `${host ? `https://${host}` : origin}/SimpleNotificationService-${id}.pem`;
}

export const signedOfNotification = (message: Message, text: string, topicArn: string): SignedMembers => ({
  Message: text,
  MessageId: message.id,
  Subject: message.subject,
  Timestamp: message.timestamp,
  TopicArn: topicArn,
  Type: 'Notification',
});

export const unsubscribeUrl = (subscriptionArn: string, { origin }: Pick<Ctx, 'origin'>): string =>
  `${origin}/?Action=Unsubscribe&SubscriptionArn=${subscriptionArn}`;

/** Everything that all subscribers of one text receive alike. */
export interface Notification {
  readonly message: Message;
  readonly text: string;
  readonly topicArn: string;
  readonly sequenceNumber: string | undefined;
  /** Messages of FIFO topics are not signed. */
  readonly signature: Signature | undefined;
  readonly isReplayed?: boolean | undefined;
}

/** The document of each subscriber: all but its own UnsubscribeURL is written once. Members in the order in which the real service writes them. */
export function notificationDocuments(notification: Notification): (unsubscribe: string) => string {
  const { message, text, topicArn, sequenceNumber, signature, isReplayed } = notification;
  const head = linesOf({
    Type: 'Notification',
    MessageId: message.id,
    SequenceNumber: sequenceNumber,
    TopicArn: topicArn,
    Subject: message.subject,
    Message: text,
    Timestamp: message.timestamp,
    SignatureVersion: signature?.version,
    Signature: signature?.text,
    SigningCertURL: signature?.certificateUrl,
  });
  const attributes = linesOf({
    MessageAttributes: message.attributes.size > 0 ? shownAttributes(message.attributes) : undefined,
    Replayed: isReplayed ? 'true' : undefined,
  });
  const [start, end] = [`{\n${head},\n`, `${attributes && `,\n${attributes}`}\n}`];
  // Strings that are added share their parts: each subscriber of a long message does not have a copy of its own.
  return (unsubscribe) => start + linesOf({ UnsubscribeURL: unsubscribe }) + end;
}

type Members = Readonly<Record<string, string | Readonly<Record<string, object>> | undefined>>;

/** JSON as the real service indents it: a member a line, and attributes one more level. `undefined` members are left out. */
export const writeDocument = (members: Members): string => `{\n${linesOf(members)}\n}`;

function linesOf(members: Members): string {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) continue;
    const json =
      typeof value === 'string'
        ? JSON.stringify(value)
        : `{\n${Object.entries(value)
            .map(([key, of]) => `    ${JSON.stringify(key)} : ${JSON.stringify(of)}`)
            .join(',\n')}\n  }`;
    lines.push(`  ${JSON.stringify(name)} : ${json}`);
  }
  return lines.join(',\n');
}

/** The event of each function: all but its own subscription is written once. */
export function functionEvents({ message, text, topicArn, signature }: Notification): (arn: string, unsubscribe: string) => string {
  const before = JSON.stringify({
    Type: 'Notification',
    MessageId: message.id,
    TopicArn: topicArn,
    Subject: message.subject ?? null,
    Message: text,
    Timestamp: message.timestamp,
    SignatureVersion: signature?.version ?? '1',
    Signature: signature?.text ?? '',
    SigningCertUrl: signature?.certificateUrl ?? '',
  });
  const members = before.slice(1, -1);
  const attributes = JSON.stringify(shownAttributes(message.attributes));
  return (arn, unsubscribe) =>
    `{"Records":[{"EventSource":"aws:sns","EventVersion":"1.0","EventSubscriptionArn":${JSON.stringify(arn)},"Sns":{${members},"UnsubscribeUrl":${JSON.stringify(unsubscribe)},"MessageAttributes":${attributes}}}]}`;
}

interface FunctionEvent {
  readonly Records: readonly [{ readonly Sns: Members & { readonly MessageAttributes: Readonly<Record<string, object>> } }];
}

/** The document that other subscribers receive, from the event of a function. */
export function notificationOfEvent(event: string): string {
  const { Subject, SigningCertUrl, UnsubscribeUrl, MessageAttributes, ...others } = (JSON.parse(event) as FunctionEvent).Records[0].Sns;
  const { Type, MessageId, TopicArn, Message, ...signed } = others;
  return writeDocument({
    ...{ Type, MessageId, TopicArn, Subject: Subject ?? undefined, Message },
    ...signed,
    SigningCertURL: SigningCertUrl,
    UnsubscribeURL: UnsubscribeUrl,
    MessageAttributes: Object.keys(MessageAttributes).length > 0 ? MessageAttributes : undefined,
  });
}
