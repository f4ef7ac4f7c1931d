// The plan of a deployment, as a change set shows it: resources that are added, changed, replaced and removed, with values before and after.
import { type Answer, listOf, objectOf, textOf } from './cloud-client.ts';

export interface PropertyChange {
  /** `Environment.Variables.STAGE`, or `Tags`. */
  readonly path: string;
  /** As text, values of several members as JSON; undefined where there was or will be none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Whether the change makes a new resource: only after the deployment is it known for sure where this is `Conditionally`. */
  readonly recreation: 'Always' | 'Conditionally' | 'Never' | undefined;
}

export interface ResourceChange {
  readonly action: 'Add' | 'Modify' | 'Remove' | 'Import' | 'Dynamic';
  readonly logicalId: string;
  readonly resourceType: string;
  /** `True`, `False` or `Conditional`; undefined where nothing is modified. */
  readonly replacement: string | undefined;
  readonly properties: readonly PropertyChange[];
  /** Changes of a nested stack. */
  readonly nested: readonly ResourceChange[];
}

export interface StackPlan {
  readonly stackName: string;
  /** Whether there is no such stack yet. */
  readonly isNew: boolean;
  readonly changes: readonly ResourceChange[];
}

type Members = Readonly<Record<string, Answer | undefined>>;

/** `nestedOf`: the changes of the nested stack whose change set has this id. */
export async function resourceChanges(
  changes: Answer | undefined,
  nestedOf: (changeSetId: string) => Promise<readonly ResourceChange[]>,
): Promise<ResourceChange[]> {
  const resources = listOf(changes).map(({ ResourceChange: change }) => objectOf(change));
  return Promise.all(
    resources.map(async (change) => {
      const nested = textOf(change['ChangeSetId']);
      return {
        action: (textOf(change['Action']) ?? 'Modify') as ResourceChange['action'],
        logicalId: textOf(change['LogicalResourceId']) ?? '',
        resourceType: textOf(change['ResourceType']) ?? '',
        replacement: textOf(change['Replacement']),
        properties: propertyChanges(change),
        nested: nested === undefined ? [] : await nestedOf(nested),
      };
    }),
  );
}

function propertyChanges(change: Members): PropertyChange[] {
  if (textOf(change['Action']) !== 'Modify') return wholeResource(change);
  const details = listOf(change['Details']).map(({ Target }) => objectOf(Target));
  const seen = new Map<string, PropertyChange>();
  for (const target of details) {
    const path = (textOf(target['Path']) ?? textOf(target['Name']) ?? textOf(target['Attribute']) ?? '')
      .replace(/^\/(?:Properties\/)?/, '')
      .replaceAll('/', '.');
    const recreation = textOf(target['RequiresRecreation']) as PropertyChange['recreation'];
    // One change may have several causes.
    if (!seen.has(path)) seen.set(path, { path, before: textOf(target['BeforeValue']), after: textOf(target['AfterValue']), recreation });
  }
  return [...seen.values()];
}

/** All properties of what is added or removed. */
function wholeResource(change: Members): PropertyChange[] {
  const [before, after] = [contextOf(change['BeforeContext']), contextOf(change['AfterContext'])];
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return paths.map((path) => ({ path, before: before.get(path), after: after.get(path), recreation: undefined }));
}

function contextOf(context: Answer | undefined): Map<string, string> {
  const text = textOf(context);
  if (text === undefined || text === '') return new Map();
  const { Properties = {} } = JSON.parse(text) as { Properties?: Record<string, unknown> };
  return new Map(Object.entries(Properties).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]));
}
