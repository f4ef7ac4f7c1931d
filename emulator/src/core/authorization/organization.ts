// The organization of the accounts here, a record of this emulator: service control policies limit its principals, resource control policies its resources.
import { DEFAULT_ACCOUNT } from '#core/access-key';
import type { Ctx } from '#core/ctx';
import { CompiledPolicies, type NamedPolicy } from '#core/policy/compiled-policies';
import { parsePolicy } from '#core/policy/parse-policy';
import { collection, type Frozen, type Records } from '#core/records';

export const CONTROL_POLICY_TYPES = ['SERVICE_CONTROL_POLICY', 'RESOURCE_CONTROL_POLICY'] as const;

export interface ControlPolicy {
  readonly name: string;
  readonly type: (typeof CONTROL_POLICY_TYPES)[number];
  /** Root, units and accounts to which it is attached. */
  readonly targets: readonly string[];
  /** JSON. */
  readonly content: string;
}

export interface Organization {
  /** `o-a1b2c3d4e5` */
  readonly id: string;
  /** Its own principals and resources are not limited. */
  readonly managementAccount?: string | undefined;
  /** The root and the units above each account: `r-ab12/ou-ab12-11111111`. */
  readonly accounts: Readonly<Record<string, string>>;
  readonly policies: readonly ControlPolicy[];
  /** Targets from which the service control policy FullAWSAccess, which is attached to all, was detached. */
  readonly withoutFullAccess: readonly string[];
}

const organizations = collection<[key: 'organization'], Organization>('core.organization', { global: true });
const KEY: [key: 'organization'] = ['organization'];
const recordsIn = (ctx: Ctx): Records<typeof KEY, Organization> => ctx.in({ account: DEFAULT_ACCOUNT }).records(organizations);

export const findOrganization = (ctx: Ctx): Frozen<Organization> | undefined => recordsIn(ctx).get(KEY);
export const putOrganization = (organization: Organization, ctx: Ctx): void => ctx.write((tx) => tx.put(recordsIn(ctx), KEY, organization));
export const deleteOrganization = (ctx: Ctx): void => ctx.write((tx) => tx.delete(recordsIn(ctx), KEY));

/** The policies of an organization that apply to one access. */
export interface OrganizationLimits {
  /** By level, from the root to the account: each must allow. */
  readonly serviceControl: readonly CompiledPolicies[];
  readonly resourceControl: CompiledPolicies | undefined;
}

export interface CompiledOrganization {
  readonly id: string;
  /** By account, as `aws:PrincipalOrgPaths` has them. */
  readonly paths: ReadonlyMap<string, string>;
  limitsOf(account: string): OrganizationLimits | undefined;
}

const NO_LIMITS: OrganizationLimits = { serviceControl: [], resourceControl: undefined };

export const organizationLimits = (
  organization: CompiledOrganization | undefined,
  principalAccount: string | undefined,
  resourceAccount: string | undefined,
): OrganizationLimits => {
  if (!organization) return NO_LIMITS;
  const limitsOf = (account: string | undefined) => (account === undefined ? undefined : organization.limitsOf(account)) ?? NO_LIMITS;
  return { serviceControl: limitsOf(principalAccount).serviceControl, resourceControl: limitsOf(resourceAccount).resourceControl };
};

const FULL_ACCESS = parsePolicy('{"Version":"2012-10-17","Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}');

/** The organization with its policies compiled, until its record changes. */
export class OrganizationCache {
  /** Held, because the records of a place stay the same object: each judged call asks for them. */
  #records: Records<typeof KEY, Organization> | undefined;
  #compiled: { readonly record: Frozen<Organization>; readonly organization: CompiledOrganization } | undefined;

  in(ctx: Ctx): CompiledOrganization | undefined {
    const record = (this.#records ??= recordsIn(ctx)).get(KEY);
    if (!record) return undefined;
    if (this.#compiled?.record !== record) this.#compiled = { record, organization: compile(record) };
    return this.#compiled.organization;
  }
}

function compile({ id, managementAccount, accounts, policies, withoutFullAccess }: Frozen<Organization>): CompiledOrganization {
  const named = policies.map((policy) => ({
    ...policy,
    source: `${KIND_NAMES[policy.type]} ${policy.name}`,
    document: parsePolicy(policy.content),
  }));
  const attachedTo = (target: string, type: ControlPolicy['type']): NamedPolicy[] =>
    named.filter((policy) => policy.type === type && policy.targets.includes(target));
  const serviceControl = (target: string): CompiledPolicies => {
    const full = withoutFullAccess.includes(target) ? [] : [{ source: 'service control policy FullAWSAccess', document: FULL_ACCESS }];
    return new CompiledPolicies([...attachedTo(target, 'SERVICE_CONTROL_POLICY'), ...full]);
  };
  /** A level that has FullAWSAccess alone limits nothing. */
  const isLimited = (target: string): boolean =>
    withoutFullAccess.includes(target) || attachedTo(target, 'SERVICE_CONTROL_POLICY').length > 0;
  const made = new Map<string, OrganizationLimits>();
  return {
    id,
    paths: new Map(Object.entries(accounts).map(([account, path]) => [account, `${id}/${path}/`])),
    limitsOf: (account) => {
      const known = made.get(account);
      const path = Object.hasOwn(accounts, account) && account !== managementAccount ? accounts[account] : undefined;
      if (known || path === undefined) return known;
      const targets = [...path.split('/'), account];
      const limits = {
        serviceControl: targets.filter(isLimited).map(serviceControl),
        resourceControl: new CompiledPolicies(
          targets.flatMap((target) => attachedTo(target, 'RESOURCE_CONTROL_POLICY')),
          true,
        ),
      };
      made.set(account, limits);
      return limits;
    },
  };
}

const KIND_NAMES: Readonly<Record<ControlPolicy['type'], string>> = {
  SERVICE_CONTROL_POLICY: 'service control policy',
  RESOURCE_CONTROL_POLICY: 'resource control policy',
};
