// Encodes a Fault as the error answer of a protocol.
import type { Fault, FaultFacts } from '#core/fault';
import { table } from '#lib/table';
import { CBOR } from './cbor/cbor.ts';
import { encodeCbor } from './cbor/cbor-encoder.ts';
import { compileOutput } from './http/http-output.ts';
import { hostId, requestIdHeader } from './http/response-headers.ts';
import type { WireResponse } from './http/wire.ts';
import { type ErrorFacts, hasRawShapes, type ProtocolId, type ServiceIR, type StructureShape } from './ir.ts';
import { type Convert, DocumentCodec } from './json/document.ts';
import { AWS_JSON, REST_JSON } from './json/json.ts';
import { largeBody } from './json/large-answer.ts';
import { isoDate } from './scalars.ts';
import { escapeXml } from './xml/xml-text.ts';
import { XmlWriter } from './xml/xml-writer.ts';

type Plain = Record<string, unknown>;

/** The facts of one Fault that all protocols use. */
interface Answer {
  readonly fault: Fault;
  readonly shapeIndex: number | undefined;
  readonly facts: ErrorFacts | undefined;
  readonly blame: 'client' | 'server';
  readonly messageMember: string;
}

/** Errors of the framework in front of every service have their own namespaces. */
const FRAMEWORK: Record<string, string> = table({ ValidationException: 'com.amazon.coral.validate' });
const FRAMEWORK_DEFAULT = 'com.amazon.coral.service';

const NO_ACTION = 'UnknownOperationException';

const isQuery = (protocol: ProtocolId): boolean => protocol === 'awsQuery' || protocol === 'awsQueryJson';

export class ErrorWriter {
  readonly #ir: ServiceIR;
  readonly #errorNamespace: string;
  readonly #json: DocumentCodec;
  readonly #restJson: DocumentCodec;
  readonly #cbor: DocumentCodec;
  readonly #xml: XmlWriter;
  readonly #hasRawShapes: boolean;

  constructor(ir: ServiceIR) {
    this.#ir = ir;
    this.#errorNamespace = ir.profile.errorNamespace ?? ir.namespace;
    this.#hasRawShapes = hasRawShapes(ir);
    this.#json = new DocumentCodec(ir, AWS_JSON);
    this.#restJson = new DocumentCodec(ir, REST_JSON);
    this.#cbor = new DocumentCodec(ir, CBOR);
    this.#xml = new XmlWriter(ir, isoDate);
  }

