// The nodes of the map: resources by service, kind and name, however a step names them: by name, ARN or URL.
import { resourceIn } from '#core/call-resource';
import type { RegionScope } from '#core/region-scope';
import type { Service } from '#core/service';
import { parseArn } from '#lib/arn';
import type { NamedByCall } from './resource-links.ts';

export interface MapNodeName {
  /** Names the node in edges. */
  readonly id: string;
  /** `lambda`, `sqs`; `client` for whoever sends requests from outside. */
  readonly service: string;
  /** `rule`; empty for the kind of resource that a plain name means. */
  readonly kind: string;
  readonly name: string;
  readonly account: string;
  readonly region: string;
}

export const CLIENT_NODE: MapNodeName = { id: 'client', service: 'client', kind: '', name: 'client', account: '', region: '' };

type Unnamed = Omit<MapNodeName, 'id'>;

const named = (node: Unnamed): MapNodeName => ({ ...node, id: [node.service, node.account, node.region, node.kind, node.name].join('/') });

/** Reads names by what the manifests say, each once: for the steps of one map. */
export class NodeNames {
  readonly #services: ReadonlyMap<string, Service>;
  /** By the service in ARNs. */
  readonly #ofArns: ReadonlyMap<string, string>;
  readonly #ofCallers: ReadonlyMap<string, string>;
  readonly #operations: ReadonlySet<string>;
  readonly #arns = new Map<string, MapNodeName | undefined>();
  readonly #calls = new Map<string, MapNodeName>();
  readonly #callers = new Map<string, MapNodeName | undefined>();

  constructor(services: readonly Service[]) {
    this.#services = new Map(services.map((service) => [service.name, service]));
    this.#ofArns = new Map(services.flatMap(({ name, traffic }) => (traffic?.arnServices ?? []).map((each) => [each, name] as const)));
    this.#ofCallers = new Map(services.flatMap(({ name, traffic }) => (traffic?.caller ? [[traffic.caller, name] as const] : [])));
    this.#operations = new Set(services.flatMap(({ name, traffic }) => (traffic?.operations ?? []).map((each) => `${name} ${each}`)));
  }

  /** Whether calls of the operation are edges. */
  isTraffic(service: string, operation: string): boolean {
    return this.#operations.has(`${service} ${operation}`);
  }

  ofArn(text: string): MapNodeName | undefined {
    return known(this.#arns, text, () => {
      const arn = parseArn(text);
      if (!arn) return undefined;
      const service = this.#ofArns.get(arn.service) ?? arn.service;
      return this.#named({ service, ...this.#resource(service, arn.resource), account: arn.account, region: arn.region });
    });
  }

  /** The node of an ARN, or of an address on the web: by host and path, without a password in it. */
  ofEnd(text: string): MapNodeName | undefined {
    const [, address] = /^https?:\/\/(?:[^/?#]*@)?([^?#]+)/.exec(text) ?? [];
    return address === undefined ? this.ofArn(text) : named({ service: 'http', kind: '', name: address, account: '', region: '' });
  }

  /** The resource that the parameters of a call name, however their first letters are written. Undefined where it is known at run time only. */
  ofParameters({ service: given, parameters }: NamedByCall, place: RegionScope): MapNodeName | undefined {
    const service = this.#ofArns.get(given) ?? given;
    const members = this.#services.get(service)?.resourceMembers ?? [];
    const resource = resourceIn(parameters, members) ?? resourceIn(mapKeys(parameters, uncapitalize), members);
    return resource === undefined ? undefined : this.ofCall(service, resource, place);
  }

  /** Leaves out what ARNs of the service never tell, so that every way to name a resource leads to one node. */
  #named(node: Unnamed): MapNodeName {
    const untold = this.#services.get(node.service)?.traffic?.untold ?? [];
    return named({ ...node, ...Object.fromEntries(untold.map((part) => [part, ''])) });
  }

  #resource(service: string, resource: string): { readonly kind: string; readonly name: string } {
    for (const form of this.#services.get(service)?.traffic?.arns ?? []) {
      const { name, kind = '' } = form.exec(resource)?.groups ?? {};
      if (name !== undefined) return { kind, name };
    }
    const [first = '', second] = resource.split(/[:/]/).filter(Boolean);
    return second === undefined ? { kind: '', name: first } : { kind: first, name: second };
  }

  /** The resource that a call names. */
  ofCall(service: string, resource: string | undefined, { account, region }: RegionScope): MapNodeName {
    const ofArn = resource?.startsWith('arn:') ? this.ofArn(resource) : undefined;
    if (ofArn) return ofArn;
    return known(this.#calls, `${service} ${account} ${region} ${resource ?? ''}`, () => {
      const part = resource && this.#services.get(service)?.traffic?.names?.exec(resource)?.groups?.['name'];
      return this.#named({ service, kind: '', name: part ?? resource ?? '', account, region });
    });
  }

  /** The caller, as a step of a call has it: `by function orders`, `by events.amazonaws.com (rule/bought)`, `in role/worker`. */
  ofCaller(caller = '', { account, region }: RegionScope): MapNodeName | undefined {
    return known(this.#callers, `${account} ${region} ${caller}`, () => {
      const [, cloud, source, kind = '', name = ''] = CALLER.exec(caller) ?? [];
      if (cloud !== undefined) {
        const service = this.#ofArns.get(cloud) ?? cloud;
        return this.#named({ service, ...this.#resource(service, source ?? ''), account, region });
      }
      const service = this.#ofCallers.get(kind);
      return service === undefined ? undefined : named({ service, kind: '', name, account, region });
    });
  }
}

const CALLER = /^by (?:([a-z0-9-]+)\.amazonaws\.com(?: \((.+)\))?|(\S+) (.+))$/;

const uncapitalize = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const mapKeys = (object: object, of: (key: string) => string): object =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [of(key), value]));

function known<T>(all: Map<string, T>, key: string, read: () => T): T {
  const there = all.get(key);
  if (there !== undefined || all.has(key)) return there as T;
  const made = read();
  all.set(key, made);
  return made;
}
