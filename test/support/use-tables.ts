// Tables for tests: an emulator with a manual clock for the file, and the table that most tests use.
import { type AttributeValue, type CreateTableCommandInput, DynamoDB } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { startTestEmulator, type TestEmulator } from './emulator.ts';

type Key = readonly [hash: string, range?: string];
export type Item = Record<string, AttributeValue>;

/** Input of CreateTable; names of key attributes say their types: `id:S`, `at:N`. */
export function tableOf(TableName: string, [hash, range]: Key, more: Partial<CreateTableCommandInput> = {}): CreateTableCommandInput {
  const parts = [hash, ...(range === undefined ? [] : [range])].map((part) => part.split(':') as [string, 'S' | 'N' | 'B']);
  const { AttributeDefinitions = [], ...rest } = more;
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...parts.map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })), ...AttributeDefinitions],
    KeySchema: parts.map(([AttributeName], at) => ({ AttributeName, KeyType: at === 0 ? 'HASH' : 'RANGE' })),
    ...rest,
  };
}

export interface TablesFixture {
  readonly emulator: TestEmulator;
  readonly db: DynamoDB;
  put(TableName: string, ...items: readonly Item[]): Promise<void>;
}

/** Registers the hooks of the file that calls it, and makes these tables first. */
export function useTables(...tables: readonly CreateTableCommandInput[]): TablesFixture {
  let emulator: TestEmulator;
  let db: DynamoDB;
  beforeAll(async () => {
    emulator = await startTestEmulator({ clock: 'manual' });
    db = emulator.client(DynamoDB);
    for (const table of tables) await db.createTable(table);
  });
  afterAll(() => emulator.stop());
  return {
    get emulator() {
      return emulator;
    },
    get db() {
      return db;
    },
    put: async (TableName, ...items) => {
      for (const Item of items) await db.putItem({ TableName, Item });
    },
  };
}
