// A bucket's lifecycle configuration: checked when it is put; a sweep of the existing objects is scheduled at once.
import { table } from '#lib/table';
import { type BucketLifecycleConfiguration, fault, type LifecycleRule, operation } from '#model/s3';
import { findBucket } from '#services/s3/access/find-bucket';
import { type ConfigValues, configOf, deleteConfig, type StoredLifecycleRule, toPlain } from '#services/s3/bucket-configs';
import { invalidArgument, invalidRequest, malformedXml } from '#services/s3/faults';
import { configs, lifecycleDue } from '#services/s3/state';
import { planSweep } from './plan-expiry.ts';
import { DAY_MS, type Rule } from './rule.ts';

/** Limit: rules of a lifecycle configuration. */
const MAX_RULES = 1000;
/** Limit: days before a transition to each storage class. */
const MIN_DAYS: Readonly<Record<string, number>> = table({
  STANDARD_IA: 30,
  ONEZONE_IA: 30,
  INTELLIGENT_TIERING: 0,
  GLACIER_IR: 0,
  GLACIER: 0,
  DEEP_ARCHIVE: 0,
});
const MINIMUM_SIZES = ['all_storage_classes_128K', 'varies_by_storage_class'];

export const GetBucketLifecycleConfiguration = operation('GetBucketLifecycleConfiguration', (input, ctx) => {
  const config = configOf(findBucket(input, ctx), 'lifecycle');
  if (!config) throw fault('NoSuchLifecycleConfiguration', 'The lifecycle configuration does not exist', { BucketName: input.Bucket });
  return { Rules: config.rules.map(shown), TransitionDefaultMinimumObjectSize: config.minimumSize };
});

export const PutBucketLifecycleConfiguration = operation('PutBucketLifecycleConfiguration', (input, ctx) => {
  const found = findBucket(input, ctx);
  const { bucket, there } = found;
  const minimumSize = input.TransitionDefaultMinimumObjectSize ?? MINIMUM_SIZES[0]!;
  if (!MINIMUM_SIZES.includes(minimumSize)) throw invalidRequest(`Invalid TransitionDefaultMinimumObjectSize found: ${minimumSize}`);
  const rules = checkedRules(input.LifecycleConfiguration).map((rule) => ({ ...toPlain(rule), ID: rule.ID ?? ctx.random(48) }));
  const config: ConfigValues['lifecycle'] = { rules: rules as StoredLifecycleRule[], minimumSize };
  there.write((tx) => {
    tx.put(there.records(configs), [bucket.name, 'lifecycle'], config);
    // Sweep the existing objects once, soon; the sweep itself schedules the next one
    planSweep(found, tx, ctx.now());
  });
  return { TransitionDefaultMinimumObjectSize: minimumSize };
});

export const DeleteBucketLifecycle = operation('DeleteBucketLifecycle', (input, ctx) => {
  const found = findBucket(input, ctx);
  const { bucket, there } = found;
  there.write((tx) => {
    deleteConfig(found, 'lifecycle');
    there.unschedule(tx, 's3.lifecycle', [bucket.name]);
    tx.delete(there.records(lifecycleDue), [bucket.name]);
  });
});

function checkedRules(configuration: BucketLifecycleConfiguration | undefined): readonly LifecycleRule[] {
  const rules = configuration?.Rules ?? [];
  if (rules.length === 0 || rules.length > MAX_RULES) throw malformedXml();
  const ids = new Set<string>();
  for (const rule of rules) {
    checkRule(rule);
    if (rule.ID === undefined) continue;
    if (rule.ID.length > 255) throw invalidArgument('ID length should not exceed allowed limit of 255', 'ID', rule.ID);
    if (ids.has(rule.ID)) throw invalidArgument('Rule ID must be unique. Found same ID for more than one rule', 'ID', rule.ID);
    ids.add(rule.ID);
  }
  return rules;
}

