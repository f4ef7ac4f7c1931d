// The actions of ReplicaUpdates, with the checks that the request alone decides. Texts as probed in October 2026 (ack-api-quirks, replicas of tables).
import type { Ctx } from '#core/ctx';
import type { CreateReplicationGroupMemberAction, ReplicationGroupUpdate, UpdateReplicationGroupMemberAction } from '#model/dynamodb';
import { invalid } from '#services/dynamodb/faults';
import { checkRegion } from './regions.ts';

export type ReplicaAction =
  | { readonly kind: 'create'; readonly given: CreateReplicationGroupMemberAction }
  | { readonly kind: 'update'; readonly given: UpdateReplicationGroupMemberAction }
  | { readonly kind: 'delete'; readonly given: { readonly RegionName: string } };

const nothingSpecified = () => invalid('There are no actions specified in the Replica Update Action of the request.');

function actionOf({ Create, Update, Delete }: ReplicationGroupUpdate): ReplicaAction {
  const actions: ReplicaAction[] = [
    ...(Create ? [{ kind: 'create', given: Create } as const] : []),
    ...(Update ? [{ kind: 'update', given: Update } as const] : []),
    ...(Delete ? [{ kind: 'delete', given: Delete } as const] : []),
  ];
  const [action, second] = actions;
  if (!action) throw nothingSpecified();
  if (second) throw invalid('Update table operation with more than one type of replica actions not allowed.');
  if (action.kind === 'update' && !changesAnything(action.given)) throw nothingSpecified();
  return action;
}

const changesAnything = ({ RegionName: _, GlobalSecondaryIndexes: indexes = [], ...settings }: UpdateReplicationGroupMemberAction) =>
  Object.values(settings).some((value) => value !== undefined) ||
  indexes.some(({ ProvisionedThroughputOverride: read, OnDemandThroughputOverride: limit }) => read ?? limit);

/** @throws Fault ValidationException */
export function replicaActions(updates: readonly ReplicationGroupUpdate[], { region }: Pick<Ctx, 'region'>): ReplicaAction[] {
  const actions = [...new Map(updates.map(actionOf).map((action) => [JSON.stringify(action), action])).values()];
  if (new Set(actions.map(({ kind }) => kind)).size > 1)
    throw invalid('Update table operation with more than one type of replica actions not allowed.');
  if (actions.length > 1 && actions[0]?.kind !== 'update')
    throw invalid('Update table operation with more than one create or delete replica actions not allowed');
  for (const { kind, given } of actions) {
    if (kind !== 'update' && given.RegionName === region)
      throw invalid(
        'Cannot add or delete the local region through ReplicaUpdates. Use CreateTable, DeleteTable, or UpdateTable as required.',
      );
    checkRegion(given.RegionName);
  }
  return actions;
}
