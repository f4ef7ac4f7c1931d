// Reads the answer of a service as its clients see it: the output of the operation with bytes and dates, or the error.
import { STATUS_CODES } from 'node:http';
import type { XmlElement } from '@rgrove/parse-xml';
import { decodeCbor } from '#protocol/cbor/cbor-decoder';
import type { Member, ProtocolId, Ref, ServiceIR, StructureShape } from '#protocol/ir';
import { parseBase64, parseDate, textReader } from '#protocol/scalars';
import { XmlReader } from '#protocol/xml/xml-reader';
import { elementsOf, localName, parseXml, textOf } from '#protocol/xml/xml-text';
import { eventsIn } from './read-events.ts';

type Plain = Record<string, unknown>;

export interface ClientAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ServiceError {
  readonly code: string;
  readonly message?: string | undefined;
  readonly status: number;
  /** Further members. */
  readonly members: Readonly<Plain>;
}

export type Outcome = { readonly output: Plain } | { readonly error: ServiceError };

const MIN_ERROR_STATUS = 300;

/** @throws Fault where the body is not what the protocol says */
export function readAnswer(ir: ServiceIR, operation: string, protocol: ProtocolId, answer: ClientAnswer): Outcome {
  if (answer.status >= MIN_ERROR_STATUS) return { error: readError(ir, operation, protocol, answer) };
  if (ir.protocol === 'restXml' || ir.protocol === 'restJson1') return restOutcome(ir, operation, answer);
  return { output: rpcOutput(ir, operation, protocol, answer) };
}

const isXml = (protocol: ProtocolId): boolean => protocol === 'awsQuery' || protocol === 'restXml';

function rpcOutput(ir: ServiceIR, operation: string, protocol: ProtocolId, { headers, body }: ClientAnswer): Plain {
  const { output } = ir.operations[operation]!;
  if (headers['content-type']?.startsWith('application/vnd.amazon.eventstream')) return { events: eventsIn(body) };
  if (isXml(protocol)) {
    const result = elementsOf(parseXml(body)).find((each) => localName(each) === `${operation}Result`);
    return output === null || !result ? {} : (new XmlReader(ir).reader(output)(result) as Plain);
  }
  const document = body.length === 0 ? {} : protocol.toLowerCase().includes('cbor') ? decodeCbor(body) : parseJson(body);
  return (output === null ? document : typedOutput(ir, output, document)) as Plain;
}

function restOutcome(ir: ServiceIR, operation: string, { status, headers, body }: ClientAnswer): Outcome {
  const { output, unwrapped } = ir.operations[operation]!;
  const members = output === null ? [] : (ir.shapes[output] as StructureShape).members;
  const found: Plain = {};
  for (const member of members) readBinding(member, headers, found);
  const statusMember = members.find(([, , traits]) => traits?.statusCode)?.[0];
  if (statusMember !== undefined && ir.protocol === 'restJson1') found[statusMember] = status;
  const payload = members.find(([, , traits]) => traits?.payload);
  if (payload) Object.assign(found, readPayload(ir, payload, headers, body));
  else if (body.length > 0 && output !== null) {
    if (ir.protocol !== 'restXml') Object.assign(found, typedOutput(ir, output, parseJson(body)));
    else {
      const root = parseXml(body);
      // The multipart operations of objects answer 200 before they know whether they fail
      if (localName(root) === 'Error') return { error: xmlError(root, status) };
      Object.assign(found, unwrapped ? { [members[0]![0]]: textOf(root) } : (new XmlReader(ir).reader(output)(root) as Plain));
    }
  }
  return { output: found };
}

function readBinding([name, ref, traits]: Member, headers: ClientAnswer['headers'], into: Plain): void {
  if (traits?.prefixHeaders !== undefined) {
    const prefix = traits.prefixHeaders.toLowerCase();
    const named = Object.entries(headers).filter(([key]) => key.startsWith(prefix));
    if (named.length > 0) into[name] = Object.fromEntries(named.map(([key, value]) => [key.slice(prefix.length), value]));
    return;
  }
  const text = traits?.header === undefined ? undefined : headers[traits.header.toLowerCase()];
  if (text !== undefined) into[name] = typeof ref === 'number' ? text : textReader(ref, () => new Error(`${name} is ${text}`))(text);
}

