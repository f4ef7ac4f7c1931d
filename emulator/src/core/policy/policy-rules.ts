// Rules of the identity service for policies beyond their form, in its order and words. Other services have rules of their own.
import { parseOperator } from './condition-operator.ts';
import { parseDate } from './parse-date.ts';
import { type PolicyDocument, PolicyError, type PolicyStatement } from './policy-document.ts';

/** Managed policies, permission boundaries, session policies. */
export function checkIdentityPolicy(document: PolicyDocument): void {
  if (document.version !== '2012-10-17') throw new PolicyError('version', 'Policy document must be version 2012-10-17 or greater.');
  checkInlinePolicy(document);
}

/** Inline policies of users, groups and roles. They may lack a version, as those of many templates do: it is then 2008-10-17. */
export function checkInlinePolicy({ statements }: PolicyDocument): void {
  checkEffects(statements);
  if (statements.some(({ principal }) => principal)) throw new PolicyError('principal', 'Policy document should not specify a principal.');
  checkStatements(statements);
  checkSids(statements);
  if (!statements.every(({ resource }) => resource && resource.values.length > 0)) {
    throw new PolicyError('resource-missing', 'Policy statement must contain resources.');
  }
}

/** Policies that say who may assume a role. (Invalid JSON, reason `json`, has the message `This policy contains invalid Json` here.) */
export function checkTrustPolicy({ statements }: PolicyDocument): void {
  if (statements.some(({ resource }) => resource)) throw new PolicyError('resource-prohibited', 'Has prohibited field Resource');
  checkPrincipals(statements);
  checkStatements(statements);
  checkSids(statements);
  if (!statements.every(({ action }) => action?.values.every((name) => name === '*' || /^sts:/i.test(name)))) {
    throw new PolicyError('action', 'AssumeRole policy may only specify STS AssumeRole actions.');
  }
}

/** Policies attached to a resource, where the service has no stricter rules; it words the refusal by `reason`. */
export function checkResourcePolicy({ statements }: PolicyDocument): void {
  checkEffects(statements);
  checkPrincipals(statements);
  checkStatements(statements);
}

/** Trust policies are not asked: `"ALLOW"` was recorded to be accepted there in February 2026. */
function checkEffects(statements: readonly PolicyStatement[]): void {
  if (statements.some(({ hasOddEffect }) => hasOddEffect)) throw new PolicyError('legacy', 'The policy failed legacy parsing');
}

function checkPrincipals(statements: readonly PolicyStatement[]): void {
  if (!statements.every(({ principal }) => principal)) throw new PolicyError('principal', 'Missing required field Principal');
}

/** Only where the identity service stores the policy; other services accept any text as a Sid. */
function checkSids(statements: readonly PolicyStatement[]): void {
  if (statements.every(({ sid = '' }) => /^[0-9A-Za-z]*$/.test(sid))) return;
  throw new PolicyError(
    'sid',
    'Statement IDs (SID) must be alpha-numeric. Check that your input satisfies the regular expression [0-9A-Za-z]*',
  );
}

/** Rules that all kinds of policies share: dates, identifiers, actions, the form of resources. */
function checkStatements(statements: readonly PolicyStatement[]): void {
  const resources = statements.flatMap(({ resource }) => [...(resource?.values ?? [])].sort());
  const wrong = resources.map(whatIsWrong).find((message) => message !== undefined);
  if (!statements.every(datesAreDates) || (wrong === undefined && !resources.every(readsAsOfOld))) {
    throw new PolicyError('legacy', 'The policy failed legacy parsing');
  }
  const sids = statements.map(({ sid }) => sid).filter(Boolean);
  if (new Set(sids).size < sids.length) throw new PolicyError('sid', 'Statement IDs (SID) in a single policy must be unique.');
  if (!statements.every(({ action }) => action && action.values.length > 0)) {
    throw new PolicyError('action-missing', 'Policy statement must contain actions.');
  }
  if (wrong !== undefined) throw new PolicyError('resource', wrong);
  for (const name of statements.flatMap(({ action }) => action?.values ?? [])) checkAction(name);
}

const datesAreDates = ({ conditions }: PolicyStatement): boolean =>
  conditions.every(({ operator, values }) => {
    const isDate = parseOperator(operator) !== undefined && /^(?:\w+:)?Date/.test(operator);
    return !isDate || values.every((value) => parseDate(value) !== undefined);
  });

function checkAction(name: string): void {
  const [vendor = '', ...rest] = name.split(':');
  if (rest.length === 0 && vendor !== '*') {
    throw new PolicyError('action', 'Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.');
  }
  if (rest.length > 1) throw new PolicyError('action', 'Actions/Condition can contain only one colon.');
  if (vendor !== '*' && /[^a-zA-Z0-9\-.]/.test(vendor)) throw new PolicyError('action', `Vendor ${vendor} is not valid`);
}

const PARTITIONS = new Set(['aws', 'aws-cn', 'aws-us-gov', 'aws-iso', 'aws-iso-b', 'aws-iso-e', 'aws-iso-f', 'aws-eusc', '*']);

const IDENTITY_PATHS = [
  'user/',
  'federated-user/',
  'role/',
  'group/',
  'instance-profile/',
  'mfa/',
  'server-certificate/',
  'policy/',
  'sms-mfa/',
  'saml-provider/',
  'oidc-provider/',
  'report/',
  'access-report/',
];

function whatIsWrong(resource: string): string | undefined {
  if (resource === '*') return undefined;
  const [, partition, vendor, region, account, ...rest] = resource.split(':');
  if (partition === undefined) return `Resource ${resource} must be in ARN format or "*".`;
  if (!PARTITIONS.has(partition)) {
    const parts = [vendor || (region === undefined ? '*' : ''), region ?? '*', account ?? '*', rest.length > 0 ? rest.join(':') : '*'];
    return `Partition "${partition}" is not valid for resource "arn:${partition}:${parts.join(':')}".`;
  }
  if (vendor === undefined) return 'Resource vendor must be fully qualified and cannot contain regexes.';
  const name = rest.join(':');
  if (vendor === 'iam' && region !== '') return `IAM resource ${resource} cannot contain region information.`;
  if (vendor === 's3' && region !== '' && !name.startsWith('accesspoint/'))
    return `Resource ${resource} can not contain region information.`;
  if (vendor === 'iam' && !IDENTITY_PATHS.some((path) => name.startsWith(path))) {
    return `IAM resource path must either be "*" or start with ${IDENTITY_PATHS.join(', ')}.`;
  }
  return undefined;
}

function readsAsOfOld(resource: string): boolean {
  if (resource === '*') return true;
  const parts = resource.split(':');
  return (parts.length > 5 || !resource.includes('::')) && parts[2] !== '';
}
