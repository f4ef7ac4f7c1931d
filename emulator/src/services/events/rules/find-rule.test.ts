import { describe, expect, it } from 'vitest';
import type { Ctx } from '#core/ctx';
import type { Rule } from '#services/events/state';
import { checkManaged } from './find-rule.ts';

const rule: Rule = {
  bus: 'default',
  name: 'theirs',
  scheduledMs: 0,
  state: 'ENABLED',
  managedBy: 'autoscaling.amazonaws.com',
  createdBy: '000000000000',
  tags: [],
};
const by = (service?: string): Ctx => {
  const principal = service === undefined ? { kind: 'key' } : { kind: 'service', service };
  return { principal } as unknown as Ctx;
};

describe('a rule that a service made for itself', () => {
  it('is changed by that service, or with force', () => {
    expect(() => checkManaged(rule, false, by('autoscaling.amazonaws.com'))).not.toThrow();
    expect(() => checkManaged(rule, true, by())).not.toThrow();
    expect(() => checkManaged({ ...rule, managedBy: undefined }, false, by())).not.toThrow();
  });

  it('is nobody else’s', () => {
    const refused = "theirs is a managed rule. Set 'force' parameter to true to override.";
    for (const ctx of [by(), by('events.amazonaws.com')]) expect(() => checkManaged(rule, false, ctx)).toThrow(refused);
  });
});
