// Enforces resource policies on calls between services; a refusal says which permission is missing.
import type { OptionValues } from '#config/options';
import type { Call } from '#core/call';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Log } from '#core/log';
import { granting, POLICY_IGNORED, POLICY_REFUSED } from '#core/messages';
import type { Principal } from '#core/principal';
import type { Registry } from '#core/registry';
import { decide } from './decide.ts';
import { explainDecision } from './explain-decision.ts';
import { parsePolicy } from './parse-policy.ts';
import type { PolicyCheck } from './policy-check.ts';
import type { MultiGuard } from './resource-policy.ts';

export interface PolicyEnforcer {
  /** A promise only while the service's guard is loading. @throws Fault AccessDeniedException, unless allowed or RESOURCE_POLICIES=warn */
  admit(call: Call, ctx: Ctx): Promise<void> | undefined;
  /** Whether it is allowed; neither throws nor logs. */
  permits(principal: Principal, asked: PolicyCheck): boolean;
}

type ServiceCaller = Extract<Principal, { kind: 'service' }>;

type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly sentence: string };

/** A verdict, and the text of the policy for which it holds. */
interface Kept {
  readonly policy: string | undefined;
  readonly verdict: Verdict;
}

/** Verdicts cached at most. Each is for one caller and one resource, and holds as long as the policy's text stays the same. */
const MAX_VERDICTS = 5000;

interface PolicyEnforcerOptions {
  readonly registry: Pick<Registry, 'guard'>;
  readonly options: Pick<OptionValues, 'RESOURCE_POLICIES'>;
  readonly log: Log;
}

const isSameCaller = (a: ServiceCaller, b: ServiceCaller): boolean =>
  a.sourceArn === b.sourceArn && a.service === b.service && a.account === b.account;

export function createPolicyEnforcer({ registry, options, log }: PolicyEnforcerOptions): PolicyEnforcer {
  const kept = new Map<string, Kept>();
  /** The last verdict on each resource: mostly the same caller asks again, and no key has to be joined for that. */
  const last = new Map<string, { readonly principal: ServiceCaller; readonly action: string; readonly kept: Kept }>();

  const verdictOn = (principal: Principal, asked: PolicyCheck): Verdict => {
    if (principal.kind !== 'service') return { allowed: true };
    const { action, resource, policy } = asked;
    const before = last.get(resource);
    if (before?.action === action && before.kept.policy === policy && isSameCaller(before.principal, principal)) return before.kept.verdict;
    const found = verdictFor(principal, asked);
    if (last.size >= MAX_VERDICTS) last.clear();
    last.set(resource, { principal, action, kept: found });
    return found.verdict;
  };
  const verdictFor = (principal: ServiceCaller, { action, resource, policy, conditions }: PolicyCheck): Kept => {
    const key = `${action}\n${resource}\n${principal.service}\n${principal.sourceArn ?? ''}\n${principal.account}`;
    const known = kept.get(key);
    if (known && known.policy === policy) return known;
    const context: Record<string, string> = {
      ...conditions,
      'aws:SourceAccount': principal.account,
      'aws:PrincipalServiceName': principal.service,
    };
    if (principal.sourceArn) context['aws:SourceArn'] = principal.sourceArn;
    const request = { principal: { kind: 'service', service: principal.service } as const, action, resource, context };
    const decision = decide(request, policy ? { resource: parsePolicy(policy) } : {});
    const verdict: Verdict = decision.allowed ? { allowed: true } : { allowed: false, sentence: explainDecision(decision, request) };
    const made = { policy, verdict };
    if (kept.size >= MAX_VERDICTS) kept.clear();
    kept.set(key, made);
    return made;
  };
  const check = (guard: MultiGuard, call: Call, ctx: Ctx): void => {
    for (const guarded of [guard(call.operation, call.input, ctx) ?? []].flat()) {
      const verdict = verdictOn(call.principal, guarded);
      if (verdict.allowed) continue;
      const isIgnored = options.RESOURCE_POLICIES === 'warn';
      const refusal = { sentence: verdict.sentence, grant: guarded.grant };
      log.write(isIgnored ? POLICY_IGNORED : POLICY_REFUSED, refusal);
      if (!isIgnored) throw new Fault('AccessDeniedException', verdict.sentence, { status: 403, remedy: granting(refusal) });
    }
  };

  return {
    admit: (call, ctx) => {
      if (call.principal.kind !== 'service') return undefined;
      const guard = registry.guard(call.service);
      if (guard instanceof Promise) return guard.then((loaded) => check(loaded, call, ctx));
      if (guard) check(guard, call, ctx);
      return undefined;
    },
    permits: (principal, asked) => verdictOn(principal, asked).allowed,
  };
}
