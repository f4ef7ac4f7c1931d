// Warm throughput: the units that a table or an index is ready for at once.
import type { Units } from '#services/dynamodb/state';

/** Units that an on-demand table is ready for. */
const ON_DEMAND_WARM: Units = { read: 12_000, write: 4_000 };

/** The requested units, else those of the billing mode. */
export const warmUnits = (onDemand: boolean, requested: Units | undefined, throughput: Units | undefined): Units =>
  requested ?? (onDemand ? ON_DEMAND_WARM : { read: throughput?.read ?? 0, write: throughput?.write ?? 0 });

export const sendWarm = ({ read, write }: Units, Status: string) => ({ ReadUnitsPerSecond: read, WriteUnitsPerSecond: write, Status });
