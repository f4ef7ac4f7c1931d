// Operation codecs of the REST protocols: HTTP bindings around a JSON or an XML document.

import { Fault } from '#core/fault';
import type { WireCodec } from './codec-rpc.ts';
import { compileEvents, type EventFormat, isEventStream } from './event-stream.ts';
import { type BindingFailure, compileInput, type InputBinding, rawPayload } from './http/http-input.ts';
import { compileOutput } from './http/http-output.ts';
import { requestIdHeader } from './http/response-headers.ts';
import type { WireRequest, WireResponse } from './http/wire.ts';
import type { Member, OperationIR, ServiceIR, StructureShape } from './ir.ts';
import type { Convert, DocumentCodec } from './json/document.ts';
import { parseJson } from './json/json-body.ts';
import { isLarge, parseLargeJson } from './json/large-body.ts';
import { malformedXml, notText } from './refusals.ts';
import type { XmlReader } from './xml/xml-reader.ts';
import { localName, parseXml } from './xml/xml-text.ts';
import type { XmlWriter } from './xml/xml-writer.ts';

type Plain = Record<string, unknown>;
/** Returns a promise only for large bodies. */
type ReadBody = (body: Uint8Array) => unknown;

/** The differences between JSON and XML bodies. */
interface BodyFormat {
  readonly contentType: string;
  readonly bytesContentType: string;
  readonly failure: BindingFailure;
  /** Reads the members that HTTP bindings leave for the body. */
  bodyReader(input: number, members: Member[]): ReadBody;
  payloadReader(member: Member): ReadBody;
  bodyWriter(name: string, operation: OperationIR, members: Member[]): ((output: Plain) => string) | undefined;
  payloadWriter(member: Member): (value: unknown) => string;
  readonly events: EventFormat;
}

export function restOperation(ir: ServiceIR, name: string, operation: OperationIR, format: BodyFormat): WireCodec {
  const binding = compileInput(ir, operation.input, operation.http?.uri ?? '/', format.failure);
  const streamsInput = binding.payload?.[1] === 'stream';
  const write = responseWriter(ir, name, operation, format);
  return { streamsInput, parse: requestParser(operation, binding, format), write };
}

function requestParser({ input }: OperationIR, binding: InputBinding, format: BodyFormat): (request: WireRequest) => unknown {
  const { payload, bodyMembers, bind } = binding;
  const raw = payload && rawPayload(payload);
  const readPayload = payload && !raw ? format.payloadReader(payload) : undefined;
  const readBody = !payload && input !== null && bodyMembers.length > 0 ? format.bodyReader(input, bodyMembers) : undefined;
  const bound = (request: WireRequest, value: Plain): Plain => {
    const { body } = request;
    bind(request, value);
    if (raw) raw(request, value);
    else if (readPayload && body.length > 0) value[payload![0]] = readPayload(body);
    return value;
  };
  return (request) => {
    const value = readBody && request.body.length > 0 ? readBody(request.body) : {};
    return value instanceof Promise ? value.then((read: Plain) => bound(request, read)) : bound(request, value as Plain);
  };
}

type WritePayload = (value: unknown) => Pick<WireResponse, 'body'> & { contentType: string };

function payloadWriter(ir: ServiceIR, member: Member, format: BodyFormat): WritePayload {
  const [, ref, traits] = member;
  const contentType = traits?.contentType ?? format.bytesContentType;
  if (typeof ref !== 'number') return (value) => ({ contentType, body: value as WireResponse['body'] });
  if (isEventStream(ir, ref)) {
    const encode = compileEvents(ir, ref, format.events);
    return (value) => ({ contentType: 'application/vnd.amazon.eventstream', body: encode(value as AsyncIterable<Plain>) });
  }
  const write = format.payloadWriter(member);
  return (value) => ({ contentType: format.contentType, body: write(value) });
}

function responseWriter(ir: ServiceIR, name: string, operation: OperationIR, format: BodyFormat): WireCodec['write'] {
  const binding = compileOutput(ir, operation.output);
  const usual = operation.http?.status ?? 200;
  const writePayload = binding.payload && payloadWriter(ir, binding.payload, format);
  const writeBody = binding.payload || usual === 204 ? undefined : format.bodyWriter(name, operation, binding.bodyMembers);
  return (value, requestId) => {
    const output = (value ?? {}) as Plain;
    const headers: Record<string, string> = requestIdHeader(ir, requestId);
    let body: WireResponse['body'] = '';
    const payload = binding.payload && output[binding.payload[0]];
    if (writePayload && payload !== undefined && payload !== null) {
      const written = writePayload(payload);
      headers['content-type'] = written.contentType;
      body = written.body;
    } else if (writeBody) {
      headers['content-type'] = format.contentType;
      body = writeBody(output);
    }
    binding.headers(output, headers);
    const status = binding.status(output, usual);
    return { status, headers, body: status === 204 || status === 304 ? null : body };
  };
}

