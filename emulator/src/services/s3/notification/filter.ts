// The key filter of a notification: a prefix, a suffix, both or neither.
import type { Frozen } from '#core/records';
import type { NotificationConfigurationFilter } from '#model/s3';
import { invalidArgument, malformedXml } from '#services/s3/faults';
import { kindsNamed } from './event-kinds.ts';

export interface KeyFilter {
  readonly prefix: string;
  readonly suffix: string;
}

/** Throws InvalidArgument unless there is at most one prefix and at most one suffix. */
export function keyFilterOf(filter: Frozen<NotificationConfigurationFilter> | undefined): KeyFilter {
  const found: { prefix?: string; suffix?: string } = {};
  for (const { Name, Value } of filter?.Key?.FilterRules ?? []) {
    if (Name === undefined || Value === undefined) throw malformedXml();
    const name = Name.toLowerCase();
    if (name !== 'prefix' && name !== 'suffix')
      throw invalidArgument('filter rule name must be either prefix or suffix', 'FilterRule.Name', Name);
    if (found[name] !== undefined) throw invalidArgument(`Cannot specify more than one ${name} rule in a filter.`, 'FilterRule.Name', Name);
    if (Buffer.byteLength(Value) > 1024)
      throw invalidArgument('Size of filter rule value cannot exceed 1024 bytes in UTF-8 representation', 'FilterRule.Value', Value);
    found[name] = Value;
  }
  return { prefix: found.prefix ?? '', suffix: found.suffix ?? '' };
}

export const matchesKey = ({ prefix, suffix }: KeyFilter, key: string): boolean => key.startsWith(prefix) && key.endsWith(suffix);

export interface Rule {
  readonly Events: readonly string[];
  readonly Filter?: Frozen<NotificationConfigurationFilter> | undefined;
}

/** Whether an event of some object matches both rules: S3 refuses such configurations. */
export function overlap(a: Rule, b: Rule): boolean {
  const kinds = new Set(a.Events.flatMap(kindsNamed));
  if (!b.Events.flatMap(kindsNamed).some((kind) => kinds.has(kind))) return false;
  const [one, other] = [keyFilterOf(a.Filter), keyFilterOf(b.Filter)];
  const prefixes = one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix);
  const suffixes = one.suffix.endsWith(other.suffix) || other.suffix.endsWith(one.suffix);
  return prefixes && suffixes;
}
