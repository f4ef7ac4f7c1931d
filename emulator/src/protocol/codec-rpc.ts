// Operation codecs of the protocols that send the whole request as one document: awsJson, awsCbor, rpc-v2-cbor and query.
import { writeJson } from '#lib/json-text';
import { CBOR } from './cbor/cbor.ts';
import { decodeCbor } from './cbor/cbor-decoder.ts';
import { encodeCbor } from './cbor/cbor-encoder.ts';
import { compileEvents, type EventFormat, eventStreamMember } from './event-stream.ts';
import { inflated, isCompressed } from './http/content-encoding.ts';
import { parseForm } from './http/form.ts';
import { QueryReader } from './http/query.ts';
import type { OperationCodec, WireRequest, WireResponse } from './http/wire.ts';
import { hasRawShapes, type Member, type OperationIR, type ServiceIR, type StructureShape } from './ir.ts';
import { DocumentCodec } from './json/document.ts';
import { AWS_JSON } from './json/json.ts';
import { parseJson } from './json/json-body.ts';
import { largeBody, listPieces } from './json/large-answer.ts';
import { QueryJsonWriter } from './json/query-json.ts';
import { serialization, unknownAction } from './refusals.ts';
import { isoDate } from './scalars.ts';
import { decodeText } from './text.ts';
import { XmlWriter } from './xml/xml-writer.ts';

/** A codec before validation is added to it. */
export type WireCodec = Omit<OperationCodec, 'validate'>;
type Plain = Record<string, unknown>;

const EVENT_STREAM = 'application/vnd.amazon.eventstream';

interface DocumentWire {
  readonly codec: DocumentCodec;
  readonly decode: (bytes: Uint8Array) => unknown;
  readonly encode: (value: unknown) => string | Uint8Array;
  readonly headers: (requestId: string) => Record<string, string>;
  readonly eventContentType: string;
  /** Writes documents with long lists; undefined for others. */
  readonly inPieces?: (document: unknown) => readonly string[] | undefined;
  /** Answers in JSON that may have many megabytes. */
  readonly isLarge?: boolean;
  /** Body of an answer that has no output. */
  readonly nothing: string | Uint8Array;
}

const asBytes = (encoded: string | Uint8Array): Uint8Array => (typeof encoded === 'string' ? Buffer.from(encoded) : encoded);

/** Returns a promise only where the body is compressed. */
const whenInflated =
  (read: (request: WireRequest) => unknown) =>
  (request: WireRequest): unknown =>
    isCompressed(request) ? inflated(request).then(read) : read(request);

function documentWireCodec(ir: ServiceIR, { input, output }: OperationIR, wire: DocumentWire): WireCodec {
  const read = input === null ? undefined : wire.codec.reader(input);
  const write = output === null ? undefined : wire.codec.writer(output);
  const stream = eventStreamMember(ir, output);
  const events = stream && streamWriter(ir, output!, stream, wire);
  return {
    streamsInput: false,
    parse: whenInflated(({ body }) => {
      const document = body.length === 0 ? {} : wire.decode(body);
      if (read) return read(document);
      if (document === null || typeof document !== 'object') throw serialization();
      return {};
    }),
    write: (value, requestId) => {
      const headers = wire.headers(requestId);
      const given = (value ?? {}) as Plain;
      if (events && given[stream[0]]) return { status: 200, headers: { ...headers, 'content-type': EVENT_STREAM }, body: events(given) };
      if (!write) return { status: 200, headers, body: wire.nothing };
      const document = write(given);
      if (wire.isLarge) return { status: 200, ...largeBody(document, headers) };
      return { status: 200, headers, body: wire.inPieces?.(document) ?? wire.encode(document) };
    },
  };
}

/** Members besides the stream travel in an `initial-response` frame. */
function streamWriter(ir: ServiceIR, output: number, [name, ref]: Member, wire: DocumentWire) {
  const format: EventFormat = {
    contentType: wire.eventContentType,
    document: (index) => {
      const convert = wire.codec.writer(index);
      return (value) => asBytes(wire.encode(convert(value)));
    },
  };
  const encode = compileEvents(ir, ref as number, format);
  const others = (ir.shapes[output] as StructureShape).members.filter(([member]) => member !== name);
  const writeOthers = wire.codec.structureWriter(others);
  return (value: Plain): AsyncIterable<Uint8Array> => encode(value[name] as AsyncIterable<Plain>, asBytes(wire.encode(writeOthers(value))));
}

export interface RpcCodecs {
  json: DocumentCodec;
  cbor: DocumentCodec;
  query: QueryReader;
  xml: XmlWriter;
  queryJson: QueryJsonWriter;
}

export const rpcCodecs = (ir: ServiceIR): RpcCodecs => ({
  json: new DocumentCodec(ir, AWS_JSON),
  cbor: new DocumentCodec(ir, CBOR),
  query: new QueryReader(ir),
  xml: new XmlWriter(ir, isoDate),
  queryJson: new QueryJsonWriter(ir),
});

