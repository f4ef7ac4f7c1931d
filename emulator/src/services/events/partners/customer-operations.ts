// Operations of customers: the partner event sources that are shared with their account. CreateEventBus activates one.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type EventSource as EventSourceAnswer, fault, operation } from '#model/events';
import { busNamed } from '#services/events/find-bus';
import { pageOfNamed } from '#services/events/pages';
import { type EventSource, eventSources } from '#services/events/state';
import { eventSourceArn, expiryFrom, partnerOf, writeSource } from './event-sources.ts';

/** @throws ResourceNotFoundException */
export function findSource(name: string, ctx: Ctx): Frozen<EventSource> {
  const source = ctx.records(eventSources).get([name]);
  if (!source) throw fault('ResourceNotFoundException', `Event source ${name} does not exist.`);
  return source;
}

/** @throws InvalidStateException for a source that its partner has removed */
export function activate(tx: Tx, source: Frozen<EventSource>, ctx: Ctx): void {
  if (source.state === 'DELETED') throw fault('InvalidStateException', `Event source ${source.name} is in state ${source.state}.`);
  writeSource(tx, { ...source, state: 'ACTIVE', expiresMs: undefined }, ctx);
}

/** The source, which has to have a bus. The text is the service's (aws/aws-sdk-js-v3 issue 4788). */
function sourceWithBus(name: string, ctx: Ctx): Frozen<EventSource> {
  const source = ctx.records(eventSources).get([name]);
  if (!source || !busNamed(name, ctx))
    throw fault('ResourceNotFoundException', `Event source ${name} or event bus ${name} does not exist.`);
  return source;
}

export const ActivateEventSource = operation('ActivateEventSource', ({ Name }, ctx) => {
  const source = sourceWithBus(Name, ctx);
  ctx.write((tx) => activate(tx, source, ctx));
});

export const DeactivateEventSource = operation('DeactivateEventSource', ({ Name }, ctx) => {
  const source = sourceWithBus(Name, ctx);
  if (source.state === 'DELETED') throw fault('InvalidStateException', `Event source ${Name} is in state ${source.state}.`);
  if (source.state === 'PENDING') return;
  ctx.write((tx) => writeSource(tx, { ...source, state: 'PENDING', expiresMs: expiryFrom(ctx.now()) }, ctx));
});

const described = ({ name, state, createdMs, expiresMs }: Frozen<EventSource>, ctx: Ctx): EventSourceAnswer => ({
  Arn: eventSourceArn(ctx.region, name),
  CreatedBy: partnerOf(name),
  CreationTime: new Date(createdMs),
  ExpirationTime: expiresMs === undefined ? undefined : new Date(expiresMs),
  Name: name,
  State: state,
});

export const DescribeEventSource = operation('DescribeEventSource', ({ Name }, ctx) => described(findSource(Name, ctx), ctx));

export const ListEventSources = operation('ListEventSources', ({ NamePrefix: startsWith = '', ...page }, ctx) => {
  const { items, ...next } = pageOfNamed(
    page,
    (after, limit) => ctx.records(eventSources).range([], { startsWith, after: after === undefined ? undefined : [after], limit }),
    ({ name }) => name,
  );
  return { EventSources: items.map((source) => described(source, ctx)), ...next };
});
