// Checks an organization that somebody describes, before it becomes a record.
import { ORGANIZATION_INVALID } from '#core/messages';
import { parsePolicy } from '#core/policy/parse-policy';
import { type PolicyDocument, PolicyError } from '#core/policy/policy-document';
import { checkInlinePolicy, checkResourcePolicy } from '#core/policy/policy-rules';
import { EmulatorError } from '#lib/emulator-error';
import type { ControlPolicy, Organization } from './organization.ts';

/** Limit: characters of a service control policy or resource control policy. */
const MAX_POLICY_LENGTH = 5120;
const ID = /^o-[a-z0-9]{10,32}$/;
const ACCOUNT = /^\d{12}$/;
const PATH = /^r-[0-9a-z]{4,32}(?:\/ou-[0-9a-z]{4,32}-[0-9a-z]{8,32}){0,5}$/;

export interface OrganizationRequest extends Pick<Organization, 'id' | 'managementAccount' | 'accounts'> {
  readonly policies?: readonly (Omit<ControlPolicy, 'content'> & { readonly content: object })[] | undefined;
  readonly withoutFullAccess?: readonly string[] | undefined;
}

/** @throws EmulatorError ORGANIZATION_INVALID */
export function checkedOrganization({
  id,
  managementAccount,
  accounts,
  policies = [],
  withoutFullAccess = [],
}: OrganizationRequest): Organization {
  if (!ID.test(id)) throw invalid(`The id ${JSON.stringify(id)} is none of an organization: o-a1b2c3d4e5 is one.`);
  const paths = Object.entries(accounts);
  for (const [account, path] of paths) {
    if (!ACCOUNT.test(account)) throw invalid(`The account ${JSON.stringify(account)} does not have 12 digits.`);
    if (!PATH.test(path))
      throw invalid(`The path ${JSON.stringify(path)} of the account ${account} does not lead from a root through units.`);
  }
  const roots = new Set(paths.map(([, path]) => path.split('/', 1)[0]));
  if (roots.size > 1) throw invalid(`An organization has one root, and the accounts have ${roots.size}: ${[...roots].join(', ')}.`);
  const known = new Set(paths.flatMap(([account, path]) => [account, ...path.split('/')]));
  for (const target of [...withoutFullAccess, ...policies.flatMap(({ targets }) => targets)])
    if (!known.has(target)) throw invalid(`The target ${JSON.stringify(target)} is no account, unit or root of the organization.`);
  return { id, managementAccount, accounts, withoutFullAccess, policies: policies.map(checkedPolicy) };
}

function checkedPolicy({ name, type, targets, content }: NonNullable<OrganizationRequest['policies']>[number]): ControlPolicy {
  const text = JSON.stringify(content);
  const refuse = (why: string) => invalid(`The policy ${JSON.stringify(name)} is invalid: ${why}`);
  if (text.length > MAX_POLICY_LENGTH) throw refuse(`it has ${text.length} characters, and ${MAX_POLICY_LENGTH} are allowed.`);
  try {
    const document = parsePolicy(text);
    if (type === 'SERVICE_CONTROL_POLICY') checkInlinePolicy(document);
    else checkResourceControl(document, refuse);
  } catch (error) {
    throw error instanceof PolicyError ? refuse(error.message) : error;
  }
  return { name, type, targets, content: text };
}

/** Organizations' guide, "RCP syntax": they deny, to everybody, actions that are named. */
function checkResourceControl(document: PolicyDocument, refuse: (why: string) => Error): void {
  checkResourcePolicy(document);
  for (const { effect, principal, action, resource } of document.statements) {
    if (effect !== 'Deny') throw refuse('a resource control policy has no Effect but Deny.');
    if (principal?.negated || principal?.values !== '*') throw refuse('a resource control policy has no Principal but "*".');
    if (!action || action.negated) throw refuse('a resource control policy needs Action.');
    if (!resource) throw refuse('a resource control policy needs Resource or NotResource.');
  }
}

const invalid = (problem: string): EmulatorError =>
  new EmulatorError(ORGANIZATION_INVALID, problem, {
    hint: 'Write it as {"id": "o-a1b2c3d4e5", "accounts": {"111122223333": "r-ab12/ou-ab12-11111111"}, "policies": [{"name": "no-deletion", "type": "SERVICE_CONTROL_POLICY", "targets": ["ou-ab12-11111111"], "content": {…}}]}.',
  });
