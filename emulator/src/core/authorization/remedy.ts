// Remedies of denied calls: a command, or a sentence where no command helps.
import type { AccessRequest } from '#core/policy/access-request';
import type { Decision } from '#core/policy/decide';
import { explainDecision } from '#core/policy/explain-decision';
import { quoted } from '#core/policy/grant-command';
import type { Identity } from './caller.ts';
import type { Judged } from './judge.ts';
import type { Access } from './needed-access.ts';
import type { Denial } from './wording.ts';

/** The smallest policy that allows the access. */
export const policyAllowing = ({ action, resource, passedTo }: Access): object => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: action,
      Resource: resource,
      ...(passedTo !== undefined && { Condition: { StringEquals: { 'iam:PassedToService': passedTo } } }),
    },
  ],
});

/** A name for the policy, of letters that policies may have: `allow-sqs-SendMessage`. */
const nameFor = ({ action }: Access): string => `allow-${action.replace(':', '-')}`;

export function remedyFor(
  { access, kind }: Denial,
  judged: Judged,
  identity: Identity | undefined,
  explained: { decision: Decision; request: AccessRequest },
): string {
  if (judged.by) {
    const { statement, source } = judged.by;
    return `To allow it: take ${access.action} out of statement ${typeof statement === 'number' ? statement + 1 : `"${statement}"`} of ${source}`;
  }
  const nearest = `${nearestOf(explained)}${unknownOf(identity)}`;
  if (kind !== 'identity' || !identity) {
    const what = {
      resource: `the policy of ${access.resource}`,
      boundary: 'its permissions boundary',
      session: 'the policy of its session',
      identity: 'a policy',
      'service-control': 'the service control policies of its account',
      'resource-control': 'the resource control policies of the account of the resource',
    };
    return `To allow it: let ${what[kind]} allow ${access.action}${identity ? ` to ${identity.identityArn}` : ''}${nearest}`;
  }
  const [, kindOf = 'role', name = ''] = /:(user|role)\/(?:.*\/)?([^/]+)$/.exec(identity.identityArn) ?? [];
  if (name === '') return `To allow it: use a key of an identity that may do ${access.action}${nearest}`;
  const document = quoted(JSON.stringify(policyAllowing(access)));
  return `To allow it: aws iam put-${kindOf}-policy --${kindOf}-name ${name} --policy-name ${nameFor(access)} --policy-document ${document}${nearest}`;
}

function unknownOf({ unknownPolicies }: Pick<Identity, 'unknownPolicies'> = { unknownPolicies: [] }): string {
  if (unknownPolicies.length === 0) return '';
  return ` # The text of ${unknownPolicies.join(' and ')} is not known here, so that it allows nothing`;
}

/** The statement that came nearest, as the plain evaluator tells it. */
function nearestOf({ decision, request }: { decision: Decision; request: AccessRequest }): string {
  if (!decision.nearest || decision.nearest.element === 'Action') return '';
  const sentence = explainDecision(decision, request);
  const start = sentence.indexOf('; ');
  return start < 0 ? '' : ` #${sentence.slice(start + 1)}`;
}
