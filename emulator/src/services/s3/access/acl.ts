// Access control lists as values, read from canned names, grant headers or whole documents.
import { hash } from 'node:crypto';
import { unmodelled } from '#core/operation';
import { memoize } from '#lib/memoize';
import { type AccessControlPolicy, fault, type Grant, type Grantee, type Owner } from '#model/s3';
import { invalidArgument, invalidRequest } from '#services/s3/faults';

const GROUP = 'http://acs.amazonaws.com/groups/global';
export const ALL_USERS = `${GROUP}/AllUsers`;
export const AUTHENTICATED_USERS = `${GROUP}/AuthenticatedUsers`;
const LOG_DELIVERY = 'http://acs.amazonaws.com/groups/s3/LogDelivery';
const GROUPS = new Set([ALL_USERS, AUTHENTICATED_USERS, LOG_DELIVERY]);
/** An AWS user that reads bundles of machine images. */
const EC2_BUNDLES = '6aa5a366c34c1cbe25dc49211496e913e0351eb0e8c37aa3477e40942ec6b97c';
const GRANTEES = new Set(['CanonicalUser', 'Group', 'AmazonCustomerByEmail']);
const PERMISSIONS = new Set(['FULL_CONTROL', 'READ', 'WRITE', 'READ_ACP', 'WRITE_ACP']);

/** 64 digits derived from the account's number. */
const canonicalId = memoize((account) => hash('sha256', `canonical user of ${account}`));
/** The canonical user of an account. */
export const ownerOf = (account: string): Owner => ({ ID: canonicalId(account) });

const user = (ID: string | undefined): Grantee => ({ Type: 'CanonicalUser', ID });
const group = (URI: string): Grantee => ({ Type: 'Group', URI });
const grant = (Grantee: Grantee, Permission: string): Grant => ({ Grantee, Permission });
const fullControl = (account: string): Grant => grant(user(ownerOf(account).ID), 'FULL_CONTROL');

export const privateAcl = (account: string): readonly Grant[] => [fullControl(account)];

/** The grants of a canned ACL; `bucketOwner` matters for objects written by another account. */
export function cannedAcl(name: string, owner: string, bucketOwner: string): readonly Grant[] {
  const own = fullControl(owner);
  const foreign = owner !== bucketOwner;
  switch (name) {
    case 'private':
      return [own];
    case 'public-read':
      return [own, grant(group(ALL_USERS), 'READ')];
    case 'public-read-write':
      return [own, grant(group(ALL_USERS), 'READ'), grant(group(ALL_USERS), 'WRITE')];
    case 'authenticated-read':
      return [own, grant(group(AUTHENTICATED_USERS), 'READ')];
    case 'aws-exec-read':
      return [own, grant(user(EC2_BUNDLES), 'READ')];
    case 'bucket-owner-read':
      return foreign ? [own, grant(user(ownerOf(bucketOwner).ID), 'READ')] : [own];
    case 'bucket-owner-full-control':
      return foreign ? [own, fullControl(bucketOwner)] : [own];
    case 'log-delivery-write':
      return [own, grant(group(LOG_DELIVERY), 'WRITE'), grant(group(LOG_DELIVERY), 'READ_ACP')];
    default:
      throw invalidArgument('', 'x-amz-acl', name);
  }
}

export interface AclInput {
  readonly ACL?: string | undefined;
  readonly AccessControlPolicy?: AccessControlPolicy | undefined;
  readonly GrantFullControl?: string | undefined;
  readonly GrantRead?: string | undefined;
  readonly GrantReadACP?: string | undefined;
  readonly GrantWrite?: string | undefined;
  readonly GrantWriteACP?: string | undefined;
}

/** Whether a request contains an ACL in any form. */
export const mentionsAcl = (input: AclInput): boolean =>
  input.ACL !== undefined || input.AccessControlPolicy !== undefined || headerGrants(input).length > 0;

