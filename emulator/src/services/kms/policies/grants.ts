// Grants: permissions to use a key, besides its policy. Stored and listed; identities are not evaluated, so grants decide nothing.
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { type CreateGrantRequest, fault, type GrantListEntry, operation } from '#model/kms';
import { invalid, stopDryRun } from '#services/kms/faults';
import { type LocatedKey, locateById, requireNotDeleted } from '#services/kms/find-key';
import { keyArn, rootArn } from '#services/kms/key-arn';
import { KEY_SPECS } from '#services/kms/key-specs';
import { type PageInput, pagesOf } from '#services/kms/pages';
import { type Grant, grantNames, grants, grantTokens, retirableGrants } from '#services/kms/state';

const PAGE_SIZE = 50;
const CHUNK = 200;
const HEX_LENGTH = 64;
const TOKEN_LENGTH = 128;
const TOKEN_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const CreateGrant = operation('CreateGrant', (input, ctx) => {
  const { there, key } = locateGranting(input, ctx);
  stopDryRun(input.DryRun);
  const grant = draft(key.id, input, there);
  const existing = sameGrant(grant, there);
  // A repeated request with the same name answers the same grant.
  if (existing) return { GrantId: existing.id, GrantToken: existing.token };
  const retiring = retirerOf(grant);
  there.write((tx) => {
    tx.put(there.records(grants), [key.id, grant.id], grant);
    tx.put(there.records(grantTokens), [grant.token], { keyId: key.id, id: grant.id });
    if (grant.name !== undefined) tx.put(there.records(grantNames), [key.id, grant.name, grant.id], { id: grant.id });
    if (retiring) tx.put(there.records(retirableGrants), [retiring, key.id, grant.id], { id: grant.id });
  });
  return { GrantId: grant.id, GrantToken: grant.token };
});

function locateGranting(input: CreateGrantRequest, ctx: Ctx): LocatedKey {
  const found = locateById(input.KeyId, ctx);
  requireNotDeleted(found);
  if ((input.GranteePrincipal === undefined) === (input.GranteeServicePrincipal === undefined))
    throw invalid('Specify either GranteePrincipal or GranteeServicePrincipal.');
  if (input.RetiringPrincipal !== undefined && input.RetiringServicePrincipal !== undefined)
    throw invalid('Specify either RetiringPrincipal or RetiringServicePrincipal.');
  const { EncryptionContextEquals, EncryptionContextSubset } = input.Constraints ?? {};
  if ((EncryptionContextEquals || EncryptionContextSubset) && KEY_SPECS[found.key.spec]!.family !== 'symmetric')
    throw invalid('Grant constraints on the encryption context are not supported for asymmetric and HMAC KMS keys.');
  return found;
}

function draft(keyId: string, input: CreateGrantRequest, ctx: Ctx): Grant {
  return {
    id: ctx.random(HEX_LENGTH),
    keyId,
    token: ctx.random(TOKEN_LENGTH, TOKEN_ALPHABET),
    createdMs: ctx.now(),
    issuer: rootArn(ctx),
    operations: input.Operations,
    ...(input.Name !== undefined && { name: input.Name }),
    ...(input.GranteePrincipal !== undefined && { granteePrincipal: input.GranteePrincipal }),
    ...(input.GranteeServicePrincipal !== undefined && { granteeServicePrincipal: input.GranteeServicePrincipal }),
    ...(input.RetiringPrincipal !== undefined && { retiringPrincipal: input.RetiringPrincipal }),
    ...(input.RetiringServicePrincipal !== undefined && { retiringServicePrincipal: input.RetiringServicePrincipal }),
    ...(input.Constraints && { constraints: input.Constraints as NonNullable<Grant['constraints']> }),
  };
}

/** The grant with the same name and otherwise equal content, if there is one. */
function sameGrant(grant: Grant, ctx: Ctx): Frozen<Grant> | undefined {
  if (grant.name === undefined) return undefined;
  const facts = ({ id: _id, token: _token, createdMs: _ms, ...rest }: Frozen<Grant>) => rest;
  const named = ctx.records(grantNames).range([grant.keyId, grant.name]);
  const found = named.map(({ id }) => ctx.records(grants).get([grant.keyId, id])!);
  return found.find((other) => isDeepStrictEqual(facts(other), facts(grant)));
}

const retirerOf = ({ retiringPrincipal, retiringServicePrincipal }: Frozen<Grant>) => retiringPrincipal ?? retiringServicePrincipal;