  write(fault: Fault, protocol: ProtocolId, requestId: string): WireResponse {
    const answer = this.#answer(fault);
    const response = this.#body(answer, protocol, requestId);
    const headers: Record<string, string> = { ...response.headers, ...requestIdHeader(this.#ir, requestId) };
    if (this.#ir.queryCompatible && !isQuery(protocol))
      headers['x-amzn-query-error'] = `${answer.facts?.queryCode ?? fault.code};${answer.blame === 'client' ? 'Sender' : 'Receiver'}`;
    return { ...response, headers: { ...headers, ...fault.options.headers } };
  }

  facts(fault: Fault): FaultFacts {
    const answer = this.#answer(fault);
    const { protocol } = this.#ir;
    const wireCode = isQuery(protocol) ? (answer.facts?.queryCode ?? fault.code) : fault.code;
    return { status: this.#status(answer, protocol), wireCode, isModelled: answer.shapeIndex !== undefined };
  }

  #answer(fault: Fault): Answer {
    const shapeIndex = this.#ir.errors[fault.code];
    const shape = shapeIndex === undefined ? undefined : (this.#ir.shapes[shapeIndex] as StructureShape);
    const facts = shape?.error;
    const modelled = shape?.members.find(([name]) => name.toLowerCase() === 'message')?.[0];
    return {
      fault,
      shapeIndex,
      facts,
      blame: fault.options.blame ?? facts?.blame ?? 'client',
      messageMember:
        fault.options.messageMember ?? modelled ?? (fault.code === 'SerializationException' ? 'Message' : this.#ir.profile.messageMember),
    };
  }

  /** Services that have only ever spoken awsJson answer 400 to every client mistake, whatever status their models contain. */
  #status({ fault, facts, blame }: Answer, protocol: ProtocolId): number {
    const rest = facts?.status ?? facts?.queryStatus;
    const onlyJson = /^aws(?:Json|Cbor)/.test(protocol) && !this.#ir.queryCompatible;
    const modelled = isQuery(protocol) ? (facts?.queryStatus ?? rest) : onlyJson ? undefined : rest;
    return fault.options.status ?? modelled ?? (blame === 'client' ? 400 : 500);
  }

  #body(answer: Answer, protocol: ProtocolId, requestId: string): WireResponse {
    const status = this.#status(answer, protocol);
    if (protocol === 'awsQueryJson') return this.#queryJsonBody(answer, status, requestId);
    if (protocol === 'awsQuery' && answer.fault.code === NO_ACTION)
      return { status, headers: { 'content-type': 'text/xml' }, body: `<${NO_ACTION}/>` };
    if (protocol === 'awsQuery' || protocol === 'restXml') return this.#xmlBody(answer, status, requestId, protocol === 'awsQuery');
    if (protocol === 'restJson1') return this.#restJsonBody(answer, status);
    const isCbor = protocol === 'rpcv2Cbor' || protocol === 'awsCbor1_1';
    const document = this.#document(answer, isCbor ? this.#cbor : this.#json);
    if (protocol === 'rpcv2Cbor') {
      const headers = { 'content-type': 'application/cbor', 'smithy-protocol': 'rpc-v2-cbor' };
      return { status, headers, body: encodeCbor({ __type: this.#typeName(answer), ...document }) };
    }
    if (protocol === 'awsCbor1_1') {
      const body = encodeCbor({ __type: answer.fault.code, ...document }, { wholeDates: true });
      return { status, headers: { 'content-type': 'application/x-amz-cbor-1.1' }, body };
    }
    const type = protocol === 'awsJson1_0' ? this.#typeName(answer) : answer.fault.code;
    const headers = { 'content-type': protocol === 'awsJson1_0' ? 'application/x-amz-json-1.0' : 'application/x-amz-json-1.1' };
    const error = { __type: type, ...document };
    return { status, ...(this.#hasRawShapes ? largeBody(error, headers) : { headers, body: JSON.stringify(error) }) };
  }

  #typeName({ fault, shapeIndex }: Answer): string {
    const namespace = shapeIndex === undefined ? (FRAMEWORK[fault.code] ?? FRAMEWORK_DEFAULT) : this.#errorNamespace;
    return `${namespace}#${fault.code}`;
  }

  /** The error's members; the message comes last, and is absent from an error without one. */
  #document({ fault, shapeIndex, messageMember }: Answer, codec: DocumentCodec): Plain {
    const members: Plain = { ...fault.options.members };
    const convert: Convert = shapeIndex === undefined ? (value) => value : codec.writer(shapeIndex);
    const converted = convert(members) as Plain;
    return fault.message === '' ? converted : { ...converted, [messageMember]: fault.message };
  }

  #restJsonBody(answer: Answer, status: number): WireResponse {
    const headers: Record<string, string> = { 'content-type': 'application/json', 'x-amzn-errortype': answer.fault.code };
    if (answer.shapeIndex === undefined) return { status, headers, body: JSON.stringify(this.#document(answer, this.#restJson)) };
    const binding = compileOutput(this.#ir, answer.shapeIndex);
    const members: Plain = { ...answer.fault.options.members };
    binding.headers(members, headers);
    const body = this.#restJson.structureWriter(binding.bodyMembers)(members) as Plain;
    if (answer.fault.message !== '') body[answer.messageMember] = answer.fault.message;
    return { status, headers, body: JSON.stringify(body) };
  }

  /** Members in the model are written as it defines, others as text. */
  #xmlMembers({ fault, shapeIndex, messageMember }: Answer): string {
    const members = fault.options.members ?? {};
    const known = shapeIndex === undefined ? [] : (this.#ir.shapes[shapeIndex] as StructureShape).members;
    const modelled = known.filter(([name]) => name !== messageMember && members[name] !== undefined);
    const names = new Set(modelled.map(([name]) => name));
    const others = Object.entries(members).filter(([name, value]) => !names.has(name) && value !== undefined);
    return this.#xml.members(modelled)(members) + others.map(([name, value]) => `<${name}>${escapeXml(String(value))}</${name}>`).join('');
  }

  /** Code and message, as far as the query protocol has its own. */
  #queryText({ fault, facts }: Answer): [code: string, message: string] {
    const { validation } = this.#ir.profile;
    const code = facts?.queryCode ?? (fault.code === validation.code ? validation.queryCode : fault.code);
    return [code, facts?.queryMessage ?? fault.message];
  }

  #queryJsonBody(answer: Answer, status: number, requestId: string): WireResponse {
    const [Code, Message] = this.#queryText(answer);
    const Type = answer.blame === 'client' ? 'Sender' : 'Receiver';
    const body = JSON.stringify({ Error: { Code, Message, Type }, RequestId: requestId });
    return { status, headers: { 'content-type': 'application/json' }, body };
  }

  #xmlBody(answer: Answer, status: number, requestId: string, query: boolean): WireResponse {
    const { fault, blame } = answer;
    const { bareXmlErrors, errorDetail } = this.#ir.profile;
    const [code, message] = query ? this.#queryText(answer) : [answer.facts?.queryCode ?? fault.code, fault.message];
    const text = `<Code>${escapeXml(code)}</Code><Message>${escapeXml(message)}</Message>${this.#xmlMembers(answer)}`;
    const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
    if (bareXmlErrors) {
      const body = `${declaration}<Error>${text}<RequestId>${requestId}</RequestId><HostId>${hostId(requestId)}</HostId></Error>`;
      return { status, headers: { 'content-type': 'application/xml' }, body };
    }
    const type = blame === 'client' ? 'Sender' : 'Receiver';
    const namespace = this.#ir.xmlNamespace ? ` xmlns="${this.#ir.xmlNamespace}"` : '';
    const detail = errorDetail ? '<Detail/>' : '';
    const body = `<ErrorResponse${namespace}><Error><Type>${type}</Type>${text}${detail}</Error><RequestId>${requestId}</RequestId></ErrorResponse>`;
    return { status, headers: { 'content-type': 'text/xml' }, body };
  }
}