/** @throws Fault InvalidRequest or UnexpectedContent, where a request has a canned ACL, and grants or a document of its own */
export function refuseTwoAcls(input: AclInput): void {
  if (input.ACL !== undefined && headerGrants(input).length > 0)
    throw invalidRequest('Specifying both Canned ACLs and Header Grants is not allowed');
  if (input.ACL !== undefined && input.AccessControlPolicy !== undefined)
    throw unmodelled('UnexpectedContent', 'This request does not support content');
}

/** The grants in a request; private if it has none. */
export function aclOf(input: AclInput, owner: string, bucketOwner: string): readonly Grant[] {
  refuseTwoAcls(input);
  const fromHeaders = headerGrants(input);
  if (input.ACL !== undefined) return cannedAcl(input.ACL, owner, bucketOwner);
  if (fromHeaders.length > 0) return fromHeaders;
  return input.AccessControlPolicy ? checkedGrants(input.AccessControlPolicy, owner) : privateAcl(owner);
}

/** Whether everybody, or everybody with an AWS account, is granted something. */
export const isPublicAcl = (grants: readonly Grant[]): boolean =>
  grants.some(({ Grantee }) => Grantee?.URI === ALL_USERS || Grantee?.URI === AUTHENTICATED_USERS);

function checkedGrants({ Grants = [], Owner }: AccessControlPolicy, owner: string): readonly Grant[] {
  if (!Owner?.ID) throw malformedAcl();
  if (Owner.ID !== ownerOf(owner).ID) throw invalidArgument('Invalid id', 'CanonicalUser/ID', Owner.ID);
  for (const { Grantee, Permission } of Grants) {
    if (!Grantee || !GRANTEES.has(Grantee.Type ?? '') || !PERMISSIONS.has(Permission ?? '')) throw malformedAcl();
    checkGrantee(Grantee, 'Group/URI', 'CanonicalUser/ID');
  }
  return Grants;
}

const malformedAcl = () =>
  fault('MalformedACLError', 'The XML you provided was not well-formed or did not validate against our published schema');

/** `uriName`, `idName`: what the error calls them; documents and headers differ. */
function checkGrantee({ Type, ID, URI }: Grantee, uriName: string, idName: string): void {
  if (Type === 'Group' && !GROUPS.has(URI ?? '')) throw invalidArgument('Invalid group uri', uriName, URI);
  if (Type === 'CanonicalUser' && !/^[0-9a-f]{64}$/.test(ID ?? '')) throw invalidArgument('Invalid id', idName, ID);
}

function headerGrants(input: AclInput): Grant[] {
  const { GrantFullControl, GrantRead, GrantWrite, GrantReadACP, GrantWriteACP } = input;
  if (!(GrantFullControl || GrantRead || GrantWrite || GrantReadACP || GrantWriteACP)) return [];
  const given = { FULL_CONTROL: GrantFullControl, READ: GrantRead, WRITE: GrantWrite, READ_ACP: GrantReadACP, WRITE_ACP: GrantWriteACP };
  return Object.entries(given).flatMap(([permission, text]) => {
    const header = `x-amz-grant-${permission.toLowerCase().replace('_', '-')}`;
    return text ? granteesOf(text, header).map((each) => grant(each, permission)) : [];
  });
}

/** Reads a grant header: `id="…", uri="…"`. */
function granteesOf(text: string, header: string): Grantee[] {
  return text.split(',').map((each) => {
    const [, kind, value = ''] = /^\s*(id|uri|emailAddress)\s*=\s*"?([^"]*)"?\s*$/.exec(each) ?? [];
    if (kind === undefined) throw invalidArgument('Argument format not recognized', header, each.trim());
    const grantee: Grantee =
      kind === 'id' ? user(value) : kind === 'uri' ? group(value) : { Type: 'AmazonCustomerByEmail', EmailAddress: value };
    checkGrantee(grantee, 'uri', 'id');
    return grantee;
  });
}
