// Delivers the events of a batch that match a group's subscription filters, in the write that adds them.
import { gzipSync } from 'node:zlib';
import type { Ctx } from '#core/ctx';
import type { DeliveryParameters } from '#core/delivery/destination';
import type { Frozen, Tx } from '#core/records';
import { parseArn } from '#lib/arn';
import { nextTurn } from '#lib/next-turn';
import { table } from '#lib/table';
import type { InputLogEvent } from '#model/logs';
import { eventNumber } from '#services/logs/event-position';
import type { Extracted } from '#services/logs/filter-pattern/pattern';
import { readPattern } from '#services/logs/filter-pattern/read-pattern';
import { groupArn } from '#services/logs/groups/group-arn';
import type { ProtectedEvent } from '#services/logs/protection/protect-events';
import { selects } from '#services/logs/selection';
import { accountPolicies, type Destination, type LogGroup, type SubscriptionFilter, subscriptionFilters } from '#services/logs/state';
import { destinationAt } from './destinations.ts';
import { subscriptionPrincipal } from './principal.ts';

const HOUR_MS = 3_600_000;
/** "If CloudWatch Logs receives an error that can be retried, it retries for up to 24 hours." */
const RETRY = { maxRetries: 185, maxAgeMs: 24 * HOUR_MS };
/** Limit: characters of the events that one invocation of a subscribed function gets. */
const MAX_CHARACTERS = 180_000;
/** The most that is matched between two pauses. */
const CHARACTERS_AT_ONCE = 16_384;

/** The events that match one filter, with what its pattern takes from each. */
interface Match {
  readonly filter: Frozen<SubscriptionFilter>;
  readonly hasFields: boolean;
  readonly extracted: ReadonlyMap<InputLogEvent, Extracted>;
}

/** Matches before the write, with pauses in which other calls are served: a pattern may be slow. Undefined where nothing subscribes. */
export async function matchSubscribers(group: string, events: readonly ProtectedEvent[], ctx: Ctx): Promise<Match[] | undefined> {
  const filters = [...ctx.records(subscriptionFilters).range([group]), ...accountFilters(group, ctx)];
  if (filters.length === 0) return undefined;
  const matches: Match[] = [];
  let characters = 0;
  for (const filter of filters) {
    const pattern = readPattern(filter.pattern);
    const extracted = new Map<InputLogEvent, Extracted>();
    for (const event of events) {
      characters += event.message.length;
      if (characters > CHARACTERS_AT_ONCE) {
        characters = 0;
        await nextTurn();
      }
      const found = pattern.extract(textFor(filter, event));
      if (found) extracted.set(event, found);
    }
    matches.push({ filter, hasFields: pattern.kind === 'fields', extracted });
  }
  return matches;
}

/** The text that a filter sees and sends: of an event that could not be transformed the message. */
const textFor = ({ applyOnTransformedLogs }: Frozen<SubscriptionFilter>, { message, transformed }: ProtectedEvent): string =>
  applyOnTransformedLogs ? (transformed ?? message) : message;

/** The filters that policies of the account put on the group. */
function accountFilters(group: string, ctx: Ctx): Frozen<SubscriptionFilter>[] {
  return ctx
    .records(accountPolicies)
    .range(['SUBSCRIPTION_FILTER_POLICY'])
    .flatMap(({ filter, criteria }) => (filter && selects(criteria, group) ? [filter] : []));
}

interface AddedEvents {
  readonly group: Frozen<LogGroup>;
  readonly stream: string;
  readonly taken: readonly ProtectedEvent[];
  /** That of the first event; the others follow. */
  readonly firstNumber: number;
}

