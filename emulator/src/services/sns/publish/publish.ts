// Publish and PublishBatch.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { fault, operation, type PublishBatchRequestEntry, type PublishBatchResultEntry, type PublishInput } from '#model/sns';
import { archive } from '#services/sns/archive/archive';
import { topicArn } from '#services/sns/arns';
import { checkArnShape, invalidParameter } from '#services/sns/faults';
import { signedOfNotification, signMembers } from '#services/sns/messages/envelope';
import { type Draft, draftFor, draftMessage, MAX_MESSAGE_BYTES, type Message, textFor } from '#services/sns/messages/message';
import { shownAttributes } from '#services/sns/messages/message-attributes';
import { isPhoneNumber } from '#services/sns/mobile/phone-number';
import { publishToEndpoint } from '#services/sns/mobile/platform-endpoints';
import { keepSent } from '#services/sns/mobile/sent-messages';
import type { Topic } from '#services/sns/state';
import { findTopic, type LocatedTopic } from '#services/sns/topics/find-topic';
import { acceptOnce } from './deduplication.ts';
import { fanOut, isSigned, type Signatures, signaturesFor } from './fan-out.ts';
import { type Subscriber, subscribersOf } from './subscribers.ts';
import { countPublished } from './topic-metrics.ts';
import { activeTrace } from './topic-trace.ts';

/** Limit: entries of a PublishBatch. */
const MAX_ENTRIES = 10;
/** Limit: characters of the id of an entry of a batch. */
const MAX_ID = 80;

