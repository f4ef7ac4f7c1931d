// A disk that is full, and kill -9 in the middle of deletions on it: nothing that was acknowledged is lost, nothing that was deleted comes back,
// and deletions make room for writes, again and again.
//
// CRASH_ROUNDS: how often. CRASH_SEED: the seed that a failed run has printed; it repeats what is written and deleted.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { S3 } from '@aws-sdk/client-s3';
import { SQS } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildEmulator, startChild } from '../support/child.ts';
import { clientsOf } from '../support/emulator.ts';
import { isMissing } from '../support/is-missing.ts';
import { randomNumbers } from '../support/random-numbers.ts';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 2);
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 2 ** 31);
const ROUND_TIMEOUT_MS = 120_000;
/** Refusals in a row after which the disk counts as full for things of a kind. */
const REFUSALS = 3;
const MAX_BODY = 300_000;
const TableName = 'things';
const QueueUrl = 'http://localhost/000000000000/things';
const Bucket = 'things';

const base = mkdtempSync(join(tmpdir(), 'full-disk-crash-'));
const disk = join(base, 'disk');

function mounted(): boolean {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

interface Kind {
  readonly name: string;
  put(id: string, bytes: number): Promise<unknown>;
  /** False where it cannot be deleted yet. */
  delete(id: string): Promise<boolean>;
  ids(): Promise<string[]>;
}

let emulator: ChildEmulator | undefined;
let close = (): void => {};

async function start() {
  emulator = await startChild({ PERSISTENCE: '1', DATA_DIR: join(disk, 'data') });
  const { client, destroy } = clientsOf(emulator.url);
  close = destroy;
  const [dynamodb, s3, sqs] = [client(DynamoDB), client(S3), client(SQS)];
  return { dynamodb, s3, sqs, kinds: [itemsIn(dynamodb), objectsIn(s3), messagesIn(sqs, emulator.url)] };
}

const itemsIn = (dynamodb: DynamoDB): Kind => ({
  name: 'items',
  put: (id, bytes) => dynamodb.putItem({ TableName, Item: { id: { S: id }, pad: { S: 'x'.repeat(bytes / 10) } } }),
  delete: async (id) => (await dynamodb.deleteItem({ TableName, Key: { id: { S: id } } })) !== undefined,
  ids: async () => {
    const found: string[] = [];
    for (let key: Record<string, { S: string }> | undefined, more = true; more; more = key !== undefined) {
      const { Items = [], LastEvaluatedKey } = await dynamodb.scan({ TableName, ExclusiveStartKey: key, ProjectionExpression: 'id' });
      found.push(...Items.map(({ id }) => id!.S!));
      key = LastEvaluatedKey as typeof key;
    }
    return found;
  },
});

const objectsIn = (s3: S3): Kind => ({
  name: 'objects',
  put: (Key, bytes) => s3.putObject({ Bucket, Key, Body: Key.padEnd(bytes, 'x') }),
  delete: async (Key) => (await s3.deleteObject({ Bucket, Key })) !== undefined,
  ids: async () => {
    const found: string[] = [];
    for (let token: string | undefined, more = true; more; more = token !== undefined) {
      const { Contents = [], NextContinuationToken } = await s3.listObjectsV2({ Bucket, ContinuationToken: token });
      found.push(...Contents.map(({ Key }) => Key!));
      token = NextContinuationToken;
    }
    // Each has its bytes.
    for (const Key of found) expect((await (await s3.getObject({ Bucket, Key })).Body!.transformToString()).startsWith(Key)).toBe(true);
    return found;
  },
});

/** Receipt handles of messages by their bodies; they outlive a restart. */
const receipts = new Map<string, string>();

const messagesIn = (sqs: SQS, url: string): Kind => ({
  name: 'messages',
  put: (id, bytes) => sqs.sendMessage({ QueueUrl, MessageBody: id.padEnd(bytes / 10) }),
  delete: async (id) => {
    while (!receipts.has(id)) {
      const { Messages = [] } = await sqs.receiveMessage({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 43_200 });
      // It was received when the emulator was killed, and nobody has its handle.
      if (Messages.length === 0) return false;
      for (const { Body, ReceiptHandle } of Messages) receipts.set(Body!.trim(), ReceiptHandle!);
    }
    await sqs.deleteMessage({ QueueUrl, ReceiptHandle: receipts.get(id)! });
    return true;
  },
  ids: async () => {
    const asked = `${url}/_cloud/queue/messages?ShowInvisible=true&QueueUrl=${encodeURIComponent(QueueUrl)}`;
    const text = await (await fetch(asked)).text();
    return [...text.matchAll(/<Body>([\w-]+) *<\/Body>/g)].map(([, id]) => id!);
  },
});

/** Things by id, as the emulator has acknowledged them. */
interface Ledger {
  readonly there: Set<string>;
  /** Put or deleted when the emulator was killed: may be there. */
  readonly unsure: Set<string>;
}

const isRefused = (error: unknown): boolean => String((error as Error).message).startsWith('STORE_DISK_FULL: ');

class Round {
  readonly #kinds: readonly Kind[];
  readonly #ledgers: readonly Ledger[];
  readonly #random: () => number;

  constructor(kinds: readonly Kind[], ledgers: readonly Ledger[], random: () => number) {
    this.#kinds = kinds;
    this.#ledgers = ledgers;
    this.#random = random;
  }

  /** The emulator holds what it has acknowledged. A look settles the rest. */
  async check(): Promise<void> {
    for (const [index, kind] of this.#kinds.entries()) {
      const { there, unsure } = this.#ledgers[index]!;
      const found = new Set(await kind.ids());
      const known = (id: string): boolean => !unsure.has(id);
      expect([...found].filter(known).sort(), `${kind.name}, CRASH_SEED=${SEED}`).toEqual([...there].filter(known).sort());
      for (const id of unsure)
        if (found.has(id)) there.add(id);
        else there.delete(id);
      unsure.clear();
    }
  }

  /** Puts things of all kinds until each is refused. Answers how many were put. */
  async fill(round: string): Promise<number> {
    let count = 0;
    const refusals = this.#kinds.map(() => 0);
    for (let n = 0; ; n++) {
      const open = [...this.#kinds.keys()].filter((index) => refusals[index]! < REFUSALS);
      if (open.length === 0) break;
      const index = open[Math.floor(open.length * this.#random())]!;
      const id = `${round}-${n}`;
      try {
        await this.#kinds[index]!.put(id, Math.ceil(MAX_BODY * this.#random()));
        this.#ledgers[index]!.there.add(id);
        count++;
      } catch (error) {
        expect(isRefused(error), String(error)).toBe(true);
        refusals[index]!++;
      }
    }
    return count;
  }

  /** Deletes a share of all kinds at once, and kills the emulator in the middle of it. */
  async deleteUntilKilled(share: number): Promise<void> {
    const doomed = this.#ledgers.map(({ there }) => [...there].filter(() => this.#random() < share));
    let left = Math.ceil(doomed.flat().length * this.#random());
    await Promise.all(
      this.#kinds.map(async (kind, index) => {
        const { there, unsure } = this.#ledgers[index]!;
        for (const id of doomed[index]!) {
          unsure.add(id);
          try {
            if (await kind.delete(id)) there.delete(id);
          } catch (error) {
            expect(emulator?.process.killed, String(error)).toBe(true);
            return;
          }
          unsure.delete(id);
          if (--left === 0) void emulator?.kill('SIGKILL');
        }
      }),
    );
    await emulator?.kill('SIGKILL');
    close();
  }
}

describe.skipIf(isMissing('kills on a full disk', !mounted() && 'needs root on Linux, and the right to mount a tmpfs'))(
  'a full disk',
  () => {
    beforeAll(async () => {
      mkdirSync(join(disk, 'data'));
      const { dynamodb, s3, sqs } = await start();
      await dynamodb.createTable({
        ...{ TableName, BillingMode: 'PAY_PER_REQUEST', KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] },
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      });
      await s3.createBucket({ Bucket });
      await sqs.createQueue({ QueueName: 'things' });
      await emulator?.kill('SIGTERM');
      close();
    });
    afterAll(async () => {
      await emulator?.kill('SIGKILL');
      close();
      execFileSync('umount', ['-l', disk], { stdio: 'ignore' });
      rmSync(base, { recursive: true, force: true });
    });

    it(`${ROUNDS} kills, seed ${SEED}: keeps what was acknowledged`, { timeout: ROUND_TIMEOUT_MS * (ROUNDS + 1) }, async () => {
      const random = randomNumbers(SEED);
      const ledgers: Ledger[] = Array.from({ length: 3 }, () => ({ there: new Set(), unsure: new Set() }));
      const counts: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const { kinds } = await start();
        const rounds = new Round(kinds, ledgers, random);
        await rounds.check();
        counts.push(await rounds.fill(`round-${round}`));
        // Other programs take the rest of the disk, too.
        if (round === 0) fillUp();
        await rounds.check();
        await rounds.deleteUntilKilled(random());
      }
      const { kinds } = await start();
      await new Round(kinds, ledgers, random).check();
      expect(counts[0]).toBeGreaterThan(10);
      console.log(`${ROUNDS} kills, seed ${SEED}: put ${counts.join(', ')}; left ${ledgers.map(({ there }) => there.size).join(', ')}`);
    });
  },
);

/** Takes what room there is. */
function fillUp(): void {
  for (let n = 0; ; n++)
    try {
      writeFileSync(join(disk, `ballast-${n}`), Buffer.alloc(4096));
    } catch {
      return;
    }
}
