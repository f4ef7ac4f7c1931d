// Messages of delivery streams.
import { defineMessage } from '#lib/message';

export const FIREHOSE_RETRIED = defineMessage({
  code: 'FIREHOSE_RETRIED',
  level: 'warn',
  description: 'A delivery stream could not deliver records to its destination. They are kept for up to 24 hours, and tried again.',
  hint: 'The reason is that of the destination: mostly the bucket does not exist.',
  text: ({ inS, ...parcel }: Undelivered & { readonly inS: number }) => undelivered(parcel, `, and tries again in ${inS} s`),
});

interface Undelivered {
  readonly name: string;
  readonly to: string;
  readonly key: string;
  readonly reason: string;
}

/** The root cause, the same for each attempt. */
export const undelivered = ({ name, to, key, reason }: Undelivered, next = ''): string =>
  `delivery stream ${name} cannot deliver ${key} to ${to}${next}: ${reason}`;

export const FIREHOSE_SOURCE_REFUSED = defineMessage({
  code: 'FIREHOSE_SOURCE_REFUSED',
  level: 'warn',
  description: 'The role of a delivery stream may not read its data stream (`IAM_ENFORCEMENT=enforce`). It tries again every minute.',
  hint: 'Give the role the permission that the line names.',
  text: ({ name, source, problem }: { name: string; source: string; problem: string }) =>
    `delivery stream ${name} cannot read ${source}: ${problem}`,
});

export const FIREHOSE_LOST = defineMessage({
  code: 'FIREHOSE_LOST',
  level: 'warn',
  description: 'A delivery stream gave records up that it could not deliver for 24 hours, as in the cloud.',
  text: ({ name, to, key, reason }: { name: string; to: string; key: string; reason: string }) =>
    `delivery stream ${name} gave up ${key}, which it could not deliver to ${to}: ${reason}`,
});

export const FIREHOSE_RECORDS_FAILED = defineMessage({
  code: 'FIREHOSE_RECORDS_FAILED',
  level: 'warn',
  description: 'Records of a delivery stream could not be processed. They are in objects below the error output prefix of its bucket.',
  hint: 'Each line of these objects is JSON with `errorCode`, `errorMessage` and the record itself, `rawData`, in base64.',
  text: ({ name, count, code, message }: { name: string; count: number; code: string; message: string }) =>
    `delivery stream ${name}: ${count} ${count === 1 ? 'record' : 'records'} failed with ${code}: ${message}`,
});
