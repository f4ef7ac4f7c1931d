// DescribeChangeSet: answers with the changes in the form of the API.
import type { Frozen } from '#core/records';
import type { ResourceChange, ResourceChangeDetail } from '#model/cloudformation';
import { operation } from '#model/cloudformation';
import { KNOWN_AFTER_APPLY } from '#services/cloudformation/engine/intrinsics';
import type { Change, ChangeDetail } from '#services/cloudformation/engine/plan';
import { pageOfItems } from '#services/cloudformation/pages';
import { type ChangeSet, findChangeSet } from '#services/cloudformation/stack-records/find-change-set';
import { parametersOf, unlessEmpty } from '#services/cloudformation/stacks/describe';
import { stackOf, summary } from './change-sets.ts';

export const DescribeChangeSet = operation('DescribeChangeSet', (input, ctx) => {
  const found = findChangeSet(input.ChangeSetName, input.StackName, ctx);
  const changes = [...(input.IncludePropertyValues ? found.changes.flatMap(certainChange) : found.changes)].sort(byLogicalId);
  const { items, ...rest } = pageOfItems([...changes.entries()], ([order]) => [order], { NextToken: input.NextToken });
  return {
    ...summary(found, stackOf(found, ctx)),
    StatusReason: found.reason ?? (input.IncludePropertyValues ? incomplete(found) : undefined),
    Parameters: unlessEmpty(parametersOf(found.deployment)),
    NotificationARNs: [...(found.deployment.notificationArns ?? [])],
    RollbackConfiguration: {},
    Capabilities: [...found.deployment.capabilities],
    Tags: unlessEmpty(found.deployment.tags.map(({ Key, Value }) => ({ Key, Value }))),
    Changes: items.map(([, change]) => ({
      Type: 'Resource',
      ResourceChange: describeChange(change, input.IncludePropertyValues ?? false),
    })),
    OnStackFailure: found.onFailure,
    ImportExistingResources: found.importExistingResources || undefined,
    DeploymentMode: found.deploymentMode,
    DeploymentConfig: found.mode === undefined ? undefined : { Mode: found.mode },
    ...rest,
  };
});

/**
 * By logical id, but `RoleDefaultPolicy` stands before `Role` (localstack/localstack, cloudformation/resources/test_cdk.py::TestCdkInit::test_cdk_bootstrap_redeploy;
 * August 2025).
 */
const byLogicalId = (a: Frozen<Change>, b: Frozen<Change>): number => (`${a.logicalId}~` < `${b.logicalId}~` ? -1 : 1);

/** Another stack may make the export before the change set is executed. */
const incomplete = ({ missingExport: missing }: ChangeSet): string | undefined =>
  missing &&
  `[WARN] --include-property-values option can return incomplete ChangeSet data because: ChangeSet creation failed for resource [${missing.logicalId}] because: No export named ${missing.name}`;

/** The change without what may happen only; none where nothing else is left. */
function certainChange(change: Frozen<Change>): readonly Frozen<Change>[] {
  if (!change.certain) return [change];
  const details = change.details.filter(({ isPossible }) => !isPossible);
  return details.length === 0 ? [] : [{ ...change, policy: undefined, ...change.certain, details }];
}

function describeChange(change: Frozen<Change>, withValues: boolean): ResourceChange {
  const { action, logicalId, physicalId, type, replacement, details, policy, before, after, changeSetId } = change;
  return {
    Action: action,
    LogicalResourceId: logicalId,
    PhysicalResourceId: physicalId,
    ResourceType: type,
    Replacement: replacement,
    PolicyAction: policy,
    ChangeSetId: changeSetId,
    Scope: [...new Set(details.map(({ attribute }) => attribute))],
    Details: details.flatMap((detail) => (withValues ? withUnknown(detail) : [detail])).map((detail) => toldDetail(detail, withValues)),
    ...(withValues ? { BeforeContext: before, AfterContext: after } : {}),
  };
}

/** With values, a value that a replaced resource will have is told with a second detail, as that of a parameter is (recorded in 2025). */
function withUnknown(detail: Frozen<ChangeDetail>): readonly Frozen<ChangeDetail>[] {
  if (!detail.source?.startsWith('Resource') || !detail.after?.includes(KNOWN_AFTER_APPLY)) return [detail];
  return [{ ...detail, source: 'DirectModification', cause: undefined, dynamic: true }, detail];
}

function toldDetail(detail: Frozen<ChangeDetail>, withValues: boolean): ResourceChangeDetail {
  const { attribute, name, path, recreation, before, after, kind, dynamic, source, cause } = detail;
  return {
    Target: {
      Attribute: attribute,
      Name: attribute === 'Properties' ? name : undefined,
      RequiresRecreation: recreation,
      ...(withValues ? { Path: path, BeforeValue: before, AfterValue: after, AttributeChangeType: kind } : {}),
    },
    Evaluation: dynamic ? 'Dynamic' : 'Static',
    ChangeSource: source,
    CausingEntity: cause,
  };
}