export const Publish = operation('Publish', async (input, ctx) => {
  const { TopicArn, TargetArn, PhoneNumber } = input;
  const destinations = [TopicArn, TargetArn, PhoneNumber].filter((given) => given !== undefined);
  if (destinations.length !== 1)
    throw invalidParameter('TopicArn or TargetArn Reason: exactly one of TopicArn, TargetArn and PhoneNumber must be given');
  if (PhoneNumber !== undefined) return publishToPhone(PhoneNumber, input, ctx);
  const arn = (TopicArn ?? TargetArn)!;
  if (TargetArn !== undefined && /:endpoint\//.test(TargetArn)) return publishToEndpoint(TargetArn, input, ctx);
  const located = topicFor(arn, TargetArn !== undefined, ctx);
  const [accepted] = await publishAll(located, [draftFor(located.topic, input)], ctx);
  return accepted!;
});

function topicFor(arn: string, isTarget: boolean, ctx: Ctx): LocatedTopic {
  if (!isTarget) return findTopic(arn, ctx);
  checkArnShape(arn, 'TargetArn');
  try {
    return findTopic(arn, ctx);
  } catch (error) {
    if (error instanceof Fault && error.code === 'NotFoundException')
      throw invalidParameter('TargetArn Reason: No endpoint found for the target arn specified');
    throw error;
  }
}

function publishToPhone(to: string, input: PublishInput, ctx: Ctx) {
  if (!isPhoneNumber(to)) throw invalidParameter(`PhoneNumber Reason: ${to} is not valid to publish to`);
  const { texts, isStructured, attributes, subject } = draftMessage(input);
  const messageId = ctx.id();
  const message = textFor({ texts }, 'sms');
  const kept = { kind: 'sms', atMs: ctx.now(), messageId, to, subject, message, attributes: shownAttributes(attributes) } as const;
  ctx.write((tx) => keepSent(tx, { ...kept, structure: isStructured ? 'json' : undefined }, ctx));
  return { MessageId: messageId };
}

interface Answer {
  readonly MessageId: string;
  readonly SequenceNumber?: string | undefined;
}

/** Accepts the messages in one write, in order, with all their deliveries. */
async function publishAll({ topic, there }: LocatedTopic, drafts: readonly Draft[], ctx: Ctx): Promise<readonly Answer[]> {
  const arn = topicArn(there, topic.name);
  const timestamp = new Date(ctx.now()).toISOString();
  const messages = drafts.map((draft): Message => ({ ...draft, id: ctx.id(), timestamp }));
  const signatures = messages.map((): Signatures => ({ ofFunctions: new Map(), ofOthers: new Map() }));
  for (;;) {
    // Subscriptions may change while signatures are made.
    const { topic: current } = findTopic(arn, there);
    const subscribers = subscribersOf(current, there);
    const chosen = messages.map((message) => subscribers.of(message));
    const unsigned = current.fifo ? [] : messages.flatMap((message, i) => unsignedTexts(message, chosen[i]!, signatures[i]!, i));
    if (unsigned.length === 0) return accept({ current, arn, messages, chosen, signatures, subscribed: subscribers.count }, there, ctx);
    const made = unsigned.map(({ i, text }) =>
      signMembers(signedOfNotification(messages[i]!, text, arn), current.attributes['SignatureVersion'], ctx),
    );
    const all = await Promise.all(made);
    for (const [at, { i, text, kind }] of unsigned.entries()) {
      // The events of functions name version 1, whichever has signed them (recorded in January 2024).
      signatures[i]![kind].set(text, kind === 'ofFunctions' ? { ...all[at]!, version: '1' } : all[at]!);
    }
  }
}

interface UnsignedText {
  /** The index of the message. */
  readonly i: number;
  readonly kind: keyof Signatures;
  readonly text: string;
}

function unsignedTexts(message: Message, subscribers: readonly Subscriber[], signatures: Signatures, i: number): readonly UnsignedText[] {
  const texts = { ofFunctions: new Set<string>(), ofOthers: new Set<string>() };
  for (const subscriber of subscribers)
    if (isSigned(subscriber)) texts[signaturesFor(subscriber.protocol)].add(textFor(message, subscriber.protocol));
  return (['ofFunctions', 'ofOthers'] as const).flatMap((kind) =>
    [...texts[kind]].filter((text) => !signatures[kind].has(text)).map((text) => ({ i, kind, text })),
  );
}

interface Ready {
  readonly current: Frozen<Topic>;
  readonly arn: string;
  readonly messages: readonly Message[];
  readonly chosen: readonly (readonly Subscriber[])[];
  readonly signatures: readonly Signatures[];
  readonly subscribed: number;
}

function accept({ current, arn, messages, chosen, signatures, subscribed }: Ready, there: Ctx, ctx: Ctx): readonly Answer[] {
  if (subscribed === 0) ctx.logOutcome({ text: () => 'ok, but the topic has no confirmed subscription', tone: 'notice' });
  else if (chosen.every(({ length }) => length === 0))
    ctx.logOutcome({ text: () => 'ok, but no filter policy let it pass', tone: 'notice' });
  return there.write((tx) =>
    messages.map((message, i) => {
      const accepted = current.fifo ? acceptOnce(tx, current, message, there) : undefined;
      if (accepted?.isDuplicate) return { MessageId: accepted.messageId, SequenceNumber: accepted.sequenceNumber };
      const sequenceNumber = accepted?.sequenceNumber;
      if (accepted) archive(tx, current, message, accepted, there);
      countPublished(current.name, message, there);
      const trace = activeTrace(current.attributes['TracingConfig'], ctx, there);
      fanOut(tx, { message, topicArn: arn, sequenceNumber, signatures: signatures[i]!, trace }, chosen[i]!, there);
      if (trace) tx.after(() => trace.send(arn, message.id));
      return { MessageId: message.id, ...(sequenceNumber !== undefined && { SequenceNumber: sequenceNumber }) };
    }),
  );
}

export const PublishBatch = operation('PublishBatch', async ({ TopicArn, PublishBatchRequestEntries: entries }, ctx) => {
  const located = findTopic(TopicArn, ctx);
  checkEntries(entries);
  // One wrong entry fails the whole batch.
  const drafts = entries.map((entry) => draftFor(located.topic, entry));
  if (drafts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > MAX_MESSAGE_BYTES)
    throw fault('BatchRequestTooLongException', 'The length of all the messages put together is more than the limit.');
  const answers = await publishAll(located, drafts, ctx);
  const Successful = answers.map((answer, i): PublishBatchResultEntry => ({ Id: entries[i]!.Id, ...answer }));
  return { Successful, Failed: [] };
});

function checkEntries(entries: readonly PublishBatchRequestEntry[]): void {
  if (entries.length === 0) throw fault('EmptyBatchRequestException', "The batch request doesn't contain any entries.");
  if (entries.length > MAX_ENTRIES)
    throw fault('TooManyEntriesInBatchRequestException', 'The batch request contains more entries than permissible.');
  for (const { Id } of entries) {
    if (Id.length > MAX_ID) throw fault('InvalidBatchEntryIdException', `The Id of a batch entry in the batch request is too long: ${Id}`);
    if (!/^[A-Za-z0-9_-]+$/.test(Id))
      throw fault(
        'InvalidBatchEntryIdException',
        `The Id of a batch entry in the batch request contains an impermissible character: ${Id}`,
      );
  }
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length)
    throw fault('BatchEntryIdsNotDistinctException', 'Two or more batch entries in the request have the same Id.');
}
