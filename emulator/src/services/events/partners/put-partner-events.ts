// PutPartnerEvents: a partner's events go to the buses that customers have made for its event sources.
import type { Ctx } from '#core/ctx';
import { isoSeconds } from '#lib/iso-seconds';
import { operation, type PutPartnerEventsRequestEntry, type PutPartnerEventsResultEntry } from '#model/events';
import { isObject, MALFORMED, MAX_REQUEST_BYTES, missing, NOT_AUTHORIZED, sizeOf } from '#services/events/entry-checks';
import { envelope, kindText } from '#services/events/envelope';
import { tooLarge } from '#services/events/faults';
import { publish } from '#services/events/publish';
import { eventSources, partnerSources } from '#services/events/state';

export const PutPartnerEvents = operation('PutPartnerEvents', (input, ctx) => {
  if (sizeOf(input.Entries) >= MAX_REQUEST_BYTES) throw tooLarge();
  const Entries = input.Entries.map((entry) => answerTo(entry, ctx));
  return { FailedEntryCount: Entries.filter(({ ErrorCode }) => ErrorCode !== undefined).length, Entries };
});

function answerTo(entry: PutPartnerEventsRequestEntry, ctx: Ctx): PutPartnerEventsResultEntry {
  const { Source: source, DetailType: detailType, Detail: detail, Resources: resources = [], Time } = entry;
  if (!source) return missing('Source');
  if (!detailType) return missing('DetailType');
  if (!detail) return missing('Detail');
  const customers = ctx.records(partnerSources).range([source]);
  if (customers.length === 0) return NOT_AUTHORIZED;
  if (!isObject(detail)) return MALFORMED;
  const id = ctx.id();
  for (const { account } of customers) {
    const there = ctx.in({ account });
    // The events of a source without an active bus are dropped.
    if (there.records(eventSources).get([source])?.state !== 'ACTIVE') continue;
    const time = isoSeconds(Time ? Time.getTime() : ctx.now());
    const text = envelope(id, kindText({ detailType, source, account, time, region: ctx.region, resources }), detail);
    publish(source, { id, text, receivedMs: ctx.now(), hops: 0 }, there);
  }
  return { EventId: id };
}