export function jsonBodies(codec: DocumentCodec): BodyFormat {
  const encode = (convert: Convert) => (value: unknown) => JSON.stringify(convert(value));
  return {
    contentType: 'application/json',
    bytesContentType: 'application/octet-stream',
    failure: () => notText,
    bodyReader: (_input, members) => {
      const read = codec.structureReader(members);
      return (body) => (isLarge(body) ? parseLargeJson(body).then(read) : read(parseJson(body)));
    },
    payloadReader: ([, ref]) => {
      const read = codec.reader(ref);
      return (body) => read(parseJson(body));
    },
    bodyWriter: (_name, _operation, members) => encode(codec.structureWriter(members)),
    payloadWriter: ([, ref]) => encode(codec.writer(ref)),
    events: {
      contentType: 'application/json',
      document: (index) => {
        const write = encode(codec.writer(index));
        return (value) => Buffer.from(write(value));
      },
    },
  };
}

/** S3's wording for `max-keys=abc` and the like. */
const badArgument: BindingFailure = (place) => (text, kind) => {
  const expected = kind === 'number' ? 'an integer or within integer range' : `a valid ${kind === 'boolean' ? 'boolean' : 'date'}`;
  return new Fault('InvalidArgument', `Provided ${place} not ${expected}`, {
    status: 400,
    members: { ArgumentName: place, ArgumentValue: text },
  });
};

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The frame of a service's XML documents: its namespace, and the names of root elements. */
function xmlFrame(ir: ServiceIR) {
  const attribute = ir.xmlNamespace ? ` xmlns="${ir.xmlNamespace}"` : '';
  const structure = (index: number): StructureShape => ir.shapes[index] as StructureShape;
  return {
    attribute,
    structure,
    payloadRoot: ([, ref, traits]: Member): string => {
      const { name, xmlName } = structure(ref as number);
      return traits?.xmlName ?? xmlName ?? name;
    },
    wrap:
      (root: string, inner: (value: unknown) => string, attributes?: (value: unknown) => string) =>
      (value: unknown): string =>
        `${DECLARATION}<${root}${attribute}${attributes?.(value) ?? ''}>${inner(value)}</${root}>`,
  };
}

type XmlFrame = ReturnType<typeof xmlFrame>;

function xmlBodyWriter(frame: XmlFrame, writer: XmlWriter): BodyFormat['bodyWriter'] {
  return (name, { output, unwrapped, rootElement }, members) => {
    if (output === null || members.length === 0) return undefined;
    const root = rootElement ?? frame.structure(output).xmlName ?? `${name}Result`;
    const elements = members.filter(([, , traits]) => !traits?.attribute);
    const attributes = elements.length < members.length ? writer.attributes(members) : undefined;
    if (!unwrapped) return frame.wrap(root, writer.members(elements), attributes);
    const [only, ref] = members[0]!;
    const write = writer.content(ref);
    return frame.wrap(root, (value) => write((value as Plain)[only] ?? ''));
  };
}

function xmlEvents(frame: XmlFrame, writer: XmlWriter): EventFormat {
  return {
    contentType: 'text/xml',
    document: (index) => {
      const { name, members } = frame.structure(index);
      const write = writer.body(index);
      return (value) => (members.length === 0 ? new Uint8Array() : Buffer.from(`<${name}${frame.attribute}>${write(value)}</${name}>`));
    },
  };
}

export function xmlBodies(ir: ServiceIR, reader: XmlReader, writer: XmlWriter): BodyFormat {
  const frame = xmlFrame(ir);
  return {
    contentType: 'application/xml',
    bytesContentType: 'binary/octet-stream',
    failure: badArgument,
    bodyReader: (input) => {
      const read = reader.reader(input);
      return (body) => read(parseXml(body));
    },
    payloadReader: (member) => {
      const root = frame.payloadRoot(member);
      const read = reader.reader(member[1]);
      return (body) => {
        const element = parseXml(body);
        if (localName(element) !== root) throw malformedXml();
        return read(element);
      };
    },
    bodyWriter: xmlBodyWriter(frame, writer),
    payloadWriter: (member) => frame.wrap(frame.payloadRoot(member), writer.body(member[1] as number)),
    events: xmlEvents(frame, writer),
  };
}
