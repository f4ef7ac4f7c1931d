// Creates, changes, lists and deletes event buses. The default bus always exists.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type EventBus, fault, operation } from '#model/events';
import { busArn, DEFAULT_BUS } from '#services/events/arns';
import { checkDeadLetterQueue } from '#services/events/dead-letter-queue';
import { invalid } from '#services/events/faults';
import { busNamed, busPlace, findBus } from '#services/events/find-bus';
import { matchersOf } from '#services/events/matching/matchers';
import { pageOfNamed } from '#services/events/pages';
import { activate, findSource } from '#services/events/partners/customer-operations';
import { partnerBusDeleted } from '#services/events/partners/event-sources';
import { type Bus, buses, rules, ruleVersions } from '#services/events/state';
import { EVENTS_TAGS } from '#services/events/tag-rules';

export const CreateEventBus = operation('CreateEventBus', (input, ctx) => {
  const { Name: name, EventSourceName, Description, KmsKeyIdentifier, DeadLetterConfig, LogConfig, Tags = [] } = input;
  if (EventSourceName === undefined) checkName(name);
  else if (EventSourceName !== name) throw invalid('Event bus name must match event source name.');
  const source = EventSourceName === undefined ? undefined : findSource(EventSourceName, ctx);
  if (busNamed(name, ctx)) throw fault('ResourceAlreadyExistsException', `Event bus ${name} already exists.`);
  checkDeadLetterQueue(DeadLetterConfig, ctx);
  const bus: Bus = {
    name,
    description: Description,
    kmsKeyIdentifier: KmsKeyIdentifier,
    deadLetterConfig: DeadLetterConfig,
    logConfig: LogConfig,
    tags: EVENTS_TAGS.ofNew(Tags, ctx),
    createdMs: ctx.now(),
    modifiedMs: ctx.now(),
  };
  ctx.write((tx) => {
    tx.put(ctx.records(buses), [name], bus);
    if (source) activate(tx, source, ctx);
  });
  return { EventBusArn: busArn(ctx, name), ...settingsOf(bus) };
});

/** Names of partner buses, which have a partner event source, are free of these rules. */
function checkName(name: string): void {
  if (name.startsWith('aws.')) throw invalid("EventBus name starting with 'aws.' is not valid.");
  if (name.includes('/')) throw invalid("Event bus name must not contain '/'.");
}

const settingsOf = ({ description, kmsKeyIdentifier, deadLetterConfig, logConfig }: Frozen<Bus>) => ({
  Description: description,
  KmsKeyIdentifier: kmsKeyIdentifier,
  DeadLetterConfig: deadLetterConfig,
  LogConfig: logConfig,
});

const timesOf = ({ createdMs, modifiedMs }: Frozen<Bus>) => ({
  CreationTime: createdMs === undefined ? undefined : new Date(createdMs),
  LastModifiedTime: modifiedMs === undefined ? undefined : new Date(modifiedMs),
});

export const DescribeEventBus = operation('DescribeEventBus', (input, ctx) => {
  const bus = findBus(input.Name, ctx);
  return { Name: bus.name, Arn: busArn(ctx, bus.name), ...settingsOf(bus), Policy: bus.policy, ...timesOf(bus) };
});

export const UpdateEventBus = operation('UpdateEventBus', (input, ctx) => {
  const before = findBus(input.Name, ctx);
  checkDeadLetterQueue(input.DeadLetterConfig, ctx);
  const bus: Frozen<Bus> = {
    ...before,
    description: input.Description ?? before.description,
    kmsKeyIdentifier: input.KmsKeyIdentifier ?? before.kmsKeyIdentifier,
    deadLetterConfig: input.DeadLetterConfig ?? before.deadLetterConfig,
    logConfig: input.LogConfig ?? before.logConfig,
    createdMs: before.createdMs ?? ctx.now(),
    modifiedMs: ctx.now(),
  };
  ctx.write((tx) => tx.put(ctx.records(buses), [bus.name], bus));
  return { Arn: busArn(ctx, bus.name), Name: bus.name, ...settingsOf(bus) };
});

export const DeleteEventBus = operation('DeleteEventBus', (input, ctx) => {
  const { bus: name } = busPlace(input.Name, ctx);
  if (name === DEFAULT_BUS) throw invalid('Cannot delete event bus default.');
  if (ctx.records(rules).range([name], { limit: 1 }).length > 0) throw invalid("EventBus can't be deleted since it has rules.");
  ctx.write((tx) => {
    tx.delete(ctx.records(buses), [name]);
    tx.delete(ctx.records(ruleVersions), [name]);
    partnerBusDeleted(tx, name, ctx);
  });
  matchersOf(ctx).forget(name, ctx);
});

export const ListEventBuses = operation('ListEventBuses', ({ NamePrefix: startsWith = '', ...page }, ctx) => {
  const { items, ...next } = pageOfNamed(
    page,
    (after, limit) => readBuses(startsWith, after, limit, ctx),
    ({ name }) => name,
  );
  const EventBuses = items.map(
    (bus): EventBus => ({
      Name: bus.name,
      Arn: busArn(ctx, bus.name),
      Description: bus.description,
      Policy: bus.policy,
      ...timesOf(bus),
    }),
  );
  return { EventBuses, ...next };
});

/** Includes the default bus, sorted by name like the others, even if it has no record. */
function readBuses(startsWith: string, after: string | undefined, limit: number, ctx: Ctx): Frozen<Bus>[] {
  const found = ctx.records(buses).range([], { startsWith, after: after === undefined ? undefined : [after], limit });
  const missing =
    !ctx.records(buses).has([DEFAULT_BUS]) && DEFAULT_BUS.startsWith(startsWith) && (after === undefined || after < DEFAULT_BUS);
  if (!missing) return found;
  return [...found, findBus(DEFAULT_BUS, ctx)].sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, limit);
}
