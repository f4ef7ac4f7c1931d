// The answer of a Lambda authorizer with a policy: read once, judged for each request.
import type { Ctx } from '#core/ctx';
import { decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import { PolicyError } from '#core/policy/policy-document';
import { partitionOf } from '#lib/arn';

const ACTION = 'execute-api:Invoke';

export interface PolicyAnswer {
  /** `arn`: of the method that is invoked. */
  isAllowed(arn: string): boolean;
  readonly principalId: string | undefined;
  readonly context: Readonly<Record<string, unknown>>;
  readonly usageIdentifierKey?: string | undefined;
}

/** Undefined where the answer is not understood. */
export function readPolicyAnswer(payload: unknown, { account, region }: Pick<Ctx, 'account' | 'region'>): PolicyAnswer | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { principalId, policyDocument, context = {}, usageIdentifierKey } = payload as Readonly<Record<string, unknown>>;
  if (typeof context !== 'object' || context === null || typeof policyDocument !== 'object' || policyDocument === null) return undefined;
  try {
    const policy = parsePolicy(JSON.stringify(policyDocument));
    const principal = { kind: 'user', arn: `arn:${partitionOf(region)}:iam::${account}:user/caller`, account } as const;
    return {
      isAllowed: (arn) => decide({ principal, action: ACTION, resource: arn, context: {} }, { identity: [policy] }).allowed,
      principalId: principalId === undefined ? undefined : String(principalId),
      context: context as Record<string, unknown>,
      usageIdentifierKey: typeof usageIdentifierKey === 'string' ? usageIdentifierKey : undefined,
    };
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}
