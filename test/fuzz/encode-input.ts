// An input as a client would send it, for every protocol, from the model alone: nothing is checked, so nothing odd is lost on the way.
import type { Member, MemberTraits, Ref, ServiceIR, StructureShape } from '#protocol/ir';
import type { CapturedRequest } from '../support/captured.ts';
import { JsonDocument, type WireValue } from './generate-input.ts';

type Structure = { [member: string]: WireValue };

/** `name` is `service.Operation`. */
export function encodeInput(ir: ServiceIR, operation: string, input: Structure): CapturedRequest {
  const name = `${ir.id}.${operation}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/${ir.signingName}/aws4_request, SignedHeaders=host, Signature=0`;
  const common = { authorization, 'x-amz-date': '20260101T000000Z' };
  if (ir.protocol === 'awsQuery') {
    const pairs: string[] = [`Action=${operation}`, `Version=${ir.version}`];
    const shape = inputShape(ir, operation);
    if (shape) queryPairs(ir, shape, input, '', pairs);
    return {
      name,
      method: 'POST',
      path: '/',
      headers: { ...common, 'content-type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(pairs.join('&')),
    };
  }
  if (ir.protocol === 'awsJson1_0' || ir.protocol === 'awsJson1_1') {
    const type = `application/x-amz-json-${ir.protocol === 'awsJson1_0' ? '1.0' : '1.1'}`;
    const headers = { ...common, 'content-type': type, 'x-amz-target': `${ir.target}.${operation}` };
    return { name, method: 'POST', path: '/', headers, body: Buffer.from(jsonText(input)) };
  }
  return restRequest(ir, operation, input, name, common);
}

function inputShape(ir: ServiceIR, operation: string): StructureShape | undefined {
  const { input } = ir.operations[operation]!;
  return input === null ? undefined : (ir.shapes[input] as StructureShape);
}

/** Stands for a document while the rest is written. */
const DOCUMENT = /"\\u0000document(\d+)"/g;

function jsonText(value: WireValue): string {
  const documents: string[] = [];
  return JSON.stringify(plain(value, documents)).replace(DOCUMENT, (_, index: string) => documents[Number(index)]!);
}

function plain(value: WireValue, documents: string[]): unknown {
  if (value instanceof JsonDocument) return `\0document${documents.push(value.text) - 1}`;
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (value instanceof Date) return value.getTime() / 1_000;
  if (Array.isArray(value)) return value.map((item) => plain(item, documents));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, documents)]));
  return value;
}

const scalarText = (value: WireValue): string => {
  if (value instanceof JsonDocument) return value.text;
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) || Math.abs(value.getTime()) > 8e15 ? String(value.getTime()) : value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
/** Lone surrogates have no percent-encoding. */
const percent = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

function queryPairs(
  ir: ServiceIR,
  ref: Ref | StructureShape,
  value: WireValue,
  prefix: string,
  pairs: string[],
  traits: MemberTraits = {},
): void {
  const shape = typeof ref === 'object' ? ref : typeof ref === 'number' ? ir.shapes[ref]! : undefined;
  if (!shape) pairs.push(`${percent(prefix)}=${percent(scalarText(value))}`);
  else if (shape.kind === 'list') {
    const below = traits.flattened ? prefix : `${prefix}.${shape.itemTraits?.xmlName ?? 'member'}`;
    for (const [index, item] of (value as WireValue[]).entries()) queryPairs(ir, shape.item, item, `${below}.${index + 1}`, pairs);
  } else if (shape.kind === 'map') {
    for (const [index, [key, item]] of Object.entries(value as Structure).entries()) {
      const entry = `${prefix}${traits.flattened ? '' : '.entry'}.${index + 1}`;
      pairs.push(`${percent(`${entry}.${shape.keyTraits?.xmlName ?? 'key'}`)}=${percent(key)}`);
      queryPairs(ir, shape.value, item, `${entry}.${shape.valueTraits?.xmlName ?? 'value'}`, pairs);
    }
  } else
    for (const [name, inner, innerTraits = {}] of shape.members) {
      const item = (value as Structure)[name];
      if (item === undefined) continue;
      queryPairs(
        ir,
        inner,
        item,
        `${prefix}${prefix === '' ? '' : '.'}${innerTraits.queryAliases?.[0] ?? innerTraits.xmlName ?? name}`,
        pairs,
        innerTraits,
      );
    }
}

