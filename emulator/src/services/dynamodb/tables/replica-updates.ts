// ReplicaUpdates of UpdateTable: replicas that are added to a global table, changed, and removed.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault, type UpdateTableInput } from '#model/dynamodb';
import { type Member, otherMembers } from '#services/dynamodb/catalog/replication-group';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import { newReplica } from '#services/dynamodb/replicas/new-replica';
import { noteForNewReplica } from '#services/dynamodb/replicas/note-write';
import { withOverrides } from '#services/dynamodb/replicas/overrides';
import { type ReplicaAction, replicaActions } from '#services/dynamodb/replicas/replica-actions';
import { sendWaiting } from '#services/dynamodb/replicas/replicate';
import { type Replica, type Table, tables } from '#services/dynamodb/state';
import { openStream } from '#services/dynamodb/streams/open-stream';
import { checkDeletable, removeTable } from './remove-table.ts';

/** @throws Fault ValidationException for any other change beside ReplicaUpdates */
export function checkReplicaUpdates({ ReplicaUpdates, MultiRegionConsistency: consistency, ...input }: UpdateTableInput): void {
  if (consistency === 'STRONG')
    throw invalid(
      'MultiRegionConsistency STRONG is refused by the emulator: replicas follow with a delay, and the last writer wins. Leave the parameter out, or set EVENTUAL.',
    );
  if (consistency !== undefined && !ReplicaUpdates?.some(({ Create }) => Create))
    throw invalidParameter('MultiRegionConsistency can be specified only when replicas are created');
  const others = Object.entries(input).filter(([name, value]) => name !== 'TableName' && value !== undefined);
  if (ReplicaUpdates && others.length > 0) throw invalidParameter('Replica modification must be the only operation in the request');
}

/** Refuses changes while a replica is being added, or an index in any region. @throws Fault ResourceInUseException */
export function assertSettled(table: Frozen<Table>, ctx: Ctx): void {
  const busy = otherMembers(table, ctx).some(
    ({ table: other }) => other.copying || other.indexes.some(({ status }) => status !== 'ACTIVE'),
  );
  if (busy) throw fault('ResourceInUseException', 'The resource which you are attempting to change is in use.');
}

/** Replicas that are to be removed send what waits in them. */
export async function sendBeforeRemoval(updates: NonNullable<UpdateTableInput['ReplicaUpdates']>, name: string, ctx: Ctx): Promise<void> {
  for (const { Delete: removed } of updates) if (removed?.RegionName) await sendWaiting(name, ctx.in({ region: removed.RegionName }));
}

/** Returns the table as it is afterwards. @throws Fault ValidationException, ResourceInUseException */
export function changeReplicas(table: Frozen<Table>, updates: NonNullable<UpdateTableInput['ReplicaUpdates']>, ctx: Ctx): Frozen<Table> {
  const actions = replicaActions(updates, ctx);
  for (const action of actions) checkMembership(table, action, ctx);
  assertSettled(table, ctx);
  ctx.write((tx) => {
    for (const action of actions) {
      if (action.kind === 'create') add(tx, table, action.given, ctx);
      else change(tx, table, action, ctx);
    }
  });
  return ctx.records(tables).get([table.name])!;
}

function checkMembership(table: Frozen<Table>, { kind, given }: ReplicaAction, ctx: Ctx): void {
  const { RegionName: region } = given;
  if (kind === 'create') {
    if (ctx.in({ region }).records(tables).has([table.name]))
      throw invalid(
        `Failed to create a the new replica of table with name: ‘${table.name}’ because one or more replicas already existed as tables.`,
      );
    return;
  }
  if (!table.replicas?.some((replica) => replica.region === region) && region !== ctx.region)
    throw invalid(
      `Update global table operation failed because one or more replicas were not part of the global table. Please retry the request without these replicas: [${region}].`,
    );
}

function add(tx: Tx, table: Frozen<Table>, given: Extract<ReplicaAction, { kind: 'create' }>['given'], ctx: Ctx): void {
  const there = ctx.in({ region: given.RegionName });
  const streaming = table.stream?.enabled ? (table as Table) : openStream(tx, table as Table, 'NEW_AND_OLD_IMAGES', ctx);
  const regions = [{ region: ctx.region }, ...(table.replicas ?? []).map(({ region }) => ({ region }))];
  const replica = openStream(tx, newReplica(table, given, regions, ctx.region, there), streaming.stream!.view, there);
  tx.put(there.records(tables), [table.name], replica);
  const known = (more: Replica, { there: at, table: member }: Member): void =>
    tx.put(at.records(tables), [member.name], { ...member, replicas: [...(member.replicas ?? []), more] });
  known({ region: there.region, sourceMs: ctx.now() }, { there: ctx, table: streaming });
  const others = otherMembers(table, ctx);
  for (const member of others) known({ region: there.region }, member);
  for (const member of [{ there: ctx, table: streaming }, ...others]) noteForNewReplica(tx, member, there.region);
  there.later(tx, 'dynamodb.copy-replica', [replica.name, replica.storeId], there.now());
}

function change(tx: Tx, table: Frozen<Table>, action: Exclude<ReplicaAction, { kind: 'create' }>, ctx: Ctx): void {
  const there = ctx.in({ region: action.given.RegionName });
  const replica = there.records(tables).get([table.name])!;
  if (action.kind === 'update') {
    tx.put(there.records(tables), [table.name], withOverrides(replica as Table, action.given, ctx.now()));
    return;
  }
  checkDeletable(replica, there);
  removeTable(tx, replica, there);
}