export function deliverToSubscribers(
  tx: Tx,
  { group, stream, taken, firstNumber }: AddedEvents,
  matches: readonly Match[],
  ctx: Ctx,
): void {
  for (const { filter, hasFields, extracted } of matches) {
    const logEvents = taken.flatMap((event, index): SentEvent[] => {
      const found = extracted.get(event);
      if (!found) return [];
      const { timestamp } = event;
      const message = textFor(filter, event);
      const sent = { id: eventNumber(timestamp, firstNumber + index, group.id), timestamp, message };
      return [hasFields ? { ...sent, extractedFields: fieldsOf(found) } : sent];
    });
    const end = endOf(filter, ctx);
    if (!end) continue;
    const to = {
      targetArn: end.targetArn,
      as: end.roleArn === undefined ? subscriptionPrincipal(group.name, filter.service, ctx) : { role: end.roleArn },
      ...(end.roleArn !== undefined && { parameters: streamParameters(stream, filter, ctx) }),
      retry: RETRY,
      about: {
        service: 'logs',
        resource: `subscription filter ${filter.name} of ${group.name}`,
        resourceArn: groupArn(ctx, group.name),
      },
    };
    const parts = inParts(logEvents);
    if (parts.length === 0) continue;
    tx.after(() => countForwarded(group.name, filter.name, end.targetArn, logEvents.length, ctx));
    ctx.deliver(
      tx,
      parts.map((part) => ({
        to,
        payload: payloadOf(part, { group: group.name, stream, filter, isForFunction: end.roleArn === undefined }, ctx),
      })),
    );
  }
}

/** The services to which filters lead, as the guide names them; the values of the dimension are not shown there. */
const DESTINATIONS: Readonly<Record<string, string>> = table({ lambda: 'Lambda', kinesis: 'Kinesis', firehose: 'Firehose' });

function countForwarded(group: string, filter: string, targetArn: string, events: number, { metrics }: Ctx): void {
  const type = DESTINATIONS[parseArn(targetArn)?.service ?? ''] ?? '';
  for (const meter of [
    metrics.meter('AWS/Logs', 'LogGroupName', group),
    metrics.meter('AWS/Logs', 'DestinationType', type, 'FilterName', filter, 'LogGroupName', group),
  ])
    meter.add('ForwardedLogEvents', events);
}

/** Where the events of a filter go in the end, and in which role. Undefined for a destination that was deleted: filters that lead to it deliver nothing. */
const endOf = (
  { destinationArn, roleArn }: Frozen<SubscriptionFilter>,
  ctx: Ctx,
): (Pick<Destination, 'targetArn'> & { readonly roleArn?: string | undefined }) | undefined =>
  parseArn(destinationArn)?.service === 'logs' ? destinationAt(destinationArn, ctx) : { targetArn: destinationArn, roleArn };

/** A data stream takes the compressed bytes; log streams stay together, unless the filter spreads them. */
const streamParameters = (stream: string, { distribution }: Frozen<SubscriptionFilter>, ctx: Ctx): DeliveryParameters => ({
  isBase64: true,
  partitionKey: distribution === 'Random' ? ctx.id() : stream,
});

/** Names without the dollar sign of selectors. */
const fieldsOf = (extracted: Extracted): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(extracted).map(([name, value]) => [name.replace(/^\$/, ''), value]));

interface SentEvent {
  readonly id: string;
  readonly timestamp: number;
  readonly message: string;
  /** The fields of patterns in brackets, by their names or positions. */
  readonly extractedFields?: Readonly<Record<string, string>>;
}

function inParts(events: readonly SentEvent[]): SentEvent[][] {
  const parts: SentEvent[][] = [];
  let characters = 0;
  for (const event of events) {
    characters += event.message.length;
    if (parts.length === 0 || characters > MAX_CHARACTERS) {
      parts.push([]);
      characters = event.message.length;
    }
    parts.at(-1)!.push(event);
  }
  return parts;
}

function payloadOf(
  logEvents: readonly SentEvent[],
  { group, stream, filter, isForFunction }: { group: string; stream: string; filter: Frozen<SubscriptionFilter>; isForFunction: boolean },
  { account }: Ctx,
): string {
  const message = {
    messageType: 'DATA_MESSAGE',
    owner: account,
    logGroup: group,
    logStream: stream,
    subscriptionFilters: [filter.name],
    logEvents,
  };
  const data = gzipSync(JSON.stringify(message)).toString('base64');
  return isForFunction ? JSON.stringify({ awslogs: { data } }) : data;
}