export const ListGrants = operation('ListGrants', ({ KeyId, GrantId, GranteePrincipal, GranteeServicePrincipal, ...page }, ctx) => {
  const { there, key, arn } = locateById(KeyId, ctx);
  requireNotDeleted({ key, arn });
  const wanted = (grant: Frozen<Grant>) =>
    (GrantId === undefined || grant.id === GrantId) &&
    (GranteePrincipal === undefined || grant.granteePrincipal === GranteePrincipal) &&
    (GranteeServicePrincipal === undefined || grant.granteeServicePrincipal === GranteeServicePrincipal);
  return answer(
    page,
    (after, limit) => {
      const found: Frozen<Grant>[] = [];
      for (const grant of walk(key.id, after?.slice(after.indexOf('/') + 1), there)) {
        if (found.length === limit) break;
        if (wanted(grant)) found.push(grant);
      }
      return found;
    },
    there,
  );
});

/** The key's grants after that id, read in chunks. */
function* walk(keyId: string, after: string | undefined, ctx: Ctx): Iterable<Frozen<Grant>> {
  let last = after;
  for (;;) {
    const chunk = ctx.records(grants).range([keyId], { after: last === undefined ? undefined : [keyId, last], limit: CHUNK });
    yield* chunk;
    if (chunk.length < CHUNK) return;
    last = chunk.at(-1)!.id;
  }
}

export const ListRetirableGrants = operation('ListRetirableGrants', ({ RetiringPrincipal, RetiringServicePrincipal, ...page }, ctx) => {
  const retiring = RetiringPrincipal ?? RetiringServicePrincipal;
  if (retiring === undefined) throw invalid('Specify either RetiringPrincipal or RetiringServicePrincipal.');
  return answer(
    page,
    (after, limit) => {
      const [keyId = '', id = ''] = after?.split('/') ?? [];
      const range = { after: after === undefined ? undefined : ([retiring, keyId, id] as [string, string, string]), limit };
      const found = ctx.records(retirableGrants).entries([retiring], range);
      return found.map(([[, ofKey, grantId]]) => ctx.records(grants).get([ofKey, grantId])!);
    },
    ctx,
  );
});

type Read = (after: string | undefined, limit: number) => readonly Frozen<Grant>[];

function answer(request: PageInput, read: Read, ctx: Ctx) {
  const { items, ...rest } = pagesOf(PAGE_SIZE).pageOfNamed(request, read, ({ keyId, id }) => `${keyId}/${id}`);
  return { Grants: items.map((grant) => describe(grant, ctx)), ...rest };
}

const describe = (grant: Frozen<Grant>, ctx: Ctx): GrantListEntry => ({
  KeyId: keyArn(ctx, grant.keyId),
  GrantId: grant.id,
  Name: grant.name ?? '',
  CreationDate: new Date(grant.createdMs),
  GranteePrincipal: grant.granteePrincipal,
  GranteeServicePrincipal: grant.granteeServicePrincipal,
  RetiringPrincipal: grant.retiringPrincipal,
  RetiringServicePrincipal: grant.retiringServicePrincipal,
  IssuingAccount: grant.issuer,
  Operations: grant.operations,
  Constraints: grant.constraints,
});

export const RevokeGrant = operation('RevokeGrant', ({ KeyId, GrantId, DryRun }, ctx) => {
  const found = locateById(KeyId, ctx);
  requireNotDeleted(found);
  endGrant(found.key.id, GrantId, DryRun, found.there);
});

export const RetireGrant = operation('RetireGrant', ({ GrantToken, KeyId, GrantId, DryRun }, ctx) => {
  if (GrantToken !== undefined) {
    const named = ctx.records(grantTokens).get([GrantToken]);
    if (!named) throw fault('InvalidGrantTokenException', 'The grant token is invalid.');
    return endGrant(named.keyId, named.id, DryRun, ctx);
  }
  if (KeyId === undefined || GrantId === undefined)
    throw invalid('Either a grant token, or both a grant ID and a key ID must be specified.');
  const found = locateById(KeyId, ctx);
  endGrant(found.key.id, GrantId, DryRun, found.there);
});

function endGrant(keyId: string, id: string, dryRun: boolean | undefined, ctx: Ctx): void {
  const grant = ctx.records(grants).get([keyId, id]);
  if (!grant) throw fault('NotFoundException', `Grant ID ${id} not found`);
  stopDryRun(dryRun);
  ctx.write((tx) => forgetGrant(tx, grant, ctx));
}

export function forgetGrant(tx: Tx, grant: Frozen<Grant>, ctx: Ctx): void {
  const { keyId, id, token, name } = grant;
  const retiring = retirerOf(grant);
  tx.delete(ctx.records(grants), [keyId, id]);
  tx.delete(ctx.records(grantTokens), [token]);
  if (name !== undefined) tx.delete(ctx.records(grantNames), [keyId, name, id]);
  if (retiring) tx.delete(ctx.records(retirableGrants), [retiring, keyId, id]);
}
