// EnableKinesisStreamingDestination, DisableKinesisStreamingDestination, UpdateKinesisStreamingDestination, DescribeKinesisStreamingDestination:
// the data streams that a table delivers its changes to. At most one is active; streams that failed or were disabled stay listed.
// A change is complete when its call has answered; the answers name the states between. Texts as recorded (localstack/localstack) and as probed in
// October 2026 (ack-api-quirks, DDB-TABLE-268 and 299 to 302).
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/dynamodb';
import { activeDestination } from '#services/dynamodb/catalog/active-destination';
import { findWholeTable, type LocatedTable } from '#services/dynamodb/catalog/find-table';
import { invalid } from '#services/dynamodb/faults';
import { type KinesisDestination, tables } from '#services/dynamodb/state';
import { refusalOf } from './check-stream.ts';
import { beginDelivery, endDelivery } from './send-changes.ts';

const DEFAULT_PRECISION = 'MILLISECOND';
type Precision = KinesisDestination['precision'];

const badState = (words: string) => invalid(`Table is not in a valid state to enable Kinesis Streaming Destination: ${words}`);

/** The destinations with another one in the place of the one of the same stream; a new one comes first. */
function withDestination({ table }: LocatedTable, changed: Frozen<KinesisDestination>): readonly Frozen<KinesisDestination>[] {
  const present = table.destinations ?? [];
  const isKnown = present.some(({ streamArn }) => streamArn === changed.streamArn);
  return isKnown ? present.map((each) => (each.streamArn === changed.streamArn ? changed : each)) : [changed, ...present];
}

function findEnableable(TableName: string, ctx: Ctx): LocatedTable {
  const located = findWholeTable(TableName, ctx);
  if (activeDestination(located.table))
    throw badState('EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED to perform ENABLE operation.');
  return located;
}

export const EnableKinesisStreamingDestination = operation('EnableKinesisStreamingDestination', async (input, ctx) => {
  const { TableName, StreamArn, EnableKinesisStreamingConfiguration: settings = {} } = input;
  const refusal = await refusalOf(StreamArn, findEnableable(TableName, ctx).there);
  const located = findEnableable(TableName, ctx);
  const { there, table } = located;
  const precision = settings.ApproximateCreationDateTimePrecision as Precision;
  const destination: KinesisDestination = {
    streamArn: StreamArn,
    status: refusal === undefined ? 'ACTIVE' : 'ENABLE_FAILED',
    ...(refusal !== undefined && { reason: refusal }),
    ...(refusal === undefined && precision !== undefined && { precision }),
  };
  there.write((tx) => {
    tx.put(there.records(tables), [table.name], { ...table, destinations: withDestination(located, destination) });
    if (destination.status === 'ACTIVE') beginDelivery(tx, table, there);
  });
  return { TableName: table.name, StreamArn, DestinationStatus: 'ENABLING', EnableKinesisStreamingConfiguration: settings };
});

export const DisableKinesisStreamingDestination = operation('DisableKinesisStreamingDestination', (input, ctx) => {
  const { TableName, StreamArn, EnableKinesisStreamingConfiguration: settings } = input;
  const located = findWholeTable(TableName, ctx);
  const { there, table } = located;
  if (settings) throw invalid('Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters');
  if (activeDestination(table)?.streamArn !== StreamArn)
    throw badState('KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.');
  const destinations = withDestination(located, { streamArn: StreamArn, status: 'DISABLED' });
  there.write((tx) => {
    tx.put(there.records(tables), [table.name], { ...table, destinations });
    endDelivery(tx, table, there);
  });
  return { TableName: table.name, StreamArn, DestinationStatus: 'DISABLING' };
});

export const UpdateKinesisStreamingDestination = operation('UpdateKinesisStreamingDestination', (input, ctx) => {
  const { TableName, StreamArn, UpdateKinesisStreamingConfiguration: settings } = input;
  const located = findWholeTable(TableName, ctx);
  const { there, table } = located;
  const precision = settings?.ApproximateCreationDateTimePrecision as Precision;
  if (precision === undefined)
    throw invalid(
      'Streaming destination cannot be updated with given parameters: UpdateKinesisStreamingConfiguration cannot be null or contain only null values',
    );
  const destination = table.destinations?.find(({ streamArn }) => streamArn === StreamArn);
  if (!destination) throw badState(`No streaming destination with streamArn: ${StreamArn} found for table with tableName: ${table.name}`);
  if (destination.status !== 'ACTIVE')
    throw badState(
      `Kinesis streaming is not in ACTIVE state. Updates are only allowed in ACTIVE state. TableName: ${table.name}, kdsArn: ${StreamArn}`,
    );
  if ((destination.precision ?? DEFAULT_PRECISION) === precision)
    throw invalid(
      `Invalid Request: Precision is already set to the desired value of ${precision} for tableId: ${table.id}, kdsArn: ${StreamArn}`,
    );
  const destinations = withDestination(located, { ...destination, precision });
  there.write((tx) => tx.put(there.records(tables), [table.name], { ...table, destinations }));
  return {
    TableName: table.name,
    StreamArn,
    DestinationStatus: 'UPDATING',
    UpdateKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: precision },
  };
});

export const DescribeKinesisStreamingDestination = operation('DescribeKinesisStreamingDestination', ({ TableName }, ctx) => {
  const { table } = findWholeTable(TableName, ctx);
  return {
    TableName: table.name,
    KinesisDataStreamDestinations: (table.destinations ?? []).map(({ streamArn, status, reason, precision }) => ({
      StreamArn: streamArn,
      DestinationStatus: status,
      ...(reason !== undefined && { DestinationStatusDescription: reason }),
      ...(precision !== undefined && { ApproximateCreationDateTimePrecision: precision }),
    })),
  };
});
