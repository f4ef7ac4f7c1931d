// application/vnd.amazon.eventstream: its frames, and streams of events as each protocol writes them.
import { crc32 } from 'node:zlib';
import { Fault } from '#core/fault';
import type { Member, ServiceIR, StructureShape } from './ir.ts';

export interface Frame {
  readonly headers: Readonly<Record<string, string | number | boolean | Uint8Array | Date>>;
  readonly payload: Uint8Array;
}

const PRELUDE = 12;
const CHECKSUM = 4;
const NO_BYTES = new Uint8Array();

function headerValue(value: Frame['headers'][string]): Buffer {
  if (typeof value === 'boolean') return Buffer.from([value ? 0 : 1]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(5);
    bytes[0] = 4;
    bytes.writeInt32BE(value, 1);
    return bytes;
  }
  if (value instanceof Date) {
    const bytes = Buffer.alloc(9);
    bytes[0] = 8;
    bytes.writeBigInt64BE(BigInt(value.getTime()), 1);
    return bytes;
  }
  const content = typeof value === 'string' ? Buffer.from(value) : value;
  const prefix = Buffer.alloc(3);
  prefix[0] = typeof value === 'string' ? 7 : 6;
  prefix.writeUInt16BE(content.length, 1);
  return Buffer.concat([prefix, content]);
}

export function encodeFrame({ headers, payload }: Frame): Uint8Array {
  const parts = Object.entries(headers).flatMap(([name, value]) => [Buffer.from([name.length]), Buffer.from(name), headerValue(value)]);
  const head = Buffer.concat(parts);
  const total = PRELUDE + head.length + payload.length + CHECKSUM;
  const frame = Buffer.alloc(total);
  frame.writeUInt32BE(total, 0);
  frame.writeUInt32BE(head.length, 4);
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8);
  head.copy(frame, PRELUDE);
  frame.set(payload, PRELUDE + head.length);
  frame.writeUInt32BE(crc32(frame.subarray(0, total - CHECKSUM)), total - CHECKSUM);
  return frame;
}

/** How the operation's protocol encodes one event. */
export interface EventFormat {
  readonly contentType: string;
  /** Writes the body of an event's shape; in XML, an event without members has no body. */
  document(index: number): (value: unknown) => Uint8Array;
}

interface EventMember {
  readonly error: boolean;
  encode(value: Record<string, unknown>): Frame;
}

function compileEvent(ir: ServiceIR, [eventType, ref]: Member, format: EventFormat): EventMember {
  const shape = ir.shapes[ref as number] as StructureShape;
  const payload = shape.members.find(([, , traits]) => traits?.eventPayload);
  const inHeaders = shape.members.filter(([, , traits]) => traits?.eventHeader).map(([name]) => name);
  const error = shape.kind === 'error';
  const type = error
    ? { ':message-type': 'exception', ':exception-type': eventType }
    : { ':message-type': 'event', ':event-type': eventType };
  const write = payload ? payloadWriter(payload, format) : { contentType: format.contentType, write: format.document(ref as number) };
  return {
    error,
    encode: (value) => ({
      headers: {
        ...type,
        ':content-type': write.contentType,
        ...Object.fromEntries(inHeaders.filter((name) => value[name] !== undefined).map((name) => [name, value[name] as string])),
      },
      payload: payload && value[payload[0]] === undefined ? NO_BYTES : write.write(payload ? value[payload[0]] : value),
    }),
  };
}

function payloadWriter([, ref]: Member, format: EventFormat): { contentType: string; write: (value: unknown) => Uint8Array } {
  if (typeof ref === 'number') return { contentType: format.contentType, write: format.document(ref) };
  const bytes = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : Buffer.from(String(value ?? '')));
  return { contentType: ref === 'string' ? 'text/plain' : 'application/octet-stream', write: bytes };
}

/** The member of an output that is an event stream, if there is one. */
export function eventStreamMember(ir: ServiceIR, index: number | null): Member | undefined {
  if (index === null) return undefined;
  return (ir.shapes[index] as StructureShape).members.find(([, ref]) => typeof ref === 'number' && isEventStream(ir, ref));
}

export function isEventStream(ir: ServiceIR, index: number): boolean {
  const shape = ir.shapes[index]!;
  return shape.kind === 'union' && shape.eventStream === 1;
}

/** A Fault in mid-stream: the modelled exception where there is one, otherwise an error frame. */
function faultFrame(fault: Fault, member: EventMember | undefined): Frame {
  if (member) return member.encode({ ...fault.options.members, message: fault.message });
  return { headers: { ':message-type': 'error', ':error-code': fault.code, ':error-message': fault.message }, payload: NO_BYTES };
}

/** Compiles the writer of one event stream. An event is `{ <Type>: <value> }`; an error member or a thrown Fault ends the stream. */
export function compileEvents(ir: ServiceIR, index: number, format: EventFormat) {
  const { members } = ir.shapes[index] as StructureShape;
  const table = new Map(members.map((member) => [member[0], compileEvent(ir, member, format)]));
  return async function* encode(events: AsyncIterable<Record<string, unknown>>, initial?: Uint8Array): AsyncGenerator<Uint8Array> {
    if (initial) {
      const headers = { ':message-type': 'event', ':event-type': 'initial-response', ':content-type': format.contentType };
      yield encodeFrame({ headers, payload: initial });
    }
    try {
      for await (const event of events) {
        const found = Object.entries(event).find(([name, value]) => value !== undefined && table.has(name));
        if (!found) continue;
        const member = table.get(found[0])!;
        yield encodeFrame(member.encode(found[1] as Record<string, unknown>));
        if (member.error) return;
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      yield encodeFrame(faultFrame(error, table.get(error.code)));
    }
  };
}
