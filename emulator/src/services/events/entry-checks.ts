// Checks of single entries of PutEvents and PutPartnerEvents, and the answers to entries that fail.
import { isJson } from '#lib/json-structure';
import type { PutEventsRequestEntry, PutEventsResultEntry } from '#model/events';

/** Limit: bytes of all entries of a request together. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html */
export const MAX_REQUEST_BYTES = 1_048_576;
const TIME_BYTES = 14;

type Sized = Pick<PutEventsRequestEntry, 'Time' | 'Source' | 'DetailType' | 'Detail' | 'Resources'>;

/** Size by the service's formula. Short texts are not measured exactly. */
export function sizeOf(entries: readonly Sized[]): number {
  let units = 0;
  for (const { Source = '', DetailType = '', Detail = '', Resources = [] } of entries) {
    units += TIME_BYTES + Source.length + DetailType.length + Detail.length;
    for (const resource of Resources) units += resource.length;
  }
  if (units * 3 < MAX_REQUEST_BYTES) return units;
  let bytes = 0;
  for (const { Time, Source = '', DetailType = '', Detail = '', Resources = [] } of entries)
    for (const text of [Source, DetailType, Detail, ...Resources, Time ? 'x'.repeat(TIME_BYTES) : '']) bytes += Buffer.byteLength(text);
  return bytes;
}

export const failed = (ErrorCode: string, ErrorMessage: string): PutEventsResultEntry => ({ ErrorCode, ErrorMessage });

export const missing = (name: string): PutEventsResultEntry =>
  failed('InvalidArgument', `Parameter ${name} is not valid. Reason: ${name} is a required argument.`);

export const MALFORMED = failed('MalformedDetail', 'Detail is malformed.');
export const NOT_AUTHORIZED = failed('NotAuthorizedForSourceException', 'Not authorized for the source.');

const OPENS_OBJECT = /^[\t\n\r ]*\{/;
export const opensObject = (detail: string): boolean => OPENS_OBJECT.test(detail);
export const isObject = (detail: string): boolean => opensObject(detail) && isJson(detail);
