// Lifecycle rules as values: which objects they match, and when they act. Every action happens at the following midnight (UTC).
import type { Frozen } from '#core/records';
import type { Tag } from '#model/s3';
import type { StoredLifecycleRule } from '#services/s3/bucket-configs';

export type Rule = Frozen<StoredLifecycleRule>;

export const DAY_MS = 86_400_000;

/** The midnight at which rules act on something that became `days` old. */
export const dueAfter = (fromMs: number, days: number): number => Math.ceil((fromMs + days * DAY_MS) / DAY_MS) * DAY_MS;

export interface Subject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly tags: readonly Tag[];
}

export const prefixOf = (rule: Rule): string => rule.Prefix ?? rule.Filter?.Prefix ?? rule.Filter?.And?.Prefix ?? '';

/** Whether the rule is enabled and matches this object. */
export function concerns(rule: Rule, { key, sizeBytes, tags }: Subject): boolean {
  if (rule.Status !== 'Enabled' || !key.startsWith(prefixOf(rule))) return false;
  const filter = { ...rule.Filter, ...rule.Filter?.And };
  const wanted = [...(rule.Filter?.Tag ? [rule.Filter.Tag] : []), ...(rule.Filter?.And?.Tags ?? [])];
  if (filter.ObjectSizeGreaterThan !== undefined && sizeBytes <= filter.ObjectSizeGreaterThan) return false;
  if (filter.ObjectSizeLessThan !== undefined && sizeBytes >= filter.ObjectSizeLessThan) return false;
  return wanted.every(({ Key, Value }) => tags.some((tag) => tag.Key === Key && tag.Value === Value));
}

/** Whether the rule matches an upload in progress. It has neither size nor tags: only the prefix counts. */
export const concernsUpload = (rule: Rule, key: string): boolean => rule.Status === 'Enabled' && key.startsWith(prefixOf(rule));

export interface DueAction {
  readonly atMs: number;
  readonly rule: Rule;
}

const earliest = (actions: readonly DueAction[]): DueAction | undefined =>
  actions.reduce<DueAction | undefined>((first, each) => (first && first.atMs <= each.atMs ? first : each), undefined);

/** When the current version of an object expires, and by which rule. */
export function currentExpiry(rules: readonly Rule[], subject: Subject, modifiedMs: number): DueAction | undefined {
  return earliest(
    rules.flatMap((rule) => {
      const { Days, Date: date } = rule.Expiration ?? {};
      if ((Days === undefined && date === undefined) || !concerns(rule, subject)) return [];
      return [{ atMs: date ?? dueAfter(modifiedMs, Days!), rule }];
    }),
  );
}

export interface Transition {
  readonly atMs: number;
  readonly storageClass: string;
}

/** Changes of storage class, in order of time. */
export function currentTransitions(rules: readonly Rule[], subject: Subject, modifiedMs: number): Transition[] {
  return rules
    .filter((rule) => rule.Transitions && concerns(rule, subject))
    .flatMap((rule) =>
      rule.Transitions!.map(({ Date: date, Days = 0, StorageClass = 'STANDARD' }) => ({
        atMs: date ?? dueAfter(modifiedMs, Days),
        storageClass: String(StorageClass),
      })),
    )
    .sort((a, b) => a.atMs - b.atMs);
}

/** When a version expires that was superseded at `sinceMs` and has `newer` noncurrent versions after it. */
export function noncurrentExpiry(rules: readonly Rule[], subject: Subject, sinceMs: number, newer: number): DueAction | undefined {
  return earliest(
    rules.flatMap((rule) => {
      const { NoncurrentDays, NewerNoncurrentVersions = 0 } = rule.NoncurrentVersionExpiration ?? {};
      if (NoncurrentDays === undefined || newer < NewerNoncurrentVersions || !concerns(rule, subject)) return [];
      return [{ atMs: dueAfter(sinceMs, NoncurrentDays), rule }];
    }),
  );
}

export function noncurrentTransitions(rules: readonly Rule[], subject: Subject, sinceMs: number, newer: number): Transition[] {
  return rules
    .filter((rule) => rule.NoncurrentVersionTransitions && concerns(rule, subject))
    .flatMap((rule) => rule.NoncurrentVersionTransitions!)
    .filter(({ NewerNoncurrentVersions = 0 }) => newer >= NewerNoncurrentVersions)
    .map(({ NoncurrentDays = 0, StorageClass = 'STANDARD' }) => ({
      atMs: dueAfter(sinceMs, NoncurrentDays),
      storageClass: String(StorageClass),
    }))
    .sort((a, b) => a.atMs - b.atMs);
}

/** When an incomplete upload is aborted, and by which rule. */
export const abortAction = (rules: readonly Rule[], key: string, startedMs: number): DueAction | undefined =>
  earliest(
    rules.flatMap((rule) => {
      const days = rule.AbortIncompleteMultipartUpload?.DaysAfterInitiation;
      return days === undefined || !concernsUpload(rule, key) ? [] : [{ atMs: dueAfter(startedMs, days), rule }];
    }),
  );

/** Whether a rule removes delete markers without any versions below them. */
export const removesLoneMarkers = (rules: readonly Rule[], key: string): boolean =>
  rules.some(
    (rule) => concernsUpload(rule, key) && (rule.Expiration?.ExpiredObjectDeleteMarker === true || rule.Expiration?.Days !== undefined),
  );
