import { mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpack } from './unpack.ts';

interface Item {
  readonly name: string;
  readonly content?: string | Buffer;
  readonly mode?: number;
  readonly claimedBytes?: number;
}

/** A zip writer that lets tests lie. */
function zipOf(...items: Item[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = 0o100644, claimedBytes } of items) {
    const body = Buffer.from(content);
    const packed = deflateRawSync(body);
    const file = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(body), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimedBytes ?? body.length, 18);
    shared.writeUInt16LE(file.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, file, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([30, 3]), shared, tail, file]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(items.length, 8);
  end.writeUInt16LE(items.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

describe('unpack', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'unpack-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  const folder = () => join(root, 'code');

  it('writes files, folders and modes beside a package.json of its own', async () => {
    await unpack(
      zipOf({ name: 'index.js', content: 'x'.repeat(100_000) }, { name: 'bin/' }, { name: 'bin/run', content: '#!', mode: 0o100755 }),
      folder(),
    );
    expect(await readFile(join(folder(), 'package.json'), 'utf8')).toBe('{}\n');
    expect((await readFile(join(folder(), 'task/index.js'))).length).toBe(100_000);
    expect((await stat(join(folder(), 'task/bin/run'))).mode & 0o777).toBe(0o755);
    expect((await stat(join(folder(), 'task/index.js'))).mode & 0o111).toBe(0);
  });

  it('keeps links that stay inside', async () => {
    await unpack(zipOf({ name: 'a', content: '1' }, { name: 'd/b', content: '../a', mode: 0o120777 }), folder());
    expect(await readlink(join(folder(), 'task/d/b'))).toBe('../a');
    expect(await readFile(join(folder(), 'task/d/b'), 'utf8')).toBe('1');
  });

  it.each([
    ['no zip', Buffer.from('hello')],
    ['a cut zip', zipOf({ name: 'a', content: 'abc' }).subarray(0, 60)],
    ['a name that climbs', zipOf({ name: '../evil', content: '1' })],
    ['an absolute name', zipOf({ name: '/evil', content: '1' })],
    ['a name with NUL', zipOf({ name: 'a\0b', content: '1' })],
    ['a folder with NUL', zipOf({ name: 'a\0b/c', content: '1' })],
    ['a link target with NUL', zipOf({ name: 'l', content: 'a\0b', mode: 0o120777 })],
    ['a link that leads out', zipOf({ name: 'l', content: '../../etc', mode: 0o120777 })],
    ['a file written through a link', zipOf({ name: 'l', content: 'd', mode: 0o120777 }, { name: 'l/x', content: '1' })],
    ['a content larger than it says', zipOf({ name: 'a', content: 'x'.repeat(5000), claimedBytes: 10 })],
    ['a file where a folder is', zipOf({ name: 'a/b', content: '1' }, { name: 'a', content: '1' })],
    ['a link with a target of a megabyte', zipOf({ name: 'l', content: 'a/'.repeat(500_000), mode: 0o120777 })],
    ['names of two hundred thousand folders', zipOf(...Array.from({ length: 100 }, (_, i) => ({ name: `${i}${'/a'.repeat(2_000)}/f` })))],
  ])('refuses %s and leaves nothing behind', async (_, bytes) => {
    await expect(unpack(bytes, folder())).rejects.toMatchObject({ name: 'ArchiveError', problem: 'not-a-zip' });
    await expect(stat(folder())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('refuses what would be too large before it writes', async () => {
    await expect(unpack(zipOf({ name: 'a', content: '1', claimedBytes: 262_144_001 }), folder())).rejects.toMatchObject({
      problem: 'too-large',
    });
  });

  it('refuses an archive of nothing', async () => {
    await expect(unpack(zipOf(), folder())).rejects.toMatchObject({ problem: 'empty' });
  });

  it('lets the first of two win', async () => {
    const bytes = zipOf({ name: 'a', content: '1' });
    await Promise.all([unpack(bytes, folder()), unpack(bytes, folder())]);
    await writeFile(join(folder(), 'task/a'), 'kept');
    await unpack(bytes, folder());
    expect(await readFile(join(folder(), 'task/a'), 'utf8')).toBe('kept');
  });
});
