// Channels of Event APIs: paths whose first segment names their namespace.
// https://docs.aws.amazon.com/appsync/latest/eventapi/channel-namespaces.html

/** Limit: segments of a channel of an Event API. */
const MAX_SEGMENTS = 5;
const SEGMENT = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,48}[A-Za-z0-9])?$/;
const WILDCARD = '*';

export interface Channel {
  /** `/default/news`, with its slash and without one at its end. */
  readonly path: string;
  readonly segments: readonly string[];
  readonly namespace: string;
  /** `/default/*`: all channels below. */
  readonly isWildcard: boolean;
}

/** Undefined for a text that is no channel. */
export function channelIn(text: unknown): Channel | undefined {
  if (typeof text !== 'string') return undefined;
  const segments = text.replace(/^\//, '').replace(/\/$/, '').split('/');
  const isWildcard = segments.length > 1 && segments.at(-1) === WILDCARD;
  const named = isWildcard ? segments.slice(0, -1) : segments;
  if (segments.length > MAX_SEGMENTS || !named.every((segment) => SEGMENT.test(segment))) return undefined;
  return { path: `/${segments.join('/')}`, segments, namespace: segments[0]!, isWildcard };
}

/** Whether a client that has asked for a channel is told events of another one: a wildcard takes every depth below it. */
export const takes = (asked: Channel, { path }: Channel): boolean =>
  asked.isWildcard ? path.startsWith(asked.path.slice(0, -1)) : asked.path === path;
