import { describe, expect, it } from 'vitest';
import { aclOf, cannedAcl, isPublicAcl, mentionsAcl, ownerOf } from './acl.ts';

const OWNER = '000000000000';
const OTHER = '111111111111';

describe('access control lists', () => {
  it('know owners by 64 digits', () => {
    expect(ownerOf(OWNER).ID).toMatch(/^[0-9a-f]{64}$/);
    expect(ownerOf(OWNER).ID).not.toBe(ownerOf(OTHER).ID);
  });
  it.each([
    ['private', 1, false],
    ['public-read', 2, true],
    ['public-read-write', 3, true],
    ['authenticated-read', 2, true],
    ['log-delivery-write', 3, false],
    ['bucket-owner-read', 2, false],
  ])('%s', (name, grants, open) => {
    const acl = cannedAcl(name, OWNER, OTHER);
    expect(acl).toHaveLength(grants);
    expect(isPublicAcl(acl)).toBe(open);
  });
  it('knows no other canned one', () => expect(() => cannedAcl('mine', OWNER, OWNER)).toThrow());
  it('read grants from headers', () => {
    const ID = ownerOf(OTHER).ID;
    const uri = 'http://acs.amazonaws.com/groups/global/AllUsers';
    expect(aclOf({ GrantRead: `id="${ID}", uri="${uri}"`, GrantFullControl: `id=${ID}` }, OWNER, OWNER)).toEqual([
      { Grantee: { Type: 'CanonicalUser', ID }, Permission: 'FULL_CONTROL' },
      { Grantee: { Type: 'CanonicalUser', ID }, Permission: 'READ' },
      { Grantee: { Type: 'Group', URI: uri }, Permission: 'READ' },
    ]);
    expect(() => aclOf({ GrantRead: 'id=short' }, OWNER, OWNER)).toThrow('Invalid id');
    expect(() => aclOf({ GrantRead: 'nonsense' }, OWNER, OWNER)).toThrow('Argument format');
    expect(() => aclOf({ ACL: 'private', GrantRead: `id="${ID}"` }, OWNER, OWNER)).toThrow('not allowed');
  });
  it('check whole documents', () => {
    const Grants = [{ Grantee: { Type: 'CanonicalUser' as const, ID: ownerOf(OWNER).ID }, Permission: 'READ' as const }];
    expect(aclOf({ AccessControlPolicy: { Owner: ownerOf(OWNER), Grants } }, OWNER, OWNER)).toEqual(Grants);
    expect(() => aclOf({ AccessControlPolicy: { Grants } }, OWNER, OWNER)).toThrow('not well-formed');
    expect(() => aclOf({ AccessControlPolicy: { Owner: ownerOf(OTHER), Grants } }, OWNER, OWNER)).toThrow('Invalid id');
  });
  it('are mentioned or not', () => expect([mentionsAcl({}), mentionsAcl({ ACL: 'private' })]).toEqual([false, true]));
});
