// Policy documents: checked by the rules of their place, counted without white space, given back verbatim but URL-encoded.

import { parsePolicy } from '#core/policy/parse-policy';
import type { PolicyDocument } from '#core/policy/policy-document';
import { PolicyError } from '#core/policy/policy-document';
import { fault } from '#model/iam';

/** RFC 3986: `encodeURIComponent` leaves five characters alone that IAM does not. */
export const encodeDocument = (document: string): string =>
  encodeURIComponent(document).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** What quotas count. */
export const documentSize = (document: string): number => document.replace(/\s/g, '').length;

const malformed = (message: string) => fault('MalformedPolicyDocumentException', message);

export function readDocument(document: string): PolicyDocument {
  try {
    return parsePolicy(document);
  } catch (error) {
    if (error instanceof PolicyError) throw malformed(error.message);
    throw error;
  }
}

/** A policy of users, groups and roles: says what and on what, never who. */
export function checkIdentityPolicy(document: string): void {
  const { version, statements } = readDocument(document);
  checkSids(statements.map(({ sid }) => sid));
  for (const statement of statements) {
    if (statement.principal) throw malformed('Policy document should not specify a principal.');
    if (!statement.action) throw malformed('Policy statement must contain actions.');
    if (!statement.resource || statement.resource.values.length === 0) throw malformed('Policy statement must contain resources.');
    for (const action of statement.action.values) checkAction(action);
    for (const resource of statement.resource.values) checkResource(resource);
  }
  if (version === undefined && statements.some(({ sid }) => sid === '')) throw malformed('Syntax errors in policy.');
}

/** The trust policy of a role: says who, about the role itself. */
export function checkTrustPolicy(document: string): void {
  const { statements } = readDocument(document);
  checkSids(statements.map(({ sid }) => sid));
  for (const { principal, resource, action } of statements) {
    if (resource) throw malformed('Has prohibited field Resource');
    if (!principal) throw malformed('Missing required field Principal');
    if (principal.negated && principal.values === '*') throw malformed('Syntax errors in policy.');
    if (!action) throw malformed('Missing required field Action');
    for (const name of action.values) {
      if (name !== '*' && !/^sts:/i.test(name)) throw malformed('AssumeRole policy may only specify STS AssumeRole actions.');
    }
  }
}

function checkSids(sids: readonly (string | undefined)[]): void {
  const given = sids.filter((sid) => sid !== undefined && sid !== '');
  if (new Set(given).size < given.length) throw malformed('Statement IDs (SID) in a single policy must be unique.');
  const odd = given.find((sid) => !/^[0-9A-Za-z]*$/.test(sid as string));
  if (odd !== undefined)
    throw malformed(`Statement IDs (SID) must be alpha-numeric. Check that your input satisfies the regular expression [0-9A-Za-z]*`);
}

function checkAction(action: string): void {
  if (action === '*') return;
  const [vendor = '', name, ...more] = action.split(':');
  if (name === undefined) throw malformed('Actions/Conditions must be prefaced by a vendor, e.g., iam, sdb, ec2, etc.');
  if (more.length > 0) throw malformed('Actions/Condition can contain only one colon.');
  if (!/^[A-Za-z0-9.*-]+$/.test(vendor)) throw malformed(`Vendor ${vendor} is not valid`);
}

function checkResource(resource: string): void {
  if (resource === '*' || resource.startsWith('${')) return;
  if (!resource.includes(':')) throw malformed(`Resource ${resource} must be in ARN format or "*".`);
  const [scheme, partition = '', service] = resource.split(':');
  if (scheme !== 'arn' && scheme !== '*') throw malformed(`Resource ${resource} must be in ARN format or "*".`);
  if (!/^(?:aws(?:-[a-z-]+)?|\*|\$\{.*\}|.*\*.*)$/.test(partition))
    throw malformed(`Partition "${partition}" is not valid for resource "${resource}".`);
  if (service === undefined && !partition.includes('*'))
    throw malformed('Resource vendor must be fully qualified and cannot contain regexes.');
}
