// A request of Kafka's protocol with its answer: number, versions that are spoken here, and the structure of both.
import type { Type, Version } from './schema.ts';
import type { WireReader } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

export interface Api<Q, A> {
  readonly name: string;
  readonly key: number;
  /** Both inclusive. */
  readonly versions: readonly [first: number, last: number];
  /** The first flexible version. */
  readonly flexible: number;
  readonly request: Type<Q>;
  readonly response: Type<A>;
}

export type RequestOf<T> = T extends { readonly request: Type<infer Q> } ? Q : never;
export type ResponseOf<T> = T extends { readonly response: Type<infer A> } ? A : never;

/** The members of a kind of request that are needed to write the request (`Asks`) or to read its answer (`Answers`). */
type Asks<Q> = Pick<Api<Q, unknown>, 'key' | 'flexible' | 'request'>;
type Answers<A> = Pick<Api<unknown, A>, 'key' | 'flexible' | 'response'>;

export const API_VERSIONS_KEY = 18;

export const versionOf = ({ flexible }: { readonly flexible: number }, number: number): Version => ({
  number,
  isFlexible: number >= flexible,
});

export interface RequestHeader {
  readonly key: number;
  readonly version: number;
  readonly correlation: number;
}

/** The first eight bytes of every request. @throws WireError */
export function readHeader(from: WireReader): RequestHeader {
  return { key: from.int16(), version: from.int16(), correlation: from.int32() };
}

/** The rest of a request's header; returns the name of the client. @throws WireError */
export function readClientId(from: WireReader, { isFlexible }: Version): string {
  const length = from.int16();
  const id = length < 0 ? '' : from.text(length);
  if (isFlexible) from.skipTagged();
  return id;
}

/** A request as a frame: its length first. */
export function requestFrame<Q>(api: Asks<Q>, number: number, correlation: number, clientId: string, request: Q): Buffer {
  const version = versionOf(api, number);
  const to = new WireWriter();
  to.int32(0);
  to.int16(api.key);
  to.int16(number);
  to.int32(correlation);
  const id = Buffer.from(clientId);
  to.int16(id.length);
  to.raw(id);
  if (version.isFlexible) to.uvarint(0);
  api.request.write(to, request, version);
  return framed(to);
}

/** An answer as a frame. The header of ApiVersions is never flexible, so that clients can read it before they know versions (KIP-511). */
export function responseFrame<A>(api: Answers<A>, number: number, correlation: number, response: A): Buffer {
  const version = versionOf(api, number);
  const to = new WireWriter();
  to.int32(0);
  to.int32(correlation);
  if (version.isFlexible && api.key !== API_VERSIONS_KEY) to.uvarint(0);
  api.response.write(to, response, version);
  return framed(to);
}

/** Reads the body of an answer, behind its correlation. @throws WireError */
export function readResponse<A>(api: Answers<A>, number: number, from: WireReader): A {
  const version = versionOf(api, number);
  if (version.isFlexible && api.key !== API_VERSIONS_KEY) from.skipTagged();
  return api.response.read(from, version);
}

function framed(to: WireWriter): Buffer {
  const frame = to.finish();
  frame.writeInt32BE(frame.length - 4, 0);
  return frame;
}
