// The lock of a single object: requested by a write or by the bucket's default, and enforced on removal.
import type { Frozen } from '#core/records';
import type { DefaultRetention } from '#model/s3';
import { configOf } from '#services/s3/bucket-configs';
import { accessDenied, invalidArgument, invalidRequest } from '#services/s3/faults';
import type { LocatedBucket } from '#services/s3/located-bucket';
import type { Facts, Retention, StoredObject } from '#services/s3/state';

const DAY_MS = 86_400_000;
export const RETENTION_MODES = ['COMPLIANCE', 'GOVERNANCE'];

export interface LockInput {
  readonly ObjectLockMode?: string | undefined;
  readonly ObjectLockRetainUntilDate?: Date | undefined;
  readonly ObjectLockLegalHoldStatus?: string | undefined;
}

/** The lock of a new object. */
export function lockOf(input: LockInput, found: LocatedBucket, nowMs: number): Pick<Facts, 'retention' | 'legalHold'> {
  const { ObjectLockMode: mode, ObjectLockRetainUntilDate: until, ObjectLockLegalHoldStatus: hold } = input;
  const asks = mode !== undefined || until !== undefined || hold !== undefined;
  if (asks && !found.bucket.objectLock) throw missingLock();
  if ((mode === undefined) !== (until === undefined))
    throw invalidArgument(
      'x-amz-object-lock-retain-until-date and x-amz-object-lock-mode must both be supplied',
      mode === undefined ? 'x-amz-object-lock-mode' : 'x-amz-object-lock-retain-until-date',
    );
  if (hold !== undefined && hold !== 'ON' && hold !== 'OFF')
    throw invalidArgument("Legal Hold must be either of 'ON' or 'OFF'", 'x-amz-object-lock-legal-hold', hold);
  const retention = mode !== undefined && until ? checkedRetention(mode, until, nowMs) : defaultRetention(found, nowMs);
  return { ...(retention ? { retention } : {}), ...(hold ? { legalHold: hold as 'ON' } : {}) };
}

export const missingLock = () => invalidRequest('Bucket is missing Object Lock Configuration');

/** `name`: what the error calls the date; headers and documents differ (recorded). */
export function checkedRetention(mode: string, until: Date, nowMs: number, name = 'x-amz-object-lock-retain-until-date'): Retention {
  if (!RETENTION_MODES.includes(mode)) throw invalidArgument('Unknown wormMode directive.', 'x-amz-object-lock-mode', mode);
  if (until.getTime() <= nowMs) throw invalidArgument('The retain until date must be in the future!', name, pacificTime(until));
  return { mode: mode as Retention['mode'], untilMs: until.getTime() };
}

const PACIFIC = new Intl.DateTimeFormat('en-US', {
  ...({ weekday: 'short', month: 'short', day: '2-digit', year: 'numeric' } as const),
  ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const),
  ...({ timeZone: 'America/Los_Angeles', timeZoneName: 'short' } as const),
});

/** As Java prints dates, in the time zone that the service tells (recorded): `Tue Dec 31 16:00:00 PST 2019`. */
function pacificTime(date: Date): string {
  const parts = new Map(PACIFIC.formatToParts(date).map(({ type, value }) => [type, value]));
  const [weekday, month, day, year] = ['weekday', 'month', 'day', 'year'].map((type) => parts.get(type as 'day'));
  const time = ['hour', 'minute', 'second'].map((type) => parts.get(type as 'hour')).join(':');
  return `${weekday} ${month} ${day} ${time} ${parts.get('timeZoneName')} ${year}`;
}

function defaultRetention(found: LocatedBucket, nowMs: number): Retention | undefined {
  const rule: Frozen<DefaultRetention> | undefined = configOf(found, 'object-lock')?.Rule?.DefaultRetention;
  if (!rule?.Mode) return undefined;
  return { mode: rule.Mode as Retention['mode'], untilMs: nowMs + retentionMs(rule.Days, rule.Years) };
}

const retentionMs = (days = 0, years = 0): number => (days + years * 365) * DAY_MS;

/** True while it cannot be removed without a bypass. */
export const isLocked = ({ retention, legalHold }: Frozen<StoredObject>, nowMs: number): boolean =>
  legalHold === 'ON' || (retention !== undefined && retention.untilMs > nowMs);

/** Throws when a version must not be removed. */
export function checkRemovable(object: Frozen<StoredObject> | undefined, bypass: boolean, nowMs: number): void {
  const retained = object?.retention && object.retention.untilMs > nowMs ? object.retention.mode : undefined;
  if (object?.legalHold === 'ON' || retained === 'COMPLIANCE' || (retained === 'GOVERNANCE' && !bypass))
    throw accessDenied('Access Denied because object protected by object lock.');
}

/** The lock members of answers about an object. */
export const lockMembers = ({ retention, legalHold }: Frozen<StoredObject>) => ({
  ...(retention ? { ObjectLockMode: retention.mode, ObjectLockRetainUntilDate: new Date(retention.untilMs) } : {}),
  ...(legalHold ? { ObjectLockLegalHoldStatus: legalHold } : {}),
});
