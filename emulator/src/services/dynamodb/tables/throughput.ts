// Provisioned throughput of tables and indexes that changes.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { ProvisionedThroughput } from '#model/dynamodb';
import type { Throughput } from '#services/dynamodb/state';

/** Units as they were and as they will be, with the times of the change. */
export function changeThroughput(before: Frozen<Throughput>, asked: ProvisionedThroughput, ctx: Ctx): Throughput {
  const { ReadCapacityUnits: read, WriteCapacityUnits: write } = asked;
  return {
    ...before,
    read,
    write,
    ...((read > before.read || write > before.write) && { increasedMs: ctx.now() }),
    ...((read < before.read || write < before.write) && { decreasedMs: ctx.now() }),
  };
}
