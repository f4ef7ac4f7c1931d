// Writes a call as the HTTP request that a client of the service sends, in the service's own protocol and without a signature.
import { createHash, randomUUID } from 'node:crypto';
import { percentEncoded } from '#lib/percent-encoding';
import { dictionary } from '#lib/table';
import type { Member, OperationIR, Ref, ServiceIR, StructureShape } from '#protocol/ir';
import { DocumentCodec } from '#protocol/json/document';
import { AWS_JSON, REST_JSON } from '#protocol/json/json';
import { httpDate, isoDate, isoDateWhole, textWriter } from '#protocol/scalars';
import { XmlWriter } from '#protocol/xml/xml-writer';
import { typedInput } from './typed-input.ts';
import { formFields } from './write-form.ts';

type Plain = Readonly<Record<string, unknown>>;

export interface ClientRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export function writeRequest(ir: ServiceIR, name: string, input: Plain): ClientRequest {
  const operation = ir.operations[name]!;
  const shape = operation.input === null ? undefined : (ir.shapes[operation.input] as StructureShape);
  const typed = operation.input === null ? {} : (typedInput(ir, operation.input, withTokens(shape!, input)) as Plain);
  switch (ir.protocol) {
    case 'awsQuery':
      return queryRequest(ir, name, operation, typed);
    case 'restJson1':
    case 'restXml':
      return restRequest(ir, operation, typed);
    default:
      return jsonRequest(ir, name, operation, typed);
  }
}

/** SDKs make up the tokens that tell repeated calls from new ones. */
function withTokens({ members }: StructureShape, input: Plain): Plain {
  const missing = members.filter(([name, , traits]) => traits?.idempotencyToken && input[name] === undefined);
  return { ...input, ...Object.fromEntries(missing.map(([name]) => [name, randomUUID()])) };
}

function jsonRequest(ir: ServiceIR, name: string, { input }: OperationIR, typed: Plain): ClientRequest {
  const body = input === null ? {} : new DocumentCodec(ir, AWS_JSON).writer(input)(typed);
  const headers = {
    'content-type': `application/x-amz-json-${ir.protocol === 'awsJson1_0' ? '1.0' : '1.1'}`,
    'x-amz-target': `${ir.target}.${name}`,
  };
  return { method: 'POST', path: '/', headers, body: JSON.stringify(body) };
}

function queryRequest(ir: ServiceIR, name: string, { input }: OperationIR, typed: Plain): ClientRequest {
  const fields = [['Action', name], ['Version', ir.version], ...(input === null ? [] : formFields(ir, input, typed))];
  const body = fields.map(([key = '', value = '']) => `${percentEncoded(key)}=${percentEncoded(value)}`).join('&');
  return { method: 'POST', path: '/', headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body };
}

function restRequest(ir: ServiceIR, operation: OperationIR, typed: Plain): ClientRequest {
  const { method, uri } = operation.http!;
  const members = operation.input === null ? [] : (ir.shapes[operation.input] as StructureShape).members;
  const [template = '', constants = ''] = uri.split('?');
  const query = constants === '' ? [] : constants.split('&');
  const headers = dictionary<string>();
  const rest: Member[] = [];
  let path = template;
  for (const member of members) {
    const [name, ref, traits] = member;
    const value = typed[name];
    if (value === undefined || value === null) continue;
    if (traits?.label) path = withLabel(path, name, textOf(ir, ref, value, isoDate));
    else if (traits?.query !== undefined) query.push(...queryPairs(ir, ref, traits.query, value));
    else if (traits?.queryParams)
      query.push(...Object.entries(value as Plain).flatMap(([key, each]) => queryPairs(ir, 'string', key, each)));
    else if (traits?.header !== undefined) headers[traits.header.toLowerCase()] = headerText(ir, ref, value);
    else if (traits?.prefixHeaders !== undefined)
      for (const [key, each] of Object.entries(value as Plain)) headers[`${traits.prefixHeaders}${key}`.toLowerCase()] = String(each);
    else rest.push(member);
  }
  const body = restBody(ir, operation, typed, { rest, headers });
  return { method, path: query.length === 0 ? path : `${path}?${query.join('&')}`, headers, body };
}

const withLabel = (path: string, name: string, text: string): string =>
  path.replace(`{${name}+}`, () => text.split('/').map(percentEncoded).join('/')).replace(`{${name}}`, () => percentEncoded(text));

const textOf = (ir: ServiceIR, ref: Ref, value: unknown, date: (value: Date) => string): string =>
  typeof value === 'string' || (typeof ref === 'number' && ir.shapes[ref]) ? String(value) : textWriter(ref as 'string', date)(value);

function queryPairs(ir: ServiceIR, ref: Ref, key: string, value: unknown): string[] {
  const shape = typeof ref === 'number' ? ir.shapes[ref] : undefined;
  const item = shape?.kind === 'list' ? shape.item : ref;
  return [value].flat().map((each) => `${percentEncoded(key)}=${percentEncoded(textOf(ir, item, each, isoDate))}`);
}

function headerText(ir: ServiceIR, ref: Ref, value: unknown): string {
  const shape = typeof ref === 'number' ? ir.shapes[ref] : undefined;
  if (shape?.kind !== 'list' || !Array.isArray(value)) return textOf(ir, ref, value, httpDate);
  return value.map((each) => quoted(textOf(ir, shape.item, each, httpDate))).join(', ');
}

const quoted = (text: string): string => (/[",]/.test(text) && !/GMT$/.test(text) ? `"${text.replace(/(["\\])/g, '\\$1')}"` : text);

interface BodyParts {
  readonly rest: readonly Member[];
  readonly headers: Record<string, string>;
}

function restBody(ir: ServiceIR, operation: OperationIR, typed: Plain, { rest, headers }: BodyParts): string | Uint8Array {
  const payload = rest.find(([, , traits]) => traits?.payload);
  if (payload && typeof payload[1] !== 'number') {
    const value = typed[payload[0]];
    return value instanceof Uint8Array ? value : String(value);
  }
  if (rest.length === 0) return '';
  const body = ir.protocol === 'restXml' ? xmlBody(ir, operation, typed, payload) : jsonBody(ir, typed, rest, payload);
  headers['content-type'] ??= ir.protocol === 'restXml' ? 'application/xml' : 'application/json';
  // Some operations want a checksum of their document
  if (ir.protocol === 'restXml') headers['content-md5'] ??= createHash('md5').update(body).digest('base64');
  return body;
}

function jsonBody(ir: ServiceIR, typed: Plain, rest: readonly Member[], payload: Member | undefined): string {
  const codec = new DocumentCodec(ir, REST_JSON);
  const document = payload ? codec.writer(payload[1])(typed[payload[0]]) : codec.structureWriter(rest)(typed);
  return JSON.stringify(document);
}

function xmlBody(ir: ServiceIR, { input }: OperationIR, typed: Plain, payload: Member | undefined): string {
  const writer = new XmlWriter(ir, isoDateWhole);
  const index = (payload?.[1] ?? input) as number;
  const { name, xmlName, members } = ir.shapes[index] as StructureShape;
  const root = payload?.[2]?.xmlName ?? xmlName ?? name;
  const namespace = ir.xmlNamespace ? ` xmlns="${ir.xmlNamespace}"` : '';
  const inner = payload ? writer.body(index)(typed[payload[0]]) : writer.members(members)(typed);
  return `<${root}${namespace}>${inner}</${root}>`;
}
