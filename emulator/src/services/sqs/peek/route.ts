// GET and POST /_cloud/queue/messages: the messages of a queue without receiving them, in the form of ReceiveMessage's answer.
import { Fault } from '#core/fault';
import type { Route, RouteResponse } from '#core/route';
import type { Message } from '#model/sqs';
import { escapeXml } from '#protocol/xml/xml-text';
import { peekMessages } from './peek-messages.ts';
import { formatOf, type PeekFormat, readPeekRequest } from './peek-request.ts';

/** Elements by name; a list repeats its element. */
interface Tree {
  readonly [name: string]: string | Tree | readonly Tree[] | undefined;
}

export const route: Route = async (request, ctx) => {
  const format = formatOf(request);
  const RequestId = ctx.id();
  try {
    const found = await readPeekRequest(request, ctx);
    if (!found) return refusal(new Fault('InvalidAddress', `There is nothing at ${request.path}.`, { status: 404 }), format, RequestId);
    const messages = await peekMessages(found.located, found);
    if (format === 'document') return documentAnswer(200, messages.length > 0 ? { Messages: messages.map(encoded) } : {});
    const result: Tree = { Message: messages.map(asTree) };
    return answer(200, 'ReceiveMessageResponse', { ReceiveMessageResult: result, ResponseMetadata: { RequestId } }, format);
  } catch (error) {
    if (error instanceof SyntaxError) return refusal(new Fault('SerializationException', 'The body is not JSON.'), format, RequestId);
    if (!(error instanceof Fault)) throw error;
    return refusal(error, format, RequestId);
  }
};

const MISSING = 'AWS.SimpleQueueService.NonExistentQueue';

function refusal({ code, message, options }: Fault, format: PeekFormat, RequestId: string): RouteResponse {
  const status = options.status ?? (code === 'InvalidAddress' ? 404 : 400);
  const queryCode = code === 'QueueDoesNotExist' ? MISSING : code;
  if (format === 'document') {
    const { headers, ...rest } = documentAnswer(status, { __type: `com.amazonaws.sqs#${code}`, message });
    return { ...rest, headers: { ...headers, 'x-amzn-query-error': `${queryCode};Sender` } };
  }
  return answer(status, 'ErrorResponse', { Error: { Type: 'Sender', Code: queryCode, Message: message }, RequestId }, format);
}

const documentAnswer = (status: number, document: object): RouteResponse => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(document),
});

function answer(status: number, root: string, tree: Tree, format: PeekFormat): RouteResponse {
  if (format === 'json')
    return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ [root]: tree }, singleAlone) };
  return { status, headers: { 'content-type': 'text/xml' }, body: `<${root}>${toXml(tree)}</${root}>` };
}

/** The established emulator makes its JSON from the XML: an element that occurs once is no list. */
const singleAlone = (_: string, value: unknown): unknown =>
  Array.isArray(value) ? (value.length > 1 ? value : (value[0] as unknown)) : value;

const toXml = (tree: Tree): string =>
  Object.entries(tree)
    .flatMap(([name, value]) => (value === undefined ? [] : [value].flat().map((each) => element(name, each as string | Tree))))
    .join('');

const element = (name: string, value: string | Tree): string =>
  `<${name}>${typeof value === 'string' ? escapeXml(value) : toXml(value)}</${name}>`;

type Value = NonNullable<Message['MessageAttributes']>[string];

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const encodedValue = ({ DataType, StringValue, BinaryValue }: Value) => ({
  ...(StringValue === undefined ? {} : { StringValue }),
  ...(BinaryValue === undefined ? {} : { BinaryValue: base64(BinaryValue) }),
  DataType: DataType ?? '',
});

const encoded = ({ MessageAttributes, ...message }: Message): object => ({
  ...message,
  ...(MessageAttributes && {
    MessageAttributes: Object.fromEntries(Object.entries(MessageAttributes).map(([name, value]) => [name, encodedValue(value)])),
  }),
});

const asTree = ({ Attributes = {}, MessageAttributes = {}, ...message }: Message): Tree => ({
  ...(message as Record<string, string>),
  Attribute: Object.entries(Attributes).map(([Name, Value]) => ({ Name, Value: String(Value) })),
  MessageAttribute: Object.entries(MessageAttributes).map(([Name, value]) => ({ Name, Value: encodedValue(value) })),
});
