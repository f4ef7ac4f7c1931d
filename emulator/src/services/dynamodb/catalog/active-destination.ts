// The data stream that the changes of a table go to: at most one is active.
import type { Frozen } from '#core/records';
import type { KinesisDestination, Table } from '#services/dynamodb/state';

export const activeDestination = ({ destinations }: Pick<Frozen<Table>, 'destinations'>): Frozen<KinesisDestination> | undefined =>
  destinations?.find(({ status }) => status === 'ACTIVE');
