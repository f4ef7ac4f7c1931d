// Bytes that brokers sent, recorded by the tests of other clients (kafkajs 2.2.4, `src/protocol/requests/*/fixtures`, 2018 to 2020).
import { expect, test } from 'vitest';
import { readResponse } from './api.ts';
import { batchesIn } from './batches/batch-header.ts';
import { readRecords, writeBatch } from './batches/record-batch.ts';
import { readSubscription } from './consumer-protocol.ts';
import { crc32c } from './crc32c.ts';
import { JOIN_GROUP } from './messages/groups.ts';
import { FETCH } from './messages/records.ts';
import { WireReader } from './wire-reader.ts';

const bytes = (hexadecimal: string): Buffer => Buffer.from(hexadecimal.replaceAll(/\s/g, ''), 'hex');

const GZIP_BATCHES = bytes(`
  00000000000000000000007000000000022926fbcb0001000000020000015f88c172a90000015f88c172a9ffffffffffffffff000000000000000000
  031f8b0800000000000013d3636060e0ca4eadd4359028cecf4dd52d4bcc294dd53560d0636060028b1b228b1b82c459c0e246c8e2460c00ef3284af
  4800000000000000000000030000007000000000025d1f13c80001000000020000015f88c172a90000015f88c172a9ffffffffffffffff0000000000
  00000000031f8b0800000000000013d3636060e0ca4eadd4359428cecf4dd52d4bcc294dd53564d0636060028b1b218b1b81c459c0e2c6c8e2c60c00
  685a2afa48000000`);

const SNAPPY_BATCH = bytes(`
  000000000000000000000062000000000297ef6eaa00020000000000000168b91290b100000168b91290b1ffffffffffffffff000000000000000000
  0130445e0000000e6b65792d3134394476616c7565010a642d323031392d30322d30345431353a31333a34382e3138375a00
`);

const FETCH_ANSWER = bytes(`
  00000000000000000000000000010049746573742d746f7069632d32303737623964326233366334303832653539342d343032302d62356135326232
  372d353664662d346238372d383030642d38326331636632363331376400000001000000000000000000000000000300000000000000030000000000
  0000000000000000000000000000d90000000000000000000000cd0000000002d65455680000000000020000015f88c172a90000015f88c172a9ffff
  ffffffffffff00000000000000000003660000000a6b65792d3018736f6d652d76616c75652d3002186865616465722d6b65792d301c686561646572
  2d76616c75652d30660000020a6b65792d3118736f6d652d76616c75652d3102186865616465722d6b65792d311c6865616465722d76616c75652d31
  660000040a6b65792d3218736f6d652d76616c75652d3202186865616465722d6b65792d321c6865616465722d76616c75652d32`);

const JOIN_ANSWER = bytes(`
  00000000000000000001000c41737369676e65724e616d650069746573742d62373733626462323230616132623836323434302d32333730322d3262
  3135383166362d353565612d346166302d393766302d3933316434663037313131312d36386132303531642d376233302d343136312d623932302d38
  39333436643762363732620069746573742d62373733626462323230616132623836323434302d32333730322d32623135383166362d353565612d34
  6166302d393766302d3933316434663037313131312d36386132303531642d376233302d343136312d623932302d3839333436643762363732620000
  00010069746573742d62373733626462323230616132623836323434302d32333730322d32623135383166362d353565612d346166302d393766302d
  3933316434663037313131312d36386132303531642d376233302d343136312d623932302d383933343664376236373262001167726f75702d696e73
  74616e63652d696400000056000100000001004a746573742d746f7069632d36643235666165306239363365363835343762382d32333730322d6661
  6664663931642d656434302d346632312d383238312d64376162623064396264643900000000`);

const textsIn = async (batches: Buffer): Promise<(string | undefined)[]> =>
  (await readRecords(batches)).records.map(({ value }) => value?.toString());

test('the checksum is that of RFC 3720', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
});

test('batches in gzip give their records, those of each batch numbered from its own first', async () => {
  expect(batchesIn(GZIP_BATCHES)).toHaveLength(2);
  expect((await readRecords(GZIP_BATCHES)).records.map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4, 5]);
  expect((await readRecords(GZIP_BATCHES)).end).toBe(6);
});

test('a batch in snappy as a bare block gives its record', async () => {
  expect((await textsIn(SNAPPY_BATCH))[0]).toMatch(/^value-\d+-2019-02-04T15:13:48\.187Z/);
});

test('an answer to Fetch, version 11, has records with keys and headers', async () => {
  const { topics } = readResponse(FETCH, 11, new WireReader(FETCH_ANSWER));
  const [partition] = topics[0]!.partitions;
  expect(partition).toMatchObject({ index: 0, error: 0, end: 3, logStart: 0 });
  const { records } = await readRecords(partition!.records!);
  expect(records.map(({ key, value }) => `${key}=${value}`)).toEqual(['key-0=some-value-0', 'key-1=some-value-1', 'key-2=some-value-2']);
  expect(records[1]!.headers.map(({ name, value }) => [name, `${value}`])).toEqual([['header-key-1', 'header-value-1']]);
  expect(new Date(records[0]!.atMs).toISOString()).toBe('2017-11-04T20:38:20.073Z');
});

test('a batch that is written from the same records has the same bytes as the recorded one', async () => {
  const recorded = readResponse(FETCH, 11, new WireReader(FETCH_ANSWER)).topics[0]!.partitions[0]!.records!;
  const again = writeBatch((await readRecords(recorded)).records);
  again.writeInt32BE(0, 12);
  // The recorded producer had an epoch of 0, ours has none: the checksum differs with it.
  expect(again.subarray(57)).toEqual(recorded.subarray(57));
  expect(again.subarray(21, 43)).toEqual(recorded.subarray(21, 43));
});

test('an answer to JoinGroup, version 5, names the members and what they subscribe', () => {
  const answer = readResponse(JOIN_GROUP, 5, new WireReader(JOIN_ANSWER));
  expect(answer).toMatchObject({ error: 0, generation: 1, protocol: 'AssignerName' });
  expect(answer.member).toBe(answer.leader);
  expect(answer.members[0]).toMatchObject({ instance: 'group-instance-id' });
  expect(readSubscription(answer.members[0]!.metadata)).toEqual([
    'test-topic-6d25fae0b963e68547b8-23702-fafdf91d-ed40-4f21-8281-d7abb0d9bdd9',
  ]);
});
