import { paginateListObjectsV2, S3 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';

let emulator: TestEmulator;
let s3: S3;
const Bucket = 'lists';
const KEYS = ['a.txt', 'photos/2025/a', 'photos/2025/b', 'photos/2026/a', 'photos/c', 'z +%ü.txt', 'z/', '\u{1F600}', '\uE000'];

beforeAll(async () => {
  emulator = await startTestEmulator();
  s3 = emulator.client(S3);
  await s3.createBucket({ Bucket });
  for (const Key of KEYS) await s3.putObject({ Bucket, Key, Body: 'x' });
});
afterAll(() => emulator.stop());

const list = (more: object = {}) => s3.listObjectsV2({ Bucket, ...more });
const shown = ({ Contents = [], CommonPrefixes = [] }: Awaited<ReturnType<typeof list>>) => [
  Contents.map(({ Key }) => Key),
  CommonPrefixes.map(({ Prefix }) => Prefix),
];

it('keys stand in the order of their bytes', async () => {
  const sorted = [...KEYS].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const all = await list();
  expect(all.Contents?.map(({ Key }) => Key)).toEqual(sorted);
  expect(all).toMatchObject({ KeyCount: 9, MaxKeys: 1000, IsTruncated: false, Name: Bucket });
  expect(all.Contents?.[0]).toMatchObject({ ETag: '"9dd4e461268c8034f5c8564e155c67a6"', Size: 1, StorageClass: 'STANDARD' });
});

it('delimiters make folders', async () => {
  expect(shown(await list({ Delimiter: '/' }))).toEqual([
    ['a.txt', 'z +%ü.txt', '\uE000', '\u{1F600}'],
    ['photos/', 'z/'],
  ]);
  expect(shown(await list({ Delimiter: '/', Prefix: 'photos/' }))).toEqual([['photos/c'], ['photos/2025/', 'photos/2026/']]);
  expect(shown(await list({ Delimiter: '/', Prefix: 'photos' }))).toEqual([[], ['photos/']]);
});

it('pages go on where they ended', async () => {
  const seen: unknown[] = [];
  for await (const page of paginateListObjectsV2({ client: s3, pageSize: 1 }, { Bucket, Delimiter: '/' })) {
    expect(page.KeyCount).toBe(1);
    seen.push(page.Contents?.[0]?.Key ?? page.CommonPrefixes?.[0]?.Prefix);
  }
  expect(seen).toEqual(['a.txt', 'photos/', 'z +%ü.txt', 'z/', '\uE000', '\u{1F600}']);
  await expect(list({ ContinuationToken: 'nonsense' })).rejects.toMatchObject({ name: 'InvalidArgument' });
});

it('starts after a key', async () => {
  expect(shown(await list({ StartAfter: 'photos/2026/a', MaxKeys: 1 }))[0]).toEqual(['photos/c']);
  expect((await list({ MaxKeys: 0 })).KeyCount).toBe(0);
  // start-after inside a folder shows what is left of it, a marker does not
  expect(shown(await list({ StartAfter: 'photos/2025/a', Delimiter: '/' }))[1]).toEqual(['photos/', 'z/']);
  const { CommonPrefixes } = await s3.listObjects({ Bucket, Marker: 'photos/2025/a', Delimiter: '/' });
  expect(CommonPrefixes).toEqual([{ Prefix: 'z/' }]);
});

it('has owners when asked', async () => {
  expect((await list({ MaxKeys: 1 })).Contents?.[0]?.Owner).toBeUndefined();
  expect((await list({ MaxKeys: 1, FetchOwner: true })).Contents?.[0]?.Owner?.ID).toMatch(/^[0-9a-f]{64}$/);
});

it('encodes keys when asked', async () => {
  const { Contents } = await list({ EncodingType: 'url', Prefix: 'z +' });
  expect(Contents?.[0]?.Key).toBe('z+%2B%25%C3%BC.txt');
  await expect(list({ EncodingType: 'x' })).rejects.toMatchObject({ name: 'InvalidArgument' });
});

it('the older form has markers', async () => {
  const first = await s3.listObjects({ Bucket, Delimiter: '/', MaxKeys: 2 });
  expect(first).toMatchObject({ NextMarker: 'photos/', IsTruncated: true });
  const rest = await s3.listObjects({ Bucket, Delimiter: '/', Marker: first.NextMarker });
  expect(rest.CommonPrefixes).toEqual([{ Prefix: 'z/' }]);
  expect(rest.Contents?.[0]?.Owner).toBeDefined();
});

it('lists stand behind the facts that clients give to each of their members', async () => {
  // The SDK for Java takes an owner or a bucket's name only where it comes first (localstack: test_s3, `test_response_structure`).
  const authorization = 'AWS4-HMAC-SHA256 Credential=test/20260923/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0';
  const elements = async (path: string): Promise<string[]> => {
    const text = await (await fetch(`${emulator.url}/${path}`, { headers: { authorization } })).text();
    return [...text.matchAll(/<(\w+)/g)].map(([, name]) => name!);
  };
  const isBefore = (names: readonly string[], one: string, other: string): boolean =>
    names.includes(one) && names.indexOf(one) < names.indexOf(other);
  expect(isBefore(await elements(''), 'Owner', 'Buckets')).toBe(true);
  for (const [query, item] of [
    ['', 'Contents'],
    ['?list-type=2', 'Contents'],
    ['?versions', 'Version'],
  ] as const)
    for (const fact of ['Name', 'Prefix', 'MaxKeys', 'IsTruncated'])
      expect([query, fact, isBefore(await elements(`${Bucket}${query}`), fact, item)]).toEqual([query, fact, true]);
});
