// The ways between resources that their settings lay down, whether requests take them or not: subscriptions, targets of rules, integrations. A part of the
// manifest of the service that keeps the setting.
import type { Collection, Key, Records } from '#core/records';

/** The parameters of a call that a setting makes: the resource is found in them as in the input of the operation. */
export interface NamedByCall {
  readonly service: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A resource by the name that people gave it, which its ARN does not tell: the name of an API. */
export interface NamedByLabel {
  readonly service: string;
  readonly label: string;
}

/** An ARN, an address on the web, the parameters of a call, or a label. */
export type LinkEnd = string | NamedByCall | NamedByLabel;

export interface ResourceLink {
  readonly from: LinkEnd;
  readonly to: LinkEnd;
  /** The setting, in a word or two: `subscription`, `dead letters`. */
  readonly by: string;
}

/** A context that only reads. */
export interface LinkContext {
  readonly account: string;
  readonly region: string;
  records<K extends Key, V>(collection: Collection<K, V>): Records<K, V>;
}

type AnyCollection = Omit<Collection<Key, unknown>, 'types' | 'upgrade'>;

export interface ResourceLinks {
  /** The collections that hold the settings: places without records of them are not asked. */
  readonly of: readonly AnyCollection[];
  /** The links of one account and region. Read up to a limit, so a long list is best read in portions. */
  read(ctx: LinkContext): Iterable<ResourceLink>;
  /** The labels by which links of other services may name its resources, with their ARNs. */
  labels?(ctx: LinkContext): Iterable<readonly [label: string, arn: string]>;
}

/** Declares the links of a service. */
export const resourceLinks = (
  of: readonly AnyCollection[],
  read: ResourceLinks['read'],
  more: Pick<ResourceLinks, 'labels'> = {},
): ResourceLinks => ({ of, read, ...more });

/** Links to each end that is given. */
export function* linksTo(from: LinkEnd, by: string, ...ends: readonly (LinkEnd | undefined)[]): Iterable<ResourceLink> {
  for (const to of ends) if (to !== undefined && to !== '') yield { from, to, by };
}
