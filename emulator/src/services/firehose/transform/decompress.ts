// Unpacks what subscription filters of log groups deliver, and takes the messages out of it.
// https://docs.aws.amazon.com/firehose/latest/dev/Message_extraction.html
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { PipelineRecord, Processed } from './pipeline-record.ts';

const unpack = promisify(gunzip);
/** Limit: bytes of a record after it is decompressed. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024;
const FAILED = 'Decompression failed.';

interface LogsMessage {
  readonly messageType?: unknown;
  readonly logEvents?: unknown;
}

export async function decompress(records: readonly PipelineRecord[], extractsMessages: boolean): Promise<Processed> {
  const done: PipelineRecord[] = [];
  const failed: PipelineRecord[] = [];
  for (const record of records) {
    const data = await unpacked(record.data, extractsMessages);
    if (data) done.push({ ...record, data });
    else failed.push(record);
  }
  return {
    records: done,
    failed: failed.map((record) => ({ record, errorType: 'decompression-failed', code: FAILED, message: FAILED, attempts: 1 })),
  };
}

/** Undefined where the bytes are not packed, hold no JSON, or no events though they should. */
async function unpacked(bytes: Uint8Array, extractsMessages: boolean): Promise<Uint8Array | undefined> {
  try {
    const data = await unpack(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
    const message = JSON.parse(data.toString()) as LogsMessage | null;
    return extractsMessages ? messagesOf(message) : data;
  } catch {
    return undefined;
  }
}

/** Each message and a line feed; nothing for the message that tests whether the stream can be reached. */
function messagesOf(document: LogsMessage | null): Uint8Array | undefined {
  const { messageType, logEvents } = document ?? {};
  if (messageType === 'CONTROL_MESSAGE') return Buffer.alloc(0);
  if (messageType !== 'DATA_MESSAGE' || !Array.isArray(logEvents)) return undefined;
  return Buffer.from((logEvents as { message?: unknown }[]).map(({ message }) => `${String(message)}\n`).join(''));
}
