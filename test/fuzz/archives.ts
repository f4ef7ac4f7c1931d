// Archives that a client may send as code: links, names, sizes and numbers of entries that a careless reader would not survive.
import { crc32, deflateRawSync } from 'node:zlib';

interface Item {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  readonly mode?: number;
  readonly claimedBytes?: number;
  readonly method?: number;
  readonly flags?: number;
  /** Points at the first entry's content. */
  readonly overlap?: boolean;
}

const LINK = 0o120777;

export function zipOf(items: readonly Item[], entryCount = items.length): Buffer {
  const [parts, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, content = '', mode = 0o100644, claimedBytes, method = 8, flags = 0x800, overlap } of items) {
    const body = Buffer.from(content as string);
    const packed = method === 8 ? deflateRawSync(body) : body;
    const file = Buffer.from(name as string);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(crc32(body), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claimedBytes ?? body.length, 18);
    facts.writeUInt16LE(file.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(overlap ? 0 : offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([30, 3]), facts, tail, file]));
    if (overlap) continue;
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, file, packed]);
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entryCount & 0xffff, 8);
  end.writeUInt16LE(entryCount & 0xffff, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

const many = (count: number, item: (index: number) => Item): Item[] => Array.from({ length: count }, (_, index) => item(index));

/** Each with a name for the test that it becomes. */
export function hostileArchives(): readonly (readonly [name: string, bytes: Buffer])[] {
  const good = zipOf([{ name: 'index.js', content: 'exports.handler = async () => 1' }]);
  return [
    ['one that is fine', good],
    ['no archive', Buffer.from('PK')],
    ['one that is cut', good.subarray(0, 60)],
    ['nothing in it', zipOf([])],
    ['more entries than it has', zipOf([{ name: 'a' }], 60_000)],
    ['a link target of 10 KB', zipOf([{ name: 'l', content: 'a/'.repeat(5_000), mode: LINK }])],
    ['a link target of 1 MB', zipOf([{ name: 'l', content: 'a/'.repeat(500_000), mode: LINK }])],
    ['a link target of dots', zipOf([{ name: 'l', content: './'.repeat(2_000), mode: LINK }])],
    ['600 links of 2,000 segments', zipOf(many(600, (i) => ({ name: `l${i}`, content: './'.repeat(2_000), mode: LINK })))],
    ['a chain of 1,000 links', zipOf(many(1_000, (i) => ({ name: `l${i}`, content: `l${i + 1}`, mode: LINK })))],
    ['links that double', zipOf(many(40, (i) => ({ name: `l${i}`, content: `l${i + 1}/l${i + 1}`, mode: LINK })))],
    [
      'links in a circle',
      zipOf([
        { name: 'a', content: 'b', mode: LINK },
        { name: 'b', content: 'a', mode: LINK },
      ]),
    ],
    ['a link to itself', zipOf([{ name: 'a', content: 'a', mode: LINK }])],
    ['a link without a target', zipOf([{ name: 'a', content: '', mode: LINK }])],
    ['a device', zipOf([{ name: 'a', content: 'x', mode: 0o060666 }])],
    ['a program that changes its user', zipOf([{ name: 'a', content: 'x', mode: 0o106755 }])],
    ['an absolute link', zipOf([{ name: 'a', content: '/etc/passwd', mode: LINK }])],
    ['a link that climbs', zipOf([{ name: 'a', content: '../../../../etc', mode: LINK }])],
    [
      'a file through a link',
      zipOf([
        { name: 'a', content: 'b', mode: LINK },
        { name: 'a/x', content: '1' },
      ]),
    ],
    ['a name that climbs', zipOf([{ name: '../x' }])],
    ['an absolute name', zipOf([{ name: '/x' }])],
    ['a name with backslashes', zipOf([{ name: '..\\x' }])],
    ['a name with NUL', zipOf([{ name: 'a\0b' }])],
    ['a name of no encoding', zipOf([{ name: Buffer.from([0xff, 0xfe]) }])],
    ['a name of 60,000 bytes', zipOf([{ name: 'a'.repeat(60_000) }])],
    ['a folder of 30,000 levels', zipOf([{ name: 'a/'.repeat(30_000) }])],
    ['folders of 2,000 levels', zipOf(many(100, (i) => ({ name: `${i}${'/a'.repeat(2_000)}/f` })))],
    ['names that start alike', zipOf(many(2_000, (i) => ({ name: `${'a/'.repeat(100)}${i}` })))],
    ['20,000 entries of one name', zipOf(many(20_000, () => ({ name: 'same' })))],
    [
      'a file that is a folder, too',
      zipOf([
        { name: 'a', content: '1' },
        { name: 'a/b', content: '1' },
      ]),
    ],
    ['a content of 200 MB', zipOf([{ name: 'big', content: Buffer.alloc(200 * 2 ** 20) }])],
    ['a content of 300 MB, it says', zipOf([{ name: 'big', content: 'x', claimedBytes: 300 * 2 ** 20 }])],
    ['a content larger than it says', zipOf([{ name: 'a', content: Buffer.alloc(2 ** 20), claimedBytes: 10 }])],
    ['a method that nobody knows', zipOf([{ name: 'a', content: 'x', method: 99 }])],
    ['an encrypted file', zipOf([{ name: 'a', content: 'x', flags: 1 }])],
    [
      'files that overlap',
      zipOf([
        { name: 'f0', content: Buffer.alloc(2 ** 20) },
        ...many(200, (i) => ({ name: `g${i}`, content: Buffer.alloc(2 ** 20), overlap: true })),
      ]),
    ],
  ];
}
