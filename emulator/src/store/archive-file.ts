// An archive as one file: frames of records and blobs, then the digest of everything before it. It is written under another name and
// renamed once it is whole.

import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Archive } from '#core/records';
import { fromDisk, toDisk } from './key.ts';
import { damagedArchive, noArchive } from './store-errors.ts';

const MAGIC = Buffer.from('cloud-emulator state 1\n');
const RECORD = 1;
const BLOB = 2;
const END = 3;
/** Kind, length of the name, length of the body. */
const HEAD_BYTES = 1 + 4 + 6;
const SHA256_BYTES = 32;
const CHUNK_BYTES = 1 << 20;

interface Frame {
  readonly kind: number;
  readonly name: string;
  readonly at: number;
  readonly size: number;
}

/** @throws EmulatorError where the place cannot be written. */
export async function writeArchive(path: string, { records, blobs }: Archive): Promise<void> {
  const temporary = `${path}.${randomUUID()}.part`;
  await mkdir(dirname(path), { recursive: true });
  const file = await open(temporary, 'wx');
  try {
    const hash = createHash('sha256');
    const put = async (bytes: Uint8Array) => {
      hash.update(bytes);
      await file.writeFile(bytes);
    };
    await put(MAGIC);
    for (const batch of batches(records)) await put(Buffer.concat(batch.flatMap(({ key, bytes }) => frame(RECORD, toDisk(key), bytes))));
    for (const { sha256, read } of blobs) for (const part of frame(BLOB, sha256, await read())) await put(part);
    await file.writeFile(Buffer.concat([head(END, 0, SHA256_BYTES), hash.digest()]));
    await file.sync();
    await file.close();
    await rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Reads all records; blobs stay in the file until they are asked for. `close` when done. @throws EmulatorError STATE_FILE_MISSING, STATE_FILE_DAMAGED */
export async function readArchive(path: string): Promise<Archive & { close(): Promise<void> }> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw noArchive(path, cause);
  });
  try {
    const { size } = await file.stat();
    const frames = await framesOf(file, size, path);
    const records: { key: string; bytes: Uint8Array }[] = [];
    for (const { kind, name, at, size } of frames)
      if (kind === RECORD) records.push({ key: fromDisk(name), bytes: await bytesAt(file, at, size) });
    const blobs = frames
      .filter(({ kind }) => kind === BLOB)
      .map(({ name, at, size }) => ({ sha256: name, read: () => bytesAt(file, at, size) }));
    return { records, blobs, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The position of every frame. Checks the digest first. */
async function framesOf(file: FileHandle, size: number, path: string): Promise<Frame[]> {
  const end = size - HEAD_BYTES - SHA256_BYTES;
  if (end < MAGIC.length || !MAGIC.equals(await bytesAt(file, 0, MAGIC.length))) throw damagedArchive(path);
  const hash = createHash('sha256');
  await hashUpTo(file, end, hash);
  if (!hash.digest().equals(await bytesAt(file, end + HEAD_BYTES, SHA256_BYTES))) throw damagedArchive(path);
  const frames: Frame[] = [];
  let at = MAGIC.length;
  while (at < end) {
    const header = await bytesAt(file, at, HEAD_BYTES);
    const nameLength = header.readUInt32BE(1);
    const bodyLength = header.readUIntBE(5, 6);
    const name = (await bytesAt(file, at + HEAD_BYTES, nameLength)).toString('utf8');
    frames.push({ kind: header[0]!, name, at: at + HEAD_BYTES + nameLength, size: bodyLength });
    at += HEAD_BYTES + nameLength + bodyLength;
  }
  return frames;
}

async function hashUpTo(file: FileHandle, end: number, hash: Hash): Promise<void> {
  for (let at = 0; at < end; at += CHUNK_BYTES) hash.update(await bytesAt(file, at, Math.min(CHUNK_BYTES, end - at)));
}

async function bytesAt(file: FileHandle, at: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  let read = 0;
  while (read < size) {
    const { bytesRead } = await file.read(bytes, read, size - read, at + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes;
}

function head(kind: number, nameLength: number, bodyLength: number): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES);
  bytes[0] = kind;
  bytes.writeUInt32BE(nameLength, 1);
  bytes.writeUIntBE(bodyLength, 5, 6);
  return bytes;
}

function frame(kind: number, name: string, body: Uint8Array): Uint8Array[] {
  const nameBytes = Buffer.from(name);
  return [head(kind, nameBytes.length, body.byteLength), nameBytes, body];
}

const BATCH = 1000;

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += BATCH) yield items.slice(at, at + BATCH);
}
