// Lets a service's call through when the resource's policy lets that service in; says which permission is missing otherwise.
import type { Call, Ctx } from './call.ts';
import { Fault } from './fault.ts';
import type { Guarded } from './guard.ts';
import { decide } from './policy/decide.ts';
import { explainDecision } from './policy/explain-decision.ts';
import { parsePolicy } from './policy/parse-policy.ts';
import type { World } from './world.ts';

/** Throws AccessDeniedException unless allowed, or unless RESOURCE_POLICIES=warn. */
export type Authorize = (call: Call, ctx: Ctx) => Promise<void>;

type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly sentence: string };

/** Verdicts kept at most; each stands for one caller and one resource, and holds while the policy's text is the same. */
const MOST_VERDICTS = 5000;

export function createAuthorize({ registry, options, log }: World): Authorize {
  const kept = new Map<string, { policy: string | undefined; verdict: Verdict }>();

  const verdictOn = ({ principal }: Call, { action, resource, policy }: Guarded): Verdict => {
    if (principal.kind !== 'service') return { allowed: true };
    const key = `${action}\n${resource}\n${principal.service}\n${principal.sourceArn ?? ''}\n${principal.account}`;
    const known = kept.get(key);
    if (known && known.policy === policy) return known.verdict;
    const context: Record<string, string> = { 'aws:SourceAccount': principal.account, 'aws:PrincipalServiceName': principal.service };
    if (principal.sourceArn) context['aws:SourceArn'] = principal.sourceArn;
    const request = { principal: { kind: 'service', service: principal.service } as const, action, resource, context };
    const decision = decide(request, policy ? { resource: parsePolicy(policy) } : {});
    const verdict: Verdict = decision.allowed ? { allowed: true } : { allowed: false, sentence: explainDecision(decision, request) };
    if (kept.size >= MOST_VERDICTS) kept.clear();
    kept.set(key, { policy, verdict });
    return verdict;
  };

  return async (call, ctx) => {
    const found = registry.guard(call.service);
    if (!found) return;
    const guard = found instanceof Promise ? await found : found;
    const guarded = guard(call.operation, call.input, ctx);
    if (!guarded) return;
    const verdict = verdictOn(call, guarded);
    if (verdict.allowed) return;
    if (options.RESOURCE_POLICIES === 'warn') {
      log.warn(`${verdict.sentence}. Delivered all the same because RESOURCE_POLICIES=warn. To allow it: ${guarded.grant}`);
      return;
    }
    log.warn(`${verdict.sentence}. To allow it: ${guarded.grant}`);
    throw new Fault('AccessDeniedException', verdict.sentence, { status: 403 });
  };
}
