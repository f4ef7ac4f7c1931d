import { describe, expect, test } from 'vitest';
import { Fault } from '#core/fault';
import { encodeFrame } from './event-stream.ts';
import { createModels } from './models.ts';

interface Read {
  headers: Record<string, string>;
  payload: string;
}

/** A reader of frames with text headers, written from the format's description. */
function readFrames(bytes: Buffer): Read[] {
  const frames: Read[] = [];
  for (let at = 0; at < bytes.length; ) {
    const total = bytes.readUInt32BE(at);
    const headEnd = at + 12 + bytes.readUInt32BE(at + 4);
    const headers: Record<string, string> = {};
    for (let here = at + 12; here < headEnd; ) {
      const nameEnd = here + 1 + bytes[here]!;
      const length = bytes.readUInt16BE(nameEnd + 1);
      headers[bytes.toString('utf8', here + 1, nameEnd)] = bytes.toString('utf8', nameEnd + 3, nameEnd + 3 + length);
      here = nameEnd + 3 + length;
    }
    frames.push({ headers, payload: bytes.toString('utf8', headEnd, at + total - 4) });
    at += total;
  }
  return frames;
}

async function collect(body: unknown): Promise<Read[]> {
  const parts: Uint8Array[] = [];
  for await (const part of body as AsyncIterable<Uint8Array>) parts.push(part);
  return readFrames(Buffer.concat(parts));
}

async function* events(...list: unknown[]): AsyncGenerator<unknown> {
  for (const event of list) {
    if (event instanceof Error) throw event;
    yield event;
  }
}

describe('event streams', () => {
  test('a frame is what the format says', () => {
    // The example "payload one string header" of the public test vectors of the format.
    const frame = encodeFrame({ headers: { 'content-type': 'application/json' }, payload: Buffer.from("{'foo':'bar'}") });
    expect(Buffer.from(frame).toString('hex')).toBe(
      '0000003d0000002007fd83960c636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e7b27666f6f273a27626172277d8d9c08b1',
    );
  });

  test('RPC services begin with the rest of the output', async () => {
    const codec = createModels().service('kinesis').codec('SubscribeToShard', 'awsJson1_1');
    const { headers, body } = codec.write(
      { EventStream: events({ SubscribeToShardEvent: { Records: [], ContinuationSequenceNumber: '2', MillisBehindLatest: 0 } }) },
      'id',
    );
    expect(headers['content-type']).toBe('application/vnd.amazon.eventstream');
    const [initial, event] = await collect(body);
    expect(initial).toEqual({
      headers: { ':message-type': 'event', ':event-type': 'initial-response', ':content-type': 'application/json' },
      payload: '{}',
    });
    expect(event!.headers[':event-type']).toBe('SubscribeToShardEvent');
  });

  test('a Fault in mid-stream ends it: modelled ones as exceptions, others as errors', async () => {
    const codec = createModels().service('kinesis').codec('SubscribeToShard', 'awsJson1_1');
    const modelled = await collect(codec.write({ EventStream: events(new Fault('ResourceNotFoundException', 'gone')) }, 'id').body);
    expect(modelled[1]).toMatchObject({
      headers: { ':message-type': 'exception', ':exception-type': 'ResourceNotFoundException' },
      payload: '{"message":"gone"}',
    });
    const other = await collect(codec.write({ EventStream: events(new Fault('Odd', 'thing')) }, 'id').body);
    expect(other[1]!.headers).toEqual({ ':message-type': 'error', ':error-code': 'Odd', ':error-message': 'thing' });
  });

  test('events of XML services that hold nothing have no payload', async () => {
    const codec = createModels().service('s3').codec('SelectObjectContent', 'restXml');
    const frames = await collect(codec.write({ Payload: events({ Records: { Payload: Buffer.from('1,2\n') } }, { End: {} }) }, 'id').body);
    expect(frames.map(({ headers, payload }) => [headers[':event-type'], payload])).toEqual([
      ['Records', '1,2\n'],
      ['End', ''],
    ]);
  });
});