function readPayload(ir: ServiceIR, [name, ref]: Member, headers: ClientAnswer['headers'], body: Uint8Array): Plain {
  if (typeof ref !== 'number') return { [name]: ref === 'string' ? Buffer.from(body).toString() : body };
  if (body.length === 0) return {};
  if (headers['content-type']?.startsWith('application/vnd.amazon.eventstream')) return { [name]: eventsIn(body) };
  if (ir.protocol === 'restXml') return { [name]: new XmlReader(ir).reader(ref)(parseXml(body)) };
  return { [name]: typedOutput(ir, ref, parseJson(body)) };
}

function parseJson(body: Uint8Array): unknown {
  return JSON.parse(Buffer.from(body).toString()) as unknown;
}

/** Members that the model does not know stay: the other side may have newer ones. */
function typedOutput(ir: ServiceIR, ref: Ref, value: unknown): unknown {
  if (typeof ref !== 'number') return typedScalar(ref, value);
  const shape = ir.shapes[ref]!;
  if (shape.kind === 'list') return Array.isArray(value) ? value.map((each) => typedOutput(ir, shape.item, each)) : value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  if (shape.kind === 'map') return Object.fromEntries(entries.map(([name, each]) => [name, typedOutput(ir, shape.value, each)]));
  const members = new Map(shape.members.map(([name, member, traits]) => [traits?.jsonName ?? name, [name, member] as const]));
  const named = entries.map(([key, each]) => {
    const [name, member] = members.get(key) ?? [key, 'document' as const];
    return [name, shape.raw ? each : typedOutput(ir, member, each)] as const;
  });
  return Object.fromEntries(named);
}

const TIMES = new Set<Ref>(['timestamp', 'date-time', 'http-date', 'epoch-seconds']);

function typedScalar(kind: Ref, value: unknown): unknown {
  if (kind === 'blob' && typeof value === 'string') return parseBase64(value) ?? value;
  return TIMES.has(kind) && (typeof value === 'number' || typeof value === 'string') ? (parseDate(value) ?? value) : value;
}

function readError(ir: ServiceIR, operation: string, protocol: ProtocolId, answer: ClientAnswer): ServiceError {
  const error = writtenError(ir, protocol, answer);
  const [compatible] = answer.headers['x-amzn-query-error']?.split(';') ?? [];
  const isModelled = ir.operations[operation]?.errors?.includes(error.code) ?? false;
  return { ...error, code: isModelled ? error.code : (compatible ?? nameOf(ir, operation, error.code)) };
}

/** Errors of the query protocol have codes beside the names of the model. */
function nameOf(ir: ServiceIR, operation: string, code: string): string {
  const isNamed = (name: string): boolean => (ir.shapes[ir.errors[name]!] as StructureShape).error?.queryCode === code;
  return ir.operations[operation]?.errors?.find(isNamed) ?? code;
}

function writtenError(ir: ServiceIR, protocol: ProtocolId, { status, headers, body }: ClientAnswer): ServiceError {
  // Answers to HEAD have no body
  if (body.length === 0)
    return { code: headers['x-amzn-errortype'] ?? STATUS_CODES[status]?.replaceAll(' ', '') ?? '', status, members: {} };
  try {
    if (isXml(protocol) || ir.protocol === 'restXml') return xmlError(parseXml(body), status);
    const cbor = headers['content-type']?.includes('cbor');
    const { __type, code, message, Message, ...members } = (cbor ? decodeCbor(body) : parseJson(body)) as Plain;
    const said = headers['x-amzn-errortype'] ?? __type ?? code ?? status;
    return { code: shortCode(String(said)), message: text(message ?? Message), status, members };
  } catch {
    return { code: String(status), message: Buffer.from(body).toString(), status, members: {} };
  }
}

const text = (value: unknown): string | undefined => (value === undefined || value === null ? undefined : String(value));

/** `com.amazonaws.x#Code:http://…` → `Code` */
const shortCode = (said: string): string => said.split(':')[0]!.split('#').at(-1)!;

const ENVELOPE = new Set(['Code', 'Message', 'Type', 'RequestId', 'HostId', 'Detail']);

function xmlError(root: XmlElement, status: number): ServiceError {
  const error = localName(root) === 'Error' ? root : (elementsOf(root).find((each) => localName(each) === 'Error') ?? root);
  const parts = new Map(elementsOf(error).map((each) => [localName(each), textOf(each)]));
  const members = Object.fromEntries([...parts].filter(([name]) => !ENVELOPE.has(name)));
  return { code: parts.get('Code') ?? localName(root), message: parts.get('Message'), status, members };
}
