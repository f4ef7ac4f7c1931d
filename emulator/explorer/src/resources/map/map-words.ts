// The keys of the map: of an edge, and the page of a node's resource.
import type { MapEdge, MapNode } from '#api/map.ts';
import type { Scope } from '#api/model.ts';
import { pageOfArn } from '#shell/arn-page.ts';
import { pathOf } from '#shell/paths.ts';

export const keyOf = ({ from, to }: Pick<MapEdge, 'from' | 'to'>): string => `${from} ${to}`;

/** Resources in ARNs, by service. */
const RESOURCES: Readonly<Record<string, (name: string) => string>> = {
  lambda: (name) => `function:${name}`,
  sqs: (name) => name,
  sns: (name) => name,
  s3: (name) => name,
  dynamodb: (name) => `table/${name}`,
  kinesis: (name) => `stream/${name}`,
  firehose: (name) => `deliverystream/${name}`,
  logs: (name) => `log-group:${name}`,
  states: (name) => `stateMachine:${name}`,
  events: (name) => `event-bus/${name}`,
  kms: (name) => `key/${name}`,
  pipes: (name) => `pipe/${name}`,
};

/** Undefined where the explorer has no page for it. */
export function pageOf({ service, kind, name, account, region }: MapNode, scope: Scope): string | undefined {
  if (name === '') return undefined;
  const place = { account: account || scope.account, region: region || scope.region };
  if (service === 'events' && kind === 'rule') {
    const [rule = '', bus = 'default'] = name.split('/').reverse();
    return `${pathOf(place, 'buses', bus)}?${new URLSearchParams({ rule })}`;
  }
  const resource = kind === '' ? RESOURCES[service]?.(name) : undefined;
  return resource === undefined ? undefined : pageOfArn(`arn:aws:${service}:${region}:${account}:${resource}`, scope);
}
