// Makes the smallest policy that allows what was used: actions on the same resources in one statement, resources by name, with a wildcard where a name
// differs from call to call. Pure.
import type { UsedAccess } from './access-log.ts';

export interface PolicyStatementText {
  readonly Effect: 'Allow';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}
export interface PolicyText {
  readonly Version: '2012-10-17';
  readonly Statement: readonly PolicyStatementText[];
}

/** Ends of ARNs that are made anew, with what stands for all of them. */
const PASSING: readonly (readonly [end: RegExp, instead: string])[] = [
  [/:log-stream:.*$/, ':*'],
  [/(:secret:.+)-[A-Za-z0-9]{6}$/, '$1-??????'],
  [/(:execution:[^:]+):.+$/, '$1:*'],
  [/(:function:[^:]+):[^:/]+\/durable-execution\/.+$/, '$1:*'],
  [/(:express:[^:]+):.+$/, '$1:*'],
  [/(\/stream)\/\d{4}-[\dT:.-]+$/, '$1/*'],
  [/(:stack\/[^/]+)\/.+$/, '$1/*'],
  [/(:cluster\/[^/]+)\/[\da-f-]{36}.*$/, '$1/*'],
];
/** Resources of one action that differ only behind their last slash: with more of them, a wildcard stands for all. */
const MAX_NAMED = 3;

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const inGeneral = (resource: string): string => PASSING.reduce((text, [end, instead]) => text.replace(end, instead), resource);

/** `arn:…:bucket/photos/1` and its neighbours: `arn:…:bucket/photos/*`. Objects are data: two are enough. */
function withWildcards(resources: readonly string[]): string[] {
  const general = [...new Set(resources.map(inGeneral))];
  const byFolder = groupedBy(general, (resource) => (resource.includes('/') ? resource.slice(0, resource.lastIndexOf('/') + 1) : resource));
  const found = [...byFolder].flatMap(([folder, members]) => {
    const most = folder.includes(':::') ? 1 : MAX_NAMED;
    return members.length > most ? [`${folder}*`] : members;
  });
  const wide = found.filter((resource) => resource.endsWith('*'));
  return found.filter((resource) => !wide.some((wider) => wider !== resource && resource.startsWith(wider.slice(0, -1)))).sort();
}

export function usedPolicy(accesses: readonly Pick<UsedAccess, 'action' | 'resource' | 'passedTo'>[]): PolicyText {
  const byAction = groupedBy(accesses, ({ action, passedTo = '' }) => `${action}\n${passedTo}`);
  const parts = [...byAction.values()].map((used) => {
    const { action, passedTo } = used[0]!;
    return { action, passedTo, resources: withWildcards(used.map(({ resource }) => resource)) };
  });
  const byResources = groupedBy(
    parts,
    ({ resources, passedTo = '', action }) => `${action.split(':', 1)[0]}\n${resources.join('\n')}\n${passedTo}`,
  );
  const statements = [...byResources.values()].map((together): PolicyStatementText => {
    const { resources, passedTo } = together[0]!;
    return {
      Effect: 'Allow',
      Action: together.map(({ action }) => action).sort(),
      Resource: resources,
      ...(passedTo !== undefined && { Condition: { StringEquals: { 'iam:PassedToService': [passedTo] } } }),
    };
  });
  return { Version: '2012-10-17', Statement: statements.sort((a, b) => (a.Action[0]! < b.Action[0]! ? -1 : 1)) };
}
