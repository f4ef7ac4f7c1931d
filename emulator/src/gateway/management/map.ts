// `/_emulator/map`: what calls what, from the traces of the last requests, with a place for each node.
import type { Kernel } from '#core/kernel';
import { NodeNames } from '#core/traces/map/node-names';
import type { LinkContext } from '#core/traces/map/resource-links';
import { type EventWay, type MapEdge, type MapNode, type TrafficMap, TrafficMapper } from '#core/traces/map/traffic-map';
import { TRACE_MISSING } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';
import { nextTurn } from '#lib/next-turn';
import { type DrawnMap, drawnMap } from './drawn-map.ts';
import { answer, list, type ManagementRoute, members, number, object, oneOf, refusal, text } from './route.ts';

/** Limit: nodes of the map; those with the least traffic are left out. */
const MAX_NODES = 200;
/** Requests that are read before others get their turn. */
const AT_ONCE = 1000;

/** Limit: links between resources that a service adds to the map, by account and region. */
const MAX_LINKS = 2000;

const FIGURES = {
  count: number('How often.'),
  failed: number('How often it failed.'),
  p50Ms: number('The median time in milliseconds; absent where nothing was timed.'),
  p95Ms: number('The time in milliseconds that 95 % did not exceed; absent where nothing was timed.'),
};
const NODE = object(
  {
    id: text('Names the node in edges.'),
    service: text('The service: `lambda`; `client` for whoever sends requests.'),
    kind: text('The kind of resource, where its name alone does not tell: `rule`.'),
    name: text('The name; empty where calls name no resource.'),
    account: text('The account; empty for the client.'),
    region: text('The region; empty for the client, and for services without regions.'),
    ...FIGURES,
    x: number('The left side of its box in the drawing: callers are left of what they call.'),
    y: number('The upper side of its box.'),
    title: text('Service, kind and name in one text.'),
    lines: list(text('A line, cut to the width of the box.'), 'The two lines in its box.'),
  },
  ['p50Ms', 'p95Ms'],
);
const EDGE = object(
  {
    from: text('Id of the caller.'),
    to: text('Id of the called.'),
    ...FIGURES,
    operations: list(
      text('`SendMessage`; `delivery` and `event` for what services send on; `subscription` and the like for settings.'),
      'The operations, the most frequent first, then the settings that lay the way down.',
    ),
    traces: list(text('The id of a request.'), 'The last requests that went along it, the newest first: at most 20.'),
    failedTrace: text('The last of them that failed there; absent where none did.'),
    path: text('The line as the `d` of a path in SVG: it passes no box.'),
    labelAt: object({ x: number('Its middle.'), y: number('Its base line.') }),
    label: text('Count, failures and median as one text.'),
  },
  ['p50Ms', 'p95Ms', 'failedTrace'],
);

export const MAP_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/map',
    effect: 'reads',
    schema: {
      title: 'Answers the map of what calls what',
      description:
        'Answers resources as nodes. Edges are what the last requests took (calls, deliveries and events, with counts, failures and times), and what settings lay down ' +
        '(subscriptions, targets of rules, sources of functions and pipes, integrations of APIs, tasks, notifications, dead letters), whose count is 0 until a request takes them. ' +
        'Calls that make, change or list resources are left out. The requests are those of `/_emulator/traces`. `emulator map` draws it.',
      querystring: members({
        account: {
          type: 'string',
          pattern: '^\\d{12}$',
          description: 'Only resources of this account, and what they call or are called by.',
        },
        region: text('Only resources of this region, and what they call or are called by.'),
        since: {
          type: 'string',
          pattern: '^\\d+$',
          description: 'Only requests with a step at this time or later: milliseconds since 1970. By default all that are kept.',
        },
        trace: text('Only this request: its id, or that of a call or an event in it. Without what settings lay down.'),
        only: oneOf(['traffic'], '`traffic`: without what settings lay down.'),
      }),
      response: {
        200: answer(
          'The map.',
          object({
            nodes: list(NODE, 'The resources.'),
            edges: list(EDGE, 'The ways between them.'),
            width: number('The width of the drawing.'),
            height: number('The height of the drawing.'),
            box: object({ width: number('The width of the box of each node.'), height: number('Its height.') }),
            left: number('How many nodes were left out, because a map has at most 200.'),
          }),
        ),
        404: refusal('`TRACE_MISSING`: no such request is kept.'),
      },
    },
    examples: [{}, { query: 'region=us-east-1&since=1767225600000' }],
    async handler({ query: { account, region, since, trace, only } }, _reply, { kernel }): Promise<DrawnMap> {
      const ids = tracesOf(trace, since, kernel);
      const mapper = new TrafficMapper(new NodeNames(kernel.registry.services), eventWays(kernel));
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        for (const each of kernel.traces.gather(new Set(ids.slice(at, at + AT_ONCE)))) mapper.add(each);
        await nextTurn();
      }
      if (trace === undefined && only === undefined) await addLinks(mapper, kernel);
      return drawn(inPlace(mapper.map(), account, region));
    },
  },
];

