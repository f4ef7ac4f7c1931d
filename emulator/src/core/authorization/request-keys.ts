// The condition keys of one call, found when a condition asks for them. Keys that a call does not have are absent, as in the cloud.
import type { Call } from '#core/call';
import type { Ctx } from '#core/ctx';
import type { RequestContext } from '#core/policy/request-context';
import { parseArn } from '#lib/arn';
import type { Identity } from './caller.ts';
import type { Access, CompiledOperation, CompiledTable } from './needed-access.ts';
import type { CompiledOrganization } from './organization.ts';
import type { ProtectedResource, Protects } from './protected-resource.ts';
import type { SlotSource } from './slots.ts';

const PRINCIPAL_TYPES = { account: 'Account', user: 'User', 'assumed-role': 'AssumedRole', 'federated-user': 'FederatedUser' } as const;

/** The call and everything else that keys are read from. */
export interface KeySource {
  readonly call: Call;
  readonly ctx: Ctx;
  readonly nowMs: number;
  readonly identity: Identity | undefined;
  readonly operation: CompiledOperation;
  readonly table: CompiledTable;
  readonly slots: SlotSource;
  readonly protects: Protects | undefined;
  readonly organization: CompiledOrganization | undefined;
}

type Tags = ReadonlyMap<string, string>;

export class RequestKeys implements RequestContext {
  readonly #source: KeySource;
  readonly #access: Access;
  readonly #resource: ProtectedResource | undefined;
  #requestTags: Tags | undefined;
  /** Many statements ask for the same few keys. */
  #found: Map<string, readonly string[] | undefined> | undefined;

  constructor(source: KeySource, access: Access, resource: ProtectedResource | undefined) {
    this.#source = source;
    this.#access = access;
    this.#resource = resource;
  }

  values(written: string): readonly string[] | undefined {
    const found = (this.#found ??= new Map());
    const known = found.get(written);
    if (known !== undefined || found.has(written)) return known;
    const values = this.#read(written);
    found.set(written, values);
    return values;
  }

  #read(written: string): readonly string[] | undefined {
    const key = written.toLowerCase();
    const slash = key.indexOf('/');
    const found =
      slash > 0 && key.slice(0, slash).endsWith('tag') ? this.#tag(key.slice(0, slash), written.slice(slash + 1)) : this.#plain(key);
    if (found === undefined || found.length === 0) return undefined;
    return typeof found === 'string' ? [found] : found;
  }

  /** `aws:PrincipalTag/team`: keys of tags ignore letter case. */
  #tag(kind: string, name: string): string | undefined {
    if (kind === 'aws:principaltag') return tagIn(this.#source.identity?.tags, name);
    if (kind === 'aws:requesttag') return tagIn(this.#tagsOfRequest(), name);
    const own = this.#source.table.maps.find(({ prefix }) => prefix === `${kind}/`);
    if (own) return tagIn(readTags(own.read(this.#source.call.input)), name);
    return tagIn(this.#resource?.tags && new Map(Object.entries(this.#resource.tags)), name);
  }

  #plain(key: string): string | readonly string[] | undefined {
    if (key.startsWith('aws:')) return this.#global(key.slice(4));
    if (key === 'iam:passedtoservice') return this.#access.passedTo;
    const { table, slots, protects, call } = this.#source;
    const map = table.maps.find(({ prefix }) => key.startsWith(prefix));
    if (map) return tagIn(readTags(map.read(call.input)), key.slice(map.prefix.length));
    const slot = table.keys.get(key);
    const own = slot?.(slots);
    if (own && own.length > 0) return own;
    return protects?.valuesOf?.(key, call.operation, call.input, this.#source.ctx);
  }

  #global(key: string): string | readonly string[] | undefined {
    const { call, nowMs, identity } = this.#source;
    switch (key) {
      case 'currenttime':
        return new Date(nowMs).toISOString();
      case 'epochtime':
        return String(Math.floor(nowMs / 1000));
      case 'requestedregion':
        return call.region;
      // Requests on this machine count as encrypted: otherwise a policy that demands TLS could not be tried over plain HTTP.
      case 'securetransport':
        return 'true';
      case 'sourceip':
        return call.http?.remoteAddress();
      case 'useragent':
        return call.http?.headers['user-agent'];
      case 'referer':
        return call.http?.headers['referer'];
      case 'viaawsservice':
        return 'false';
      case 'principalisawsservice':
        return 'false';
      case 'resourceaccount':
        return this.#resourceAccount();
      case 'resourceorgid':
        return this.#organizationOf(this.#resourceAccount())?.id;
      case 'resourceorgpaths':
        return this.#organizationOf(this.#resourceAccount())?.path;
      case 'principalorgid':
        return this.#organizationOf(identity?.account)?.id;
      case 'principalorgpaths':
        return this.#organizationOf(identity?.account)?.path;
      case 'tagkeys':
        return this.#tagKeys();
      default:
        return identity && ofIdentity(key, identity);
    }
  }

  #resourceAccount(): string {
    return this.#resource?.account ?? (parseArn(this.#access.resource)?.account || this.#source.call.account);
  }

  #organizationOf(account: string | undefined): { readonly id: string; readonly path: string } | undefined {
    const { organization } = this.#source;
    const path = account === undefined ? undefined : organization?.paths.get(account);
    return organization && path !== undefined ? { id: organization.id, path } : undefined;
  }

  #tagKeys(): readonly string[] | undefined {
    const { operation, call } = this.#source;
    const keys = operation.tagKeys === undefined ? undefined : (call.input as Readonly<Record<string, unknown>>)[operation.tagKeys];
    return Array.isArray(keys) ? keys.map(String) : [...this.#tagsOfRequest().keys()];
  }

  #tagsOfRequest(): Tags {
    const { operation, call } = this.#source;
    return (this.#requestTags ??= readTags(operation.tags && (call.input as Readonly<Record<string, unknown>>)[operation.tags]));
  }
}

function ofIdentity(key: string, identity: Identity): string | undefined {
  switch (key) {
    case 'principalarn':
      return identity.identityArn;
    case 'principalaccount':
      return identity.account;
    case 'principaltype':
      return PRINCIPAL_TYPES[identity.kind];
    case 'userid':
      return identity.userId;
    case 'username':
      return identity.userName;
    case 'sourceidentity':
      return identity.sourceIdentity;
    case 'multifactorauthpresent':
      // Long-lived keys of users have no such key at all.
      return identity.kind === 'user' ? undefined : String(identity.hasMfa);
    default:
      return undefined;
  }
}

/** Tags as services write them: a list of `{ Key, Value }` in any spelling, a map, or a query. */
function readTags(written: unknown): Tags {
  if (typeof written === 'string') return new Map(new URLSearchParams(written));
  if (Array.isArray(written)) {
    return new Map(
      written.flatMap((tag: unknown): [string, string][] => {
        const { Key, Value, key, value, TagKey, TagValue } = (tag ?? {}) as Readonly<Record<string, string | undefined>>;
        const name = Key ?? key ?? TagKey;
        return name === undefined ? [] : [[name, Value ?? value ?? TagValue ?? '']];
      }),
    );
  }
  if (typeof written === 'object' && written !== null)
    return new Map(Object.entries(written).map(([name, value]) => [name, String(value)]));
  return new Map();
}

function tagIn(tags: Tags | undefined, name: string): string | undefined {
  if (!tags || tags.size === 0) return undefined;
  const exact = tags.get(name);
  if (exact !== undefined) return exact;
  const lower = name.toLowerCase();
  for (const [key, value] of tags) if (key.toLowerCase() === lower) return value;
  return undefined;
}
