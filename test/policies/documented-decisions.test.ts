// Documented decisions, by the evaluator that judges calls and by the one that explains refusals.
import { expect, test } from 'vitest';
import type { Identity } from '#core/authorization/caller';
import { Judge, type Question } from '#core/authorization/judge';
import { CompiledPolicies } from '#core/policy/compiled-policies';
import { parsePolicy } from '#core/policy/parse-policy';
import { requestContext } from '#core/policy/request-context';
import type { DecisionCase, Statement } from './decision-case.ts';
import { DECISIONS } from './documented-decisions.ts';

const OWNER = '123456789012';
const text = (statements: readonly Statement[]): string => JSON.stringify({ Version: '2012-10-17', Statement: statements });
const compiled = (statements: readonly Statement[], onResource = false): CompiledPolicies =>
  new CompiledPolicies(statements.length === 0 ? [] : [{ source: 'policy', document: parsePolicy(text(statements)) }], onResource);

function identityOf({ caller, identity = [], boundary, session }: DecisionCase): Identity {
  const [, , service, , account = '', resource = ''] = caller.split(':');
  const [, name = ''] = resource.split('/');
  const isSession = service === 'sts';
  return {
    kind: isSession ? 'assumed-role' : 'user',
    ...{ arn: caller, account, userId: 'AIDA', userName: isSession ? undefined : name },
    identityArn: isSession ? `arn:aws:iam::${account}:role/${name}` : caller,
    policies: compiled(identity),
    boundary: boundary && compiled(boundary),
    session: session && compiled(session),
    ...{ tags: new Map(), sourceIdentity: undefined, hasMfa: false, unknownPolicies: [] },
  };
}

test.each(DECISIONS)('$title', (given) => {
  const { action, resource, resourcePolicy, context = {}, levels = [], resourceControl, mustAllow, decision } = given;
  const question: Question = {
    access: { action, resource },
    identity: identityOf(given),
    resource: { policy: resourcePolicy?.length ? text(resourcePolicy) : undefined, ...(mustAllow && { mustAllow }) },
    resourceAccount: OWNER,
    context: requestContext(context),
    organization: {
      serviceControl: levels.map((level) => compiled(level)),
      resourceControl: resourceControl && compiled(resourceControl, true),
    },
  };
  const judge = new Judge();
  const { allowed, by, kind } = judge.judge(question);
  expect(allowed ? 'allowed' : by ? 'denied' : kind).toBe(decision);
  const explained = judge.explain(question).decision;
  expect(explained.allowed ? 'allowed' : explained.reason === 'explicit-deny' ? 'denied' : explained.lacking).toBe(decision);
});