/** The newest first. */
function tracesOf(id: string | undefined, since: string | undefined, { traces }: Kernel): readonly string[] {
  if (id === undefined) {
    const sinceMs = Number(since ?? 0);
    return [...traces.idsOf(since === undefined ? undefined : ({ atMs }) => atMs >= sinceMs)];
  }
  const found = traces.find(id);
  if (!found)
    throw new EmulatorError(TRACE_MISSING, `No request ${id} is kept.`, {
      hint: 'Only the last requests are kept: GET /_emulator/traces lists them.',
    });
  return [found.id];
}

function eventWays({ events }: Kernel): (eventId: string) => readonly EventWay[] {
  const ways = new Map<string, EventWay[]>();
  for (const { event, rules, matched } of events.recent(Number.MAX_SAFE_INTEGER)) {
    const way = { busArn: rules.arn, ruleArns: matched.map(({ arn }) => arn) };
    ways.set(event.id, [...(ways.get(event.id) ?? []), way]);
  }
  return (eventId) => ways.get(eventId) ?? [];
}

/** Adds the links of all services, in every account and region that has some. */
async function addLinks(mapper: TrafficMapper, { registry, store }: Kernel): Promise<void> {
  const all = await registry.links();
  for (const { of, labels } of all) {
    if (!labels) continue;
    for (const place of of.flatMap((collection) => store.places(collection))) {
      const records: LinkContext['records'] = (collection) => store.records(collection, place.account, place.region);
      for (const [label, arn] of labels({ ...place, records })) mapper.addLabel(label, arn, place);
    }
    await nextTurn();
  }
  for (const { of, read } of all) {
    const places = new Map(
      of.flatMap((collection) => store.places(collection)).map((place) => [`${place.account} ${place.region}`, place]),
    );
    for (const place of places.values()) {
      const records: LinkContext['records'] = (collection) => store.records(collection, place.account, place.region);
      let added = 0;
      for (const link of read({ ...place, records })) {
        mapper.addLink(link, place);
        if (++added === MAX_LINKS) break;
      }
      await nextTurn();
    }
  }
}

/** Edges of which an end is there, with both of their ends. */
function inPlace({ nodes, edges }: TrafficMap, account: string | undefined, region: string | undefined): TrafficMap {
  const isIn = (node: MapNode): boolean =>
    node.service !== 'client' &&
    node.service !== 'http' &&
    (account === undefined || node.account === '' || node.account === account) &&
    (region === undefined || node.region === '' || node.region === region);
  const here = new Set(nodes.filter(isIn).map(({ id }) => id));
  const kept = edges.filter(({ from, to }) => here.has(from) || here.has(to));
  const shown = new Set([...here, ...kept.flatMap(({ from, to }) => [from, to])]);
  return { nodes: nodes.filter(({ id }) => shown.has(id)), edges: kept };
}

function drawn({ nodes, edges }: TrafficMap): DrawnMap {
  const weight = new Map(nodes.map(({ id, count }) => [id, count]));
  for (const { from, to, count } of edges) for (const id of [from, to]) weight.set(id, (weight.get(id) ?? 0) + count);
  const most = new Set(
    [...weight]
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_NODES)
      .map(([id]) => id),
  );
  const shown = nodes.filter(({ id }) => most.has(id));
  const between = edges.filter(({ from, to }: MapEdge) => most.has(from) && most.has(to));
  return drawnMap({ nodes: shown, edges: between }, nodes.length - shown.length);
}
