// Bodies of objects that `aws-sdk` tasks store: JSON of any kind, with the checksum and the type that the SDK of the service adds (recorded).
import { crc32 } from 'node:zlib';
import { type Json, type JsonObject, memberOf } from '#services/states/language/json';

const OPERATIONS: ReadonlySet<string> = new Set(['PutObject', 'UploadPart']);
const TYPE = 'text/plain; charset=UTF-8';
const CRC32_BYTES = 4;

export function withBody(service: string, operation: string, parameters: JsonObject): JsonObject {
  const value = memberOf(parameters, 'Body');
  if (service !== 's3' || !OPERATIONS.has(operation) || value === undefined) return parameters;
  const body = JSON.stringify(value);
  const hasChecksum = Object.keys(parameters).some((name) => name.startsWith('Checksum'));
  return {
    ...(operation === 'PutObject' && { ContentType: TYPE }),
    ...(!hasChecksum && { ChecksumCRC32: checksumOf(body) }),
    ...(parameters as Record<string, Json>),
    Body: body,
  };
}

function checksumOf(body: string): string {
  const bytes = Buffer.alloc(CRC32_BYTES);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64');
}
