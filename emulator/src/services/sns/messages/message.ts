// A message as it is accepted: checked, with the text for each protocol.
import { hash } from 'node:crypto';
import type { Frozen } from '#core/records';
import type { PublishBatchRequestEntry } from '#model/sns';
import { invalidParameter } from '#services/sns/faults';
import type { Topic } from '#services/sns/state';
import { type Attributes, attributesBytes, readAttributes } from './message-attributes.ts';

export interface Message {
  readonly id: string;
  readonly timestamp: string;
  readonly subject: string | undefined;
  /** The text by protocol; `default` for all others. */
  readonly texts: ReadonlyMap<string, string>;
  readonly isStructured: boolean;
  readonly attributes: Attributes;
  readonly groupId: string | undefined;
  /** Set for FIFO topics: given, or made from the text. */
  readonly deduplicationId: string | undefined;
  readonly sizeBytes: number;
}

export type Draft = Omit<Message, 'id' | 'timestamp'>;

/** Limit: bytes of a message. */
export const MAX_MESSAGE_BYTES = 262_144;
/** Limit: characters of a message's subject, exclusive. */
const MAX_SUBJECT = 100;
const SUBJECT = /^[^\x00-\x1f\x7f]+$/;
/** The characters of group and deduplication ids: queues take no others. */
const FIFO_ID = /^[\x21-\x7e]{1,128}$/;

export type MessageInput = Omit<PublishBatchRequestEntry, 'Id'>;

interface DraftRules {
  readonly maxBytes?: number;
  /** The one protocol of the message: its text may stand for the default. */
  readonly protocol?: string;
}

/** @throws InvalidParameter, ParameterValueInvalid */
export function draftMessage(
  given: MessageInput,
  { maxBytes = MAX_MESSAGE_BYTES, protocol }: DraftRules = {},
): Omit<Draft, 'deduplicationId'> {
  const { Message: text, Subject: subject, MessageStructure, MessageAttributes, MessageGroupId: groupId } = given;
  if (text === '') throw invalidParameter('Empty message');
  if (subject !== undefined && (subject === '' || subject.length >= MAX_SUBJECT || !SUBJECT.test(subject)))
    throw invalidParameter('Subject');
  if (MessageStructure !== undefined && MessageStructure !== '' && MessageStructure !== 'json') throw invalidParameter('MessageStructure');
  const attributes = readAttributes(MessageAttributes);
  const sizeBytes = Buffer.byteLength(text) + attributesBytes(attributes);
  if (sizeBytes > maxBytes) throw invalidParameter('Message too long');
  const isStructured = MessageStructure === 'json';
  return {
    subject,
    texts: isStructured ? readStructure(text, protocol) : new Map([['default', text]]),
    isStructured,
    attributes,
    groupId,
    sizeBytes,
  };
}

function readStructure(text: string, protocol = 'default'): ReadonlyMap<string, string> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw invalidParameter('Message Structure - JSON message body failed to parse');
  }
  const entries = typeof document === 'object' && document !== null ? Object.entries(document) : [];
  const texts = new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  if (!texts.has('default') && !texts.has(protocol)) throw invalidParameter('Message Structure - No default entry in JSON message body');
  return texts;
}

/** Completes the draft with what its topic asks for. @throws InvalidParameter */
export function draftFor(topic: Frozen<Topic>, given: MessageInput): Draft {
  const draft = draftMessage(given, { maxBytes: Number(topic.attributes['MaximumMessageSize'] ?? MAX_MESSAGE_BYTES) });
  const { MessageGroupId, MessageDeduplicationId: own } = given;
  for (const [name, id] of Object.entries({ MessageGroupId, MessageDeduplicationId: own }))
    if (id && !FIFO_ID.test(id))
      throw invalidParameter(`${name} Reason: ${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`);
  if (!topic.fifo) {
    if (own !== undefined)
      throw invalidParameter(
        'MessageDeduplicationId Reason: The request includes MessageDeduplicationId parameter that is not valid for this topic type',
      );
    return { ...draft, deduplicationId: undefined };
  }
  if (!draft.groupId) throw invalidParameter('The MessageGroupId parameter is required for FIFO topics');
  const isContentBased = topic.attributes['ContentBasedDeduplication']?.toLowerCase() === 'true';
  if (!own && !isContentBased)
    throw invalidParameter('The topic should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly');
  return { ...draft, deduplicationId: own || hash('sha256', given.Message) };
}

export const textFor = ({ texts }: Pick<Message, 'texts'>, protocol: string): string => texts.get(protocol) ?? texts.get('default')!;
