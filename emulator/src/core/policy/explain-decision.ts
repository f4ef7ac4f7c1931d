// A decision as one sentence, for logs and error messages.
import { type AccessRequest, principalName } from './access-request.ts';
import type { Decision, PolicyKind, StatementRef } from './decide.ts';
import type { Mismatch } from './match-statement.ts';

const POLICY_NAMES: Readonly<Record<PolicyKind, string>> = {
  identity: 'identity-based policy',
  resource: 'resource-based policy',
  boundary: 'permissions boundary',
  session: 'session policy',
  'service-control': 'service control policy',
  'resource-control': 'resource control policy',
};

/** Begins like the cloud's own refusals, then adds what the nearest statement required. */
export function explainDecision(decision: Decision, request: AccessRequest): string {
  const { action, resource } = request;
  const who = principalName(request.principal);
  if (decision.allowed) {
    const why = decision.by ? `by ${nameStatement(decision.by)}` : 'as the root user of its account';
    return `${who} is authorized to perform: ${action} on resource: ${resource} ${why}`;
  }
  const refused = `${who} is not authorized to perform: ${action} on resource: ${resource}`;
  if (decision.reason === 'explicit-deny')
    return `${refused} with an explicit deny${decision.by ? ` in ${nameStatement(decision.by)}` : ''}`;
  const lacking = POLICY_NAMES[decision.lacking ?? 'identity'];
  const nearest = decision.nearest ? `; ${nameStatement(decision.nearest)} came nearest, but ${explainMismatch(decision.nearest)}` : '';
  return `${refused} because no ${lacking} allows the ${action} action${nearest}`;
}

function nameStatement({ policy, statement }: StatementRef): string {
  return `statement ${typeof statement === 'number' ? `number ${statement + 1}` : `"${statement}"`} of the ${POLICY_NAMES[policy]}`;
}

function explainMismatch({ element, operator, key, expected, found }: Mismatch): string {
  const wanted = quote(expected);
  if (element === 'Condition') {
    const has = found === undefined ? 'the request has no such key' : `the request has ${quote(found)}`;
    return `its condition ${operator} wants ${key} to be ${wanted} and ${has}`;
  }
  if (expected.length === 0) return `it has no ${element}`;
  return `its ${element} is ${wanted}, the request's is ${quote(found ?? [])}`;
}

const SHOWN = 5;
/** Quotes the first few values, so that the sentence fits on a line. */
function quote(values: readonly string[]): string {
  const shown = values.slice(0, SHOWN).map((value) => `"${value}"`);
  if (values.length > SHOWN) shown.push(`${values.length - SHOWN} more`);
  return shown.join(' or ');
}
