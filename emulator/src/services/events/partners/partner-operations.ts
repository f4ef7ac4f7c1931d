// Operations of partners: the event sources that they make for accounts of customers.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/events';
import { pageOfNamed } from '#services/events/pages';
import { type EventSource, eventSources, type PartnerSource, partnerSources } from '#services/events/state';
import { eventSourceArn, expiryFrom, removeSource, writeSource } from './event-sources.ts';

export const CreatePartnerEventSource = operation('CreatePartnerEventSource', ({ Name: name, Account: account }, ctx) => {
  const there = ctx.in({ account });
  // Sources of several partners cannot have one name either: the customer's account tells them apart by it.
  if (there.records(eventSources).has([name])) throw fault('ResourceAlreadyExistsException', `Event source ${name} already exists.`);
  const source: EventSource = {
    name,
    partner: ctx.account,
    state: 'PENDING',
    createdMs: ctx.now(),
    expiresMs: expiryFrom(ctx.now()),
  };
  ctx.write((tx) => {
    tx.put(ctx.records(partnerSources), [name, account], { name, account });
    writeSource(tx, source, there);
  });
  return { EventSourceArn: eventSourceArn(ctx.region, name) };
});

/** Deleting a source that does not exist succeeds: the operation has no error for it. */
export const DeletePartnerEventSource = operation('DeletePartnerEventSource', ({ Name: name, Account: account }, ctx) => {
  const there = ctx.in({ account });
  const source = there.records(eventSources).get([name]);
  if (source?.partner === ctx.account) ctx.write((tx) => removeSource(tx, source, there));
});

/** The sources with this name, one for each account. @throws ResourceNotFoundException if there is none */
function sourcesNamed(name: string, ctx: Ctx): Frozen<PartnerSource>[] {
  const sources = ctx.records(partnerSources).range([name]);
  if (sources.length === 0) throw fault('ResourceNotFoundException', `Event source ${name} does not exist.`);
  return sources;
}

export const DescribePartnerEventSource = operation('DescribePartnerEventSource', ({ Name }, ctx) => {
  sourcesNamed(Name, ctx);
  return { Arn: eventSourceArn(ctx.region, Name), Name };
});

export const ListPartnerEventSources = operation('ListPartnerEventSources', ({ NamePrefix, ...page }, ctx) => {
  const names = [
    ...new Set(
      ctx
        .records(partnerSources)
        .range([], { startsWith: NamePrefix })
        .map(({ name }) => name),
    ),
  ];
  const { items, ...next } = pageOfNamed(
    page,
    (after, limit) => names.filter((name) => after === undefined || name > after).slice(0, limit),
    (name) => name,
  );
  return { PartnerEventSources: items.map((Name) => ({ Arn: eventSourceArn(ctx.region, Name), Name })), ...next };
});

export const ListPartnerEventSourceAccounts = operation('ListPartnerEventSourceAccounts', ({ EventSourceName: name, ...page }, ctx) => {
  sourcesNamed(name, ctx);
  const { items, ...next } = pageOfNamed(
    page,
    (after, limit) => ctx.records(partnerSources).range([name], { after: after === undefined ? undefined : [name, after], limit }),
    ({ account }) => account,
  );
  const PartnerEventSourceAccounts = items.flatMap(({ account }) => {
    const source = ctx.in({ account }).records(eventSources).get([name]);
    if (!source) return [];
    const { state: State, createdMs, expiresMs } = source;
    return {
      Account: account,
      State,
      CreationTime: new Date(createdMs),
      ExpirationTime: expiresMs === undefined ? undefined : new Date(expiresMs),
    };
  });
  return { PartnerEventSourceAccounts, ...next };
});
