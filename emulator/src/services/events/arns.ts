// ARNs of buses and rules. Names of partner buses may contain slashes, so the name of a rule is the part after the last slash.

import type { Ctx } from '#core/ctx';
import type { RegionScope } from '#core/region-scope';
import { formatArn, parseArn } from '#lib/arn';

export const DEFAULT_BUS = 'default';

export interface BusScope extends RegionScope {
  readonly bus: string;
}
export interface RuleScope extends BusScope {
  readonly rule: string;
}

export const eventsArn = ({ account, region }: RegionScope, resource: string): string =>
  formatArn({ service: 'events', region, account, resource });
export const busArn = (scope: RegionScope, bus: string): string => eventsArn(scope, `event-bus/${bus}`);
/** ARNs of rules on the default bus do not name the bus. Policies are written against this form. */
export const ruleArn = (scope: RegionScope, bus: string, rule: string): string =>
  eventsArn(scope, bus === DEFAULT_BUS ? `rule/${rule}` : `rule/${bus}/${rule}`);

export function parseBusArn(text: string): BusScope | undefined {
  const arn = parseArn(text);
  if (arn?.service !== 'events' || !arn.resource.startsWith('event-bus/')) return undefined;
  return { account: arn.account, region: arn.region, bus: arn.resource.slice('event-bus/'.length) };
}

export function parseRuleArn(text: string): RuleScope | undefined {
  const arn = parseArn(text);
  if (arn?.service !== 'events' || !arn.resource.startsWith('rule/')) return undefined;
  const path = arn.resource.slice('rule/'.length);
  const slash = path.lastIndexOf('/');
  return {
    account: arn.account,
    region: arn.region,
    bus: slash < 0 ? DEFAULT_BUS : path.slice(0, slash),
    rule: path.slice(slash + 1),
  };
}

/** Whether the ARN names something in the account and region of the call. */
export const isHere = ({ account, region }: RegionScope, ctx: Ctx): boolean => account === ctx.account && region === ctx.region;