function checkRule(rule: LifecycleRule): void {
  if (rule.Status !== 'Enabled' && rule.Status !== 'Disabled') throw malformedXml();
  if (rule.Prefix !== undefined && rule.Filter !== undefined) throw malformedXml();
  if (rule.Prefix === undefined && rule.Filter === undefined) throw malformedXml();
  checkFilter(rule);
  const { Expiration, Transitions = [], NoncurrentVersionExpiration, NoncurrentVersionTransitions, AbortIncompleteMultipartUpload } = rule;
  if (
    !Expiration &&
    Transitions.length === 0 &&
    !NoncurrentVersionExpiration &&
    !NoncurrentVersionTransitions?.length &&
    !AbortIncompleteMultipartUpload
  )
    throw invalidRequest('At least one action needs to be specified in a rule.');
  if (Expiration) checkExpiration(Expiration);
  for (const { Days, Date: date, StorageClass } of Transitions) {
    if ((Days === undefined) === (date === undefined)) throw malformedXml();
    checkTransition('Transition', 'Days', Days ?? Number.POSITIVE_INFINITY, StorageClass);
    if (date) checkMidnight(date);
  }
  for (const { NoncurrentDays, StorageClass } of NoncurrentVersionTransitions ?? [])
    checkTransition('NoncurrentVersionTransition', 'NoncurrentDays', NoncurrentDays, StorageClass);
  const noncurrent = NoncurrentVersionExpiration;
  if (noncurrent && noncurrent.NoncurrentDays === undefined && noncurrent.NewerNoncurrentVersions === undefined) throw malformedXml();
  if (noncurrent && (noncurrent.NoncurrentDays ?? 0) < 1)
    throw invalidArgument("'NoncurrentDays' for NoncurrentVersionExpiration action must be a positive integer", 'NoncurrentDays');
  if (AbortIncompleteMultipartUpload && (AbortIncompleteMultipartUpload.DaysAfterInitiation ?? 0) < 1)
    throw invalidArgument(
      "'DaysAfterInitiation' for AbortIncompleteMultipartUpload action must be a positive integer",
      'DaysAfterInitiation',
    );
}

function checkTransition(action: string, member: string, days: number | undefined, storageClass: string | undefined): void {
  const least = MIN_DAYS[storageClass ?? ''];
  if (least === undefined || days === undefined) throw malformedXml();
  if (days < 0) throw invalidArgument(`'${member}' in ${action} action must be nonnegative`, member, String(days));
  if (days < least)
    throw invalidArgument(
      `'${member}' in ${action} action must be greater than or equal to ${least} for storageClass '${storageClass}'`,
      member,
      String(days),
    );
}

function checkFilter({ Filter, Expiration }: LifecycleRule): void {
  const parts = [Filter?.Prefix, Filter?.Tag, Filter?.And, Filter?.ObjectSizeGreaterThan, Filter?.ObjectSizeLessThan];
  if (parts.filter((part) => part !== undefined).length > 1) throw malformedXml();
  const keys = (Filter?.And?.Tags ?? []).map(({ Key }) => Key);
  if (new Set(keys).size < keys.length) throw invalidRequest('Duplicate Tag Keys are not allowed.');
  const byTag = Filter?.Tag !== undefined || (Filter?.And?.Tags?.length ?? 0) > 0;
  if (byTag && Expiration?.ExpiredObjectDeleteMarker) throw invalidRequest('ExpiredObjectDeleteMarker cannot be specified with Tags.');
}

function checkExpiration({ Days, Date: date, ExpiredObjectDeleteMarker }: NonNullable<LifecycleRule['Expiration']>): void {
  if ([Days, date, ExpiredObjectDeleteMarker].filter((each) => each !== undefined).length !== 1) throw malformedXml();
  if (Days !== undefined && Days < 1)
    throw invalidArgument("'Days' for Expiration action must be a positive integer", 'Days', String(Days));
  if (date) checkMidnight(date);
}

function checkMidnight(date: Date): void {
  if (date.getTime() % DAY_MS !== 0) throw invalidArgument("'Date' must be at midnight GMT", 'Date', date.toISOString());
}

/** The rule as it was put: stored milliseconds are dates again. */
function shown({ Expiration, Transitions, ...rule }: Rule): LifecycleRule {
  const dated = <T extends { readonly Date?: number | undefined }>({ Date: ms, ...rest }: T) => ({
    ...rest,
    ...(ms === undefined ? {} : { Date: new Date(ms) }),
  });
  return {
    ...(rule as Omit<LifecycleRule, 'Expiration' | 'Transitions'>),
    ...(Expiration ? { Expiration: dated(Expiration) } : {}),
    ...(Transitions ? { Transitions: Transitions.map((each) => dated(each) as NonNullable<LifecycleRule['Transitions']>[number]) } : {}),
  };
}
