// Begins operations of stack sets: checks the accounts and regions, writes the operation, and schedules the work that runs it.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { formatArn } from '#lib/arn';
import type { DeploymentTargets } from '#model/cloudformation';
import { fault } from '#model/cloudformation';
import { invalid } from '#services/cloudformation/faults';
import { isUnderWay, operationsOf, type StackSet } from './find-stack-set.ts';
import { type OperationPreferences, type OperationTarget, type StackSetOperationRecord, stackSetOperations } from './stack-set-state.ts';

export const RUN = 'cloudformation.stack-set-operation';

export const stackSetArn = ({ id }: Pick<StackSet, 'id'>, { account, region }: Ctx): string =>
  formatArn({ service: 'cloudformation', region, account, resource: `stackset/${id}` });

interface TargetInput {
  readonly Accounts?: readonly string[] | undefined;
  readonly Regions?: readonly string[] | undefined;
  readonly DeploymentTargets?: DeploymentTargets | undefined;
}

/** Every account in every region. Sets that manage their own permissions know accounts alone, no units of an organization. */
export function targetsOf({ Accounts, Regions = [], DeploymentTargets }: TargetInput): OperationTarget[] {
  const { OrganizationalUnitIds, AccountsUrl, AccountFilterType, Accounts: listed } = DeploymentTargets ?? {};
  if (OrganizationalUnitIds?.length || AccountFilterType !== undefined)
    throw invalid('StackSets with SELF_MANAGED permission model can only have accounts as target');
  if (AccountsUrl !== undefined) throw invalid('AccountsUrl is not emulated: name the accounts in the request.');
  if (Accounts?.length && listed?.length) throw invalid('Accounts and DeploymentTargets cannot be specified together');
  const accounts = [...new Set(Accounts?.length ? Accounts : (listed ?? []))];
  if (accounts.length === 0) throw invalid('Accounts list cannot be empty');
  if (Regions.length === 0) throw invalid('Regions list cannot be empty');
  return [...new Set(Regions)].flatMap((region) => accounts.map((account) => ({ account, region })));
}

export interface OperationRequest extends Pick<StackSetOperationRecord, 'action'> {
  readonly id?: string | undefined;
  readonly preferences?: OperationPreferences | undefined;
  readonly retain?: boolean | undefined;
  readonly targets: readonly OperationTarget[];
}

/** `write` runs in the write that records the operation. Returns the operation's id. */
export function beginOperation(set: StackSet, request: OperationRequest, write: (tx: Tx, id: string) => void, ctx: Ctx): string {
  const { id = ctx.id(), action, preferences = {}, retain = false, targets } = request;
  checkPreferences(preferences);
  if (ctx.records(stackSetOperations).has([set.id, id]))
    throw fault('OperationIdAlreadyExistsException', `Operation with id ${id} already exists`);
  const other = operationsOf(set, ctx).find(isUnderWay);
  if (other)
    throw fault('OperationInProgressException', `Another Operation on StackSet ${stackSetArn(set, ctx)} is in progress: ${other.id}`);
  const results = targets.map((target) => ({ ...target, status: 'PENDING' as const }));
  const facts = { id, action, status: 'RUNNING' as const, preferences, retain };
  const operation: StackSetOperationRecord = { ...facts, trace: ctx.trace, createdMs: ctx.now(), results };
  ctx.write((tx) => {
    write(tx, id);
    tx.put(ctx.records(stackSetOperations), [set.id, id], operation);
    ctx.later(tx, RUN, [set.id, id], ctx.now());
  });
  return id;
}

function checkPreferences(preferences: OperationPreferences): void {
  for (const [one, other] of [
    ['FailureToleranceCount', 'FailureTolerancePercentage'],
    ['MaxConcurrentCount', 'MaxConcurrentPercentage'],
  ] as const)
    if (preferences[one] !== undefined && preferences[other] !== undefined)
      throw invalid(`Only one of ${one} and ${other} can be specified`);
  const { MaxConcurrentCount: most, FailureToleranceCount: tolerated = 0, ConcurrencyMode } = preferences;
  if (most !== undefined && ConcurrencyMode !== 'SOFT_FAILURE_TOLERANCE' && most > tolerated + 1)
    throw invalid('MaxConcurrentCount can be at most one more than FailureToleranceCount');
}
