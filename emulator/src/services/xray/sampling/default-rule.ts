// The rule that every account has: the first request of each second, and 5 % of the others.
import type { RegionScope } from '#core/region-scope';
import { ruleArn } from '#services/xray/arns';
import type { KeptRule } from '#services/xray/state';

export const DEFAULT_RULE = 'Default';

/** It belongs to no account: its ARN names none. */
export const defaultRule = ({ region }: Pick<RegionScope, 'region'>): KeptRule => ({
  rule: {
    RuleName: DEFAULT_RULE,
    RuleARN: ruleArn(DEFAULT_RULE, { account: '', region }),
    ResourceARN: '*',
    Priority: 10_000,
    FixedRate: 0.05,
    ReservoirSize: 1,
    ServiceName: '*',
    ServiceType: '*',
    Host: '*',
    HTTPMethod: '*',
    URLPath: '*',
    Version: 1,
    Attributes: {},
  },
  createdMs: 0,
  modifiedMs: 0,
});