function restRequest(ir: ServiceIR, operation: string, input: Structure, name: string, common: Record<string, string>): CapturedRequest {
  const { http } = ir.operations[operation]!;
  const members = inputShape(ir, operation)?.members ?? [];
  const [headers, query, rest]: [Record<string, string>, string[], Member[]] = [{ ...common }, [], []];
  let [path, fixed = ''] = http!.uri.split('?');
  let payload: Buffer | undefined;
  for (const member of members) {
    const [memberName, ref, traits = {}] = member;
    const value = input[memberName];
    if (traits.label)
      path = path!.replace(new RegExp(`\\{${memberName}\\+?\\}`), (label) => labelText(scalarText(value ?? 'x'), label.endsWith('+}')));
    else if (value === undefined) continue;
    else if (traits.query)
      for (const one of Array.isArray(value) ? value : [value]) query.push(`${traits.query}=${percent(scalarText(one))}`);
    else if (traits.queryParams)
      for (const [key, one] of Object.entries(value as Structure)) query.push(`${percent(key)}=${percent(scalarText(one))}`);
    else if (traits.header === 'Content-Length')
      continue; // a body that never comes is waited for, and rightly so
    else if (traits.header) headers[traits.header.toLowerCase()] = headerText(scalarText(value));
    else if (traits.prefixHeaders)
      for (const [key, one] of Object.entries(value as Structure))
        headers[headerName(`${traits.prefixHeaders}${key}`)] = headerText(scalarText(one));
    else if (traits.payload) payload = payloadOf(ir, member, ref, value);
    else rest.push(member);
  }
  if (fixed !== '') query.unshift(fixed);
  const body = payload ?? bodyOf(ir, operation, rest, input);
  if (body.length > 0) headers['content-type'] ??= ir.protocol === 'restXml' ? 'application/xml' : 'application/json';
  return { name, method: http!.method, path: `${path}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(0, 12_000), headers, body };
}

const labelText = (text: string, greedy: boolean): string =>
  greedy ? percent(text.slice(0, 3_000)).replaceAll('%2F', '/') : percent(text.slice(0, 3_000)) || 'x';
const headerText = (text: string): string => text.slice(0, 4_000).replace(/[^\x20-\x7e]/g, '');
const headerName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 200) || 'x';

function payloadOf(ir: ServiceIR, [name, , traits = {}]: Member, ref: Ref, value: WireValue): Buffer {
  if (Buffer.isBuffer(value)) return value;
  if (typeof value === 'string') return Buffer.from(value);
  if (ir.protocol !== 'restXml') return Buffer.from(jsonText(value));
  return Buffer.from(
    xmlText(
      ir,
      ref,
      value,
      traits.xmlName ?? (typeof ref === 'number' ? ((ir.shapes[ref] as StructureShape).xmlName ?? ir.shapes[ref]!.name) : name),
    ),
  );
}

function bodyOf(ir: ServiceIR, operation: string, members: readonly Member[], input: Structure): Buffer {
  if (members.length === 0) return Buffer.alloc(0);
  if (ir.protocol !== 'restXml')
    return Buffer.from(jsonText(Object.fromEntries(members.map(([name, , traits]) => [traits?.jsonName ?? name, input[name]!]))));
  const inner = members.map(([name, ref, traits]) => xmlText(ir, ref, input[name]!, traits?.xmlName ?? name, traits)).join('');
  return Buffer.from(`<${operation}Request>${inner}</${operation}Request>`);
}

function xmlText(ir: ServiceIR, ref: Ref, value: WireValue, element: string, traits: MemberTraits = {}): string {
  const around = (inner: string): string => `<${element}>${inner}</${element}>`;
  const shape = typeof ref === 'number' ? ir.shapes[ref]! : undefined;
  if (!shape) return around(scalarText(value).replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`));
  if (shape.kind === 'list') {
    const itemName = traits.flattened ? element : (shape.itemTraits?.xmlName ?? 'member');
    const items = (value as WireValue[]).map((item) => xmlText(ir, shape.item, item, itemName)).join('');
    return traits.flattened ? items : around(items);
  }
  if (shape.kind === 'map') {
    const entry = ([key, item]: [string, WireValue]) =>
      `${xmlText(ir, 'string', key, shape.keyTraits?.xmlName ?? 'key')}${xmlText(ir, shape.value, item, shape.valueTraits?.xmlName ?? 'value')}`;
    return around(
      Object.entries(value as Structure)
        .map((pair) => `<entry>${entry(pair)}</entry>`)
        .join(''),
    );
  }
  return around(
    shape.members
      .filter(([name]) => (value as Structure)[name] !== undefined)
      .map(([name, inner, own]) => xmlText(ir, inner, (value as Structure)[name]!, own?.xmlName ?? name, own))
      .join(''),
  );
}
