// The selection criteria of account policies: which log groups a policy is for. Pure.
// https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutAccountPolicy.html

const CRITERIA = /^\s*(LogGroupName|LogGroupNamePrefix)\s+(NOT\s+)?IN\s*(\[[\s\S]*\])\s*$/;

export interface Selection {
  readonly isPrefix: boolean;
  readonly isExcluding: boolean;
  readonly names: readonly string[];
}

/** Undefined for a text that is none. */
export function readSelection(criteria: string): Selection | undefined {
  const [, kind, not, list = ''] = CRITERIA.exec(criteria) ?? [];
  if (kind === undefined) return undefined;
  try {
    const names: unknown = JSON.parse(list);
    if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return undefined;
    return { isPrefix: kind === 'LogGroupNamePrefix', isExcluding: not !== undefined, names: names as string[] };
  } catch {
    return undefined;
  }
}

/** Whether the policy is for that group: without criteria for all. */
export function selects(criteria: string | undefined, group: string): boolean {
  const selection = criteria === undefined ? undefined : readSelection(criteria);
  if (!selection) return true;
  const { isPrefix, isExcluding, names } = selection;
  return names.some((name) => (isPrefix ? group.startsWith(name) : group === name)) !== isExcluding;
}
