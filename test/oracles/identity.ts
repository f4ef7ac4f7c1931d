// Compares decisions with the public cases of another evaluator: `IDENTITY_REFERENCE=<checkout of cloud-copilot/iam-simulate> npm run oracle:identity`.
// Prints how many agree, and each difference. Cases of what it alone has (modes that ignore conditions, endpoints, its own checks of actions) are passed over.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicyPrincipal } from '#core/policy/access-request';
import { type ApplicablePolicies, decide } from '#core/policy/decide';
import { parsePolicy } from '#core/policy/parse-policy';
import { type PolicyDocument, PolicyError } from '#core/policy/policy-document';

const CASES = join(process.env['IDENTITY_REFERENCE'] ?? '', 'src/core_engine/coreEngineTests');

interface Level {
  readonly policies: readonly Written[];
}
type Written = object & { readonly policy?: object };
interface Case {
  readonly name: string;
  readonly request: {
    readonly action: string;
    readonly resource: { readonly resource: string; readonly accountId: string };
    readonly principal: string | { readonly type: string };
    readonly context?: Readonly<Record<string, string | string[]>>;
  };
  readonly identityPolicies?: readonly Written[];
  readonly serviceControlPolicies?: readonly Level[];
  readonly resourceControlPolicies?: readonly Level[];
  readonly permissionBoundaries?: readonly Written[];
  readonly sessionPolicy?: Written;
  readonly resourcePolicy?: Written;
  readonly simulation?: unknown;
  readonly expected: { readonly response: string };
}

/** The reference takes an ARN for a whole Principal, and a list of no statements; the cloud does not store either. */
const documentOf = (written: Written): PolicyDocument =>
  parsePolicy(
    JSON.stringify(written.policy ?? written)
      .replace(/"(Principal|NotPrincipal)":"(arn:[^"]*)"/g, '"$1":{"AWS":"$2"}')
      .replace('"Statement":[]', '"Statement":{"Effect":"Deny","NotAction":"*","Resource":"*"}'),
  );
/** The reference answers without them, because their resources or actions are none of the cloud's. */
const PASSED_OVER =
  /discoveryMode|endpoints|wildcardOnlyActions|resourceWildcards|whitespaceActions|managedPolicies|kms\/aliases|reserved|getCallerIdentity/;

function principalOf(written: Case['request']['principal']): PolicyPrincipal {
  if (typeof written !== 'string') return { kind: 'anonymous' };
  if (/\.amazonaws\.com$/.test(written)) return { kind: 'service', service: written };
  const [, , service, , account = '', resource = ''] = written.split(':');
  if (service === 'sts' && resource.startsWith('assumed-role/')) return { kind: 'assumed-role', arn: written, account };
  const kind = resource === 'root' ? 'account' : resource.startsWith('role/') ? 'role' : 'user';
  return { kind, arn: written, account };
}

function decisionOf({ request, ...given }: Case): string {
  const { identityPolicies = [], serviceControlPolicies = [], resourceControlPolicies = [], permissionBoundaries, sessionPolicy } = given;
  const boundary = permissionBoundaries?.map(documentOf);
  const policies: ApplicablePolicies = {
    identity: identityPolicies.map(documentOf),
    resource: given.resourcePolicy && documentOf(given.resourcePolicy),
    boundary: boundary?.[0],
    session: sessionPolicy && [documentOf(sessionPolicy)],
    serviceControl: serviceControlPolicies.map(({ policies }) => policies.map(documentOf)),
    resourceControl: resourceControlPolicies.flatMap(({ policies }) => policies.map(documentOf)),
    resourceMustAllow: request.resource.resource !== '*' && /^(kms:|sts:AssumeRole)/.test(request.action),
  };
  const { action, resource, context = {} } = request;
  const asked = {
    principal: principalOf(request.principal),
    action,
    resource: resource.resource,
    resourceAccount: resource.accountId,
    context,
  };
  const { allowed, reason } = decide(asked, policies);
  return allowed ? 'Allowed' : reason === 'explicit-deny' ? 'ExplicitlyDenied' : 'ImplicitlyDenied';
}

/** Policies that the cloud would not store decide nothing here. */
function decided(each: Case): string {
  try {
    return decisionOf(each);
  } catch (error) {
    if (error instanceof PolicyError) return `refused (${error.message})`;
    throw error;
  }
}

let agreed = 0;
let passedOver = 0;
const differences: string[] = [];
for (const file of readdirSync(CASES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))) {
  for (const each of JSON.parse(readFileSync(join(CASES, file), 'utf8')) as Case[]) {
    if (PASSED_OVER.test(file) || each.simulation) {
      passedOver++;
      continue;
    }
    const found = decided(each);
    if (found === each.expected.response) agreed++;
    else differences.push(`${file}: ${each.name}: here ${found}, there ${each.expected.response}`);
  }
}
process.stdout.write(
  `${agreed} agree, ${differences.length} differ, ${passedOver} are passed over\n${differences.map((line) => `${line}\n`).join('')}`,
);
