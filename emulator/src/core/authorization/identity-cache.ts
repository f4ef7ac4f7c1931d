// The identities of callers with their policies compiled, kept until an operation changes identities or all state is replaced.
import type { Ctx } from '#core/ctx';
import { CompiledPolicies, type NamedPolicy } from '#core/policy/compiled-policies';
import { parsePolicy } from '#core/policy/parse-policy';
import { parseArn } from '#lib/arn';
import type { Identity } from './caller.ts';
import type { AttachedPolicies, FindKeyHolder, Identities, KeyHolder, PolicySource } from './identity.ts';

/** Identities that are kept; all are forgotten when there are more. */
const MAX_IDENTITIES = 2000;

/** The services' own ways to find identities, once loaded. */
export interface IdentityFinders {
  readonly holders: readonly FindKeyHolder[];
  readonly identities: Identities;
}

export interface FoundKey {
  readonly holder: KeyHolder;
  readonly identity: Identity;
  readonly isServiceLinked: boolean;
}

export class IdentityCache {
  readonly #keys = new Map<string, FoundKey>();
  readonly #roles = new Map<string, { readonly identity: Identity; readonly isServiceLinked: boolean }>();

  get isEmpty(): boolean {
    return this.#keys.size === 0 && this.#roles.size === 0;
  }

  clear(): void {
    this.#keys.clear();
    this.#roles.clear();
  }

  /** A key that was found before. */
  knownKey(accessKeyId: string): FoundKey | undefined {
    return this.#keys.get(accessKeyId);
  }

  /** Looks up a key. Undefined for keys that were not made here: they stand for their account. `ctx`: in the account of the key. */
  ofKey(accessKeyId: string, { holders, identities }: IdentityFinders, ctx: Ctx): FoundKey | undefined {
    let holder: KeyHolder | undefined;
    for (const find of holders) {
      holder = find(accessKeyId, ctx);
      if (holder) break;
    }
    if (!holder) return undefined;
    const attached = holder.identityArn === undefined ? undefined : identities.policiesOf(holder.identityArn, ctx);
    const identity = identityOf(holder, attached, identities, ctx);
    const found = { holder, identity, isServiceLinked: attached?.isServiceLinked === true };
    if (this.#keys.size >= MAX_IDENTITIES) this.#keys.clear();
    this.#keys.set(accessKeyId, found);
    return found;
  }

  /** A service in a role. `ctx`: in the account of the role. */
  inRole(roleArn: string, { identities }: IdentityFinders, ctx: Ctx): { readonly identity: Identity; readonly isServiceLinked: boolean } {
    const known = this.#roles.get(roleArn);
    if (known) return known;
    const attached = identities.policiesOf(roleArn, ctx);
    const { account = ctx.account, resource = '' } = parseArn(roleArn) ?? {};
    const name = resource.slice(resource.lastIndexOf('/') + 1);
    const holder: KeyHolder = {
      kind: 'assumed-role',
      arn: `arn:aws:sts::${account}:assumed-role/${name}/${name}`,
      userId: `${attached?.id ?? name}:${name}`,
      identityArn: roleArn,
      isActive: true,
    };
    const found = { identity: identityOf(holder, attached, identities, ctx), isServiceLinked: attached?.isServiceLinked === true };
    if (this.#roles.size >= MAX_IDENTITIES) this.#roles.clear();
    this.#roles.set(roleArn, found);
    return found;
  }
}

function identityOf(holder: KeyHolder, attached: AttachedPolicies | undefined, identities: Identities, ctx: Ctx): Identity {
  const { kind, arn, userId, identityArn = arn, sessionPolicy, sessionPolicyArns = [] } = holder;
  const handedOver = [
    ...(sessionPolicy === undefined ? [] : [{ source: `session policy of ${arn}`, text: sessionPolicy }]),
    ...sessionPolicyArns.map((policyArn) => identities.managedPolicy(policyArn, ctx) ?? { source: policyArn, text: undefined }),
  ];
  // A federated user has what its issuer has and the session's policies allow: nothing without them.
  const isLimited = handedOver.length > 0 || kind === 'federated-user';
  const named = [...(attached?.policies ?? []), ...(attached?.boundary ? [attached.boundary] : []), ...handedOver];
  return {
    kind,
    arn,
    account: ctx.account,
    userId,
    userName: kind === 'user' ? attached?.name : undefined,
    identityArn: attached?.arn ?? identityArn,
    policies: new CompiledPolicies(holder.hasAllRights ? [parsed(EVERYTHING)] : (attached?.policies ?? []).map(parsed)),
    boundary: attached?.boundary && new CompiledPolicies([parsed(attached.boundary)]),
    session: isLimited ? new CompiledPolicies(handedOver.map(parsed)) : undefined,
    unknownPolicies: named.filter(({ text }) => text === undefined).map(({ source }) => source),
    tags: new Map([...(attached?.tags ?? []), ...(holder.tags ?? [])].map(({ Key, Value }) => [Key, Value])),
    sourceIdentity: holder.sourceIdentity,
    hasMfa: holder.hasMfa === true,
  };
}

const EVERYTHING = {
  source: 'the rights of the account',
  text: '{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}',
};

/** A policy that allows nothing: in place of managed policies whose text is not known. */
const NOTHING = '{"Version":"2012-10-17","Statement":{"Effect":"Deny","NotAction":"*","Resource":"*"}}';

const parsed = ({ source, text = NOTHING }: PolicySource): NamedPolicy => ({ source, document: parsePolicy(text) });