export function jsonOperation(ir: ServiceIR, operation: OperationIR, codecs: RpcCodecs, version: '1.0' | '1.1'): WireCodec {
  const contentType = `application/x-amz-json-${version}`;
  return documentWireCodec(ir, operation, {
    codec: codecs.json,
    decode: parseJson,
    ...(hasRawShapes(ir) ? { encode: writeJson, isLarge: true } : { encode: JSON.stringify, inPieces: listPieces }),
    headers: (requestId) => ({ 'content-type': contentType, 'x-amzn-requestid': requestId }),
    eventContentType: 'application/json',
    nothing: operation.output === null ? '' : '{}',
  });
}

export function cborOperation(ir: ServiceIR, operation: OperationIR, codecs: RpcCodecs): WireCodec {
  return documentWireCodec(ir, operation, {
    codec: codecs.cbor,
    decode: decodeCbor,
    encode: encodeCbor,
    headers: (requestId) => ({ 'content-type': 'application/cbor', 'smithy-protocol': 'rpc-v2-cbor', 'x-amzn-requestid': requestId }),
    eventContentType: 'application/cbor',
    nothing: encodeCbor({}),
  });
}

const AWS_CBOR_TYPE = 'application/x-amz-cbor-1.1';
/** Dates are milliseconds. */
const AWS_CBOR_DATES = { unitMs: 1, wholeDates: true };

/** awsJson 1.1 with documents in CBOR. */
export function awsCborOperation(ir: ServiceIR, operation: OperationIR, codecs: RpcCodecs): WireCodec {
  const encode = (value: unknown): Uint8Array => encodeCbor(value, AWS_CBOR_DATES);
  return documentWireCodec(ir, operation, {
    codec: codecs.cbor,
    decode: (bytes) => decodeCbor(bytes, AWS_CBOR_DATES.unitMs),
    encode,
    headers: (requestId) => ({ 'content-type': AWS_CBOR_TYPE, 'x-amzn-requestid': requestId }),
    eventContentType: AWS_CBOR_TYPE,
    nothing: operation.output === null ? '' : encode({}),
  });
}

interface QueryDefaults {
  /** The member that holds the called URL, if there is one: old clients leave it out of the form. */
  readonly url: string | undefined;
  readonly lists: readonly string[];
}

function queryDefaults(ir: ServiceIR, input: number | null): QueryDefaults {
  const members = input === null ? [] : (ir.shapes[input] as StructureShape).members;
  return {
    url: members.find(([, , traits]) => traits?.requestUrl)?.[0],
    lists: members.filter(([, , traits]) => traits?.queryList).map(([name]) => name),
  };
}

/** Some clients send a query call as GET, or as a POST without a body. */
const formOf = (request: WireRequest): string => {
  if (request.method !== 'GET' && request.body.length > 0) return decodeText(request.body);
  return [...request.query]
    .flatMap(([key, value]) => (typeof value === 'string' ? [value] : value).map((one) => [key, one] as const))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
};

interface QueryAnswers {
  readonly codecs: RpcCodecs;
  readonly asJson: boolean;
}

export function queryOperation(ir: ServiceIR, name: string, operation: OperationIR, { codecs, asJson }: QueryAnswers): WireCodec {
  const { input, rootPath } = operation;
  const read = input === null ? () => ({}) : codecs.query.reader(input);
  const { url, lists } = queryDefaults(ir, input);
  return {
    streamsInput: false,
    parse: whenInflated((request) => {
      if (rootPath && request.path.length > 1) throw unknownAction(ir.profile, name);
      const value = read(parseForm(formOf(request))) as Plain;
      if (url !== undefined && value[url] === undefined && request.path.length > 1)
        value[url] = `http://${request.headers['host'] ?? 'localhost'}${request.path}`;
      for (const list of lists) value[list] ??= [];
      return value;
    }),
    write: asJson ? queryJsonAnswer(name, operation, codecs) : queryXmlAnswer(ir, name, operation, codecs),
  };
}

function queryXmlAnswer(ir: ServiceIR, name: string, { output }: OperationIR, codecs: RpcCodecs): WireCodec['write'] {
  const body = output === null ? undefined : codecs.xml.body(output);
  const open = `<${name}Response${ir.xmlNamespace ? ` xmlns="${ir.xmlNamespace}"` : ''}>`;
  return (value, requestId): WireResponse => {
    const inner = body?.(value ?? {});
    const result = body ? (inner === '' ? `<${name}Result/>` : `<${name}Result>${inner}</${name}Result>`) : '';
    const text = `${open}${result}<ResponseMetadata><RequestId>${requestId}</RequestId></ResponseMetadata></${name}Response>`;
    return { status: 200, headers: { 'content-type': 'text/xml', 'x-amzn-requestid': requestId }, body: text };
  };
}

function queryJsonAnswer(name: string, { output }: OperationIR, codecs: RpcCodecs): WireCodec['write'] {
  const write = output === null ? undefined : codecs.queryJson.writer(output);
  return (value, requestId): WireResponse => {
    const result = write ? { [`${name}Result`]: write(value ?? {}) } : {};
    const document = { [`${name}Response`]: { ...result, ResponseMetadata: { RequestId: requestId } } };
    return {
      status: 200,
      headers: { 'content-type': 'application/json', 'x-amzn-requestid': requestId },
      body: JSON.stringify(document),
    };
  };
}
