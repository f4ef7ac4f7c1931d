// Publishes events to a channel: all who listen are told the events that the namespace's handler lets through.
// https://docs.aws.amazon.com/appsync/latest/eventapi/publish-http.html
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { channelNamespaces, type EventApi } from '#services/appsync/state';
import { type Channel, channelIn } from './channels.ts';
import { authorizeEvent, type EventRequest } from './event-access.ts';
import { type IncomingEvent, runHandler } from './event-handlers.ts';
import { listenersOf } from './listeners.ts';

/** Limit: events of one publication. */
const MAX_EVENTS = 5;
/** Limit: bytes of one event. */
const MAX_EVENT = 240 * 1024;

export interface EventRefusal {
  readonly errorType: string;
  readonly message: string;
}

export interface PublishedEvent {
  readonly identifier: string;
  readonly index: number;
}

export interface FailedEvent extends PublishedEvent {
  readonly code: number;
  readonly message: string;
}

export type PublishOutcome =
  | { readonly refused: EventRefusal; readonly isHandlers?: true }
  | { readonly successful: readonly PublishedEvent[]; readonly failed: readonly FailedEvent[] };

const refuse = (errorType: string, message: string): { readonly refused: EventRefusal } => ({ refused: { errorType, message } });

export interface Publication extends Omit<EventRequest, 'action' | 'namespace' | 'channel'> {
  readonly api: Frozen<EventApi>;
  readonly channel: unknown;
  readonly events: unknown;
}

/** @throws Unauthorized */
export async function publishEvents({ channel: path, events: given, ...request }: Publication): Promise<PublishOutcome> {
  const { api, headers, ctx } = request;
  const channel = channelIn(path);
  if (!channel || channel.isWildcard) return refuse('BadRequestException', `Invalid channel path: ${String(path)}`);
  const namespace = ctx.records(channelNamespaces).get([api.id, channel.namespace]);
  // The API's own ways decide who learns that there is no such namespace.
  const caller = await authorizeEvent({ ...request, action: 'EVENT_PUBLISH', namespace, channel });
  if (!namespace) return refuse('NotFoundException', `Channel namespace ${channel.namespace} not found.`);
  const events = eventsIn(given, ctx);
  if (typeof events === 'string') return refuse('BadRequestException', events);
  const outcome = await runHandler({ apiId: api.id, namespace, channel, caller, headers, operation: 'PUBLISH', events }, ctx);
  if ('failed' in outcome) return { refused: outcome.failed, isHandlers: true };
  return told(api.id, channel, events, outcome.answer, ctx);
}

/** A sentence for what are no events. */
function eventsIn(given: unknown, ctx: Ctx): IncomingEvent[] | string {
  if (!Array.isArray(given) || given.length === 0) return 'The events must be a list of texts, each of which is JSON.';
  if (given.length > MAX_EVENTS) return `A request can publish at most ${MAX_EVENTS} events.`;
  const events: IncomingEvent[] = [];
  for (const text of given) {
    if (typeof text !== 'string') return 'Each event must be a text of JSON.';
    if (Buffer.byteLength(text) > MAX_EVENT) return `An event can have at most ${MAX_EVENT} bytes.`;
    try {
      events.push({ id: ctx.id(), payload: JSON.parse(text) as unknown });
    } catch {
      return 'Each event must be a text of JSON.';
    }
  }
  return events;
}

/** `answer`: the events that the handler lets through, by their ids; undefined without a handler. */
function told(apiId: string, channel: Channel, events: readonly IncomingEvent[], answer: unknown, ctx: Ctx): PublishOutcome {
  const outgoing =
    answer === undefined ? events : Array.isArray(answer) ? (answer as readonly Partial<IncomingEvent & { error: unknown }>[]) : [];
  const indexes = new Map(events.map(({ id }, index) => [id, index]));
  const failed = outgoing.flatMap((each) => {
    const { id = '', error } = (each ?? {}) as { readonly id?: string; readonly error?: unknown };
    const index = indexes.get(id);
    return index === undefined || error === undefined || error === null
      ? []
      : [{ identifier: id, index, code: 400, message: textOf(error) }];
  });
  const refused = new Set(failed.map(({ identifier }) => identifier));
  const sent = outgoing.flatMap((each) => (each?.id !== undefined && indexes.has(each.id) && !refused.has(each.id) ? [each.payload] : []));
  listenersOf(ctx).tell(
    apiId,
    channel,
    sent.map((payload) => JSON.stringify(payload ?? null)),
  );
  // Events that the handler leaves out count as published.
  const successful = events.flatMap(({ id }, index) => (refused.has(id) ? [] : [{ identifier: id, index }]));
  return { successful, failed };
}

const textOf = (error: unknown): string => (typeof error === 'string' ? error : JSON.stringify(error));
