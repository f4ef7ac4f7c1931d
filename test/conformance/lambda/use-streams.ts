// Event source mappings of table streams for tests: one emulator with a manual clock for the file, and a table and a function for each test.
import { type AttributeValue, DynamoDB } from '@aws-sdk/client-dynamodb';
import type { CreateEventSourceMappingCommandInput, EventSourceMappingConfiguration } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll } from 'vitest';
import { tableOf } from '../../support/use-tables.ts';
import { type Fixture, startFixture } from './fixture.ts';

export interface StreamBatch {
  readonly Records: readonly {
    readonly eventID: string;
    readonly eventName: string;
    readonly dynamodb: {
      readonly Keys: Record<string, AttributeValue>;
      readonly NewImage?: Record<string, AttributeValue>;
      readonly SequenceNumber: string;
    };
  }[];
  readonly [member: string]: unknown;
}

/** Code of functions that print their batches, which `batches` reads. */
export const SHOW = `console.log('BATCH ' + JSON.stringify(event));`;

export interface StreamFixture extends Fixture {
  readonly db: DynamoDB;
  /** Creates a table with a stream of both images, keyed by `pk`. */
  table(name: string): Promise<{ readonly arn: string }>;
  put(table: string, ...ids: readonly string[]): Promise<void>;
  map(
    FunctionName: string,
    EventSourceArn: string,
    more?: Partial<CreateEventSourceMappingCommandInput>,
  ): Promise<EventSourceMappingConfiguration>;
  /** The batches that a function with the code above has received so far. */
  batches(functionName: string): StreamBatch[];
  /** The keys of the items in each batch. */
  keys(functionName: string): string[][];
}

/** Registers the hooks of the file that calls it. */
export function useStreams(): StreamFixture {
  let fixture: Fixture;
  let db: DynamoDB;
  beforeAll(async () => {
    fixture = await startFixture({ clock: 'manual', environment: { FUNCTION_TRUNCATE_STDOUT: '100000' } });
    db = fixture.emulator.client(DynamoDB);
  });
  afterAll(() => fixture.emulator.stop());
  const batches = (name: string): StreamBatch[] =>
    fixture.emulator.lines
      .filter((line) => line.includes(`${name}: `) && line.includes('BATCH '))
      .map((line) => JSON.parse(line.slice(line.indexOf('BATCH ') + 6)) as StreamBatch);
  return {
    get emulator() {
      return fixture.emulator;
    },
    get lambda() {
      return fixture.lambda;
    },
    get db() {
      return db;
    },
    settled: (name) => fixture.settled(name),
    create: (name, code, more) => fixture.create(name, code, more),
    table: async (name) => {
      const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const };
      const { TableDescription } = await db.createTable(tableOf(name, ['pk:S'], { StreamSpecification }));
      return { arn: TableDescription!.LatestStreamArn! };
    },
    put: async (TableName, ...ids) => {
      for (const id of ids) await db.putItem({ TableName, Item: { pk: { S: id } } });
    },
    map: (FunctionName, EventSourceArn, more = {}) =>
      fixture.lambda.createEventSourceMapping({ FunctionName, EventSourceArn, StartingPosition: 'TRIM_HORIZON', ...more }),
    batches,
    keys: (name) => batches(name).map(({ Records }) => Records.map(({ dynamodb }) => dynamodb.Keys['pk']!.S!)),
  };
}
