// The nodes of the map: resources by service, kind and name, however a step names them: by name, ARN or URL. Pure.
import type { RegionScope } from '#core/region-scope';
import { parseArn } from '#lib/arn';

export interface MapNodeName {
  /** `lambda`, `sqs`; `client` for whoever sends requests from outside. */
  readonly service: string;
  /** `rule`; empty for the kind of resource that a plain name means. */
  readonly kind: string;
  readonly name: string;
  readonly account: string;
  readonly region: string;
}

/** Kinds in ARNs that calls name without their kind: `function:orders` is `orders`. */
const PLAIN_KINDS = new Set([
  ...['function', 'table', 'stream', 'stateMachine', 'execution', 'express', 'event-bus', 'log-group', 'key', 'alias', 'secret'],
  ...['parameter', 'deliverystream', 'repository', 'cluster', 'restapis', 'apis', 'pipe', 'schedule-group', 'role'],
]);
const CLIENT: MapNodeName = { service: 'client', kind: '', name: 'client', account: '', region: '' };

export const clientNode = (): MapNodeName => CLIENT;
export const nodeId = ({ service, kind, name, account, region }: MapNodeName): string =>
  service === CLIENT.service ? service : [service, account, region, kind, name].join('/');

export function nodeOfArn(text: string): MapNodeName | undefined {
  const arn = parseArn(text);
  return arn && { service: serviceOf(arn.service), ...resourceName(arn.resource), account: arn.account, region: arn.region };
}

/** APIs are invoked by another name than they are made by. */
const serviceOf = (service: string): string => (service === 'execute-api' ? 'apigateway' : service);

function resourceName(resource: string): { readonly kind: string; readonly name: string } {
  const [first = '', second, ...rest] = resource.split(/[:/]/).filter(Boolean);
  if (second === undefined || !/^[a-zA-Z-]+$/.test(first)) return { kind: '', name: first };
  const isPlain = PLAIN_KINDS.has(first);
  // A path, such as that of a log group or a parameter, is a name
  const path = isPlain && (first === 'log-group' || first === 'parameter') ? resource.slice(first.length) : undefined;
  if (path !== undefined) return { kind: '', name: path.replace(/^:|:\*$/g, '') };
  if (isPlain) return { kind: '', name: second };
  return { kind: first, name: rest.length > 0 && first === 'rule' ? `${second}/${rest[0]}` : second };
}

/** The resource that a call names. */
export function nodeOfCall(service: string, resource: string | undefined, { account, region }: RegionScope): MapNodeName {
  const place = { service, kind: '', account, region };
  if (resource === undefined) return { ...place, name: '' };
  if (resource.startsWith('arn:')) return nodeOfArn(resource) ?? { ...place, name: resource };
  if (/^https?:\/\//.test(resource)) return { ...place, name: resource.slice(resource.lastIndexOf('/') + 1) };
  if (resource.startsWith('/')) return { ...place, name: resource };
  return { ...place, name: resource.split(/[:/]/)[0] ?? resource };
}

/** The caller, as a step of a call has it: `by function orders`, `by events.amazonaws.com (rule/bought)`, `in role/worker`. */
export function nodeOfCaller(caller: string | undefined, { account, region }: RegionScope): MapNodeName | undefined {
  const [, fn] = /^by function (.+)$/.exec(caller ?? '') ?? [];
  if (fn !== undefined) return { service: 'lambda', kind: '', name: fn, account, region };
  const [, service, source] = /^by ([a-z0-9-]+)\.amazonaws\.com(?: \((.+)\))?$/.exec(caller ?? '') ?? [];
  if (service === undefined) return undefined;
  return { service: serviceOf(service), ...resourceName(source ?? ''), account, region };
}
