// Domains of pools: a prefix below the cloud's own domain, or a name of the user's own.

import type { Ctx } from '#core/ctx';
import { claimHost, hostClaim, isUnclaimable, releaseHost } from '#core/host-names';
import type { Frozen } from '#core/records';
import { operation } from '#model/cognito-idp';
import { invalid, notFound, refuseGiven } from '#services/cognito-idp/faults';
import { type Domain, domains } from '#services/cognito-idp/state';
import { claim, findPool, ownerOf, ownersOf, putPool } from './find-pool.ts';

/** Words that no prefix may contain. */
const RESERVED = /aws|amazon|cognito/;
const REFUSED = { Routing: 'a pool is in one region here.' };

/** Labels of letters, digits and hyphens: one for a prefix, more for a name of the user's own. */
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

const isCustomDomain = (domain: string): boolean => domain.includes('.');
/** Where the cloud serves a custom domain; nothing leads there here. */
const distributionOf = (domain: string): string => `d${Buffer.from(domain).toString('hex').slice(0, 13)}.cloudfront.net`;

export const CreateUserPoolDomain = operation('CreateUserPoolDomain', (input, ctx) => {
  const { Domain: name, UserPoolId, CustomDomainConfig, ManagedLoginVersion = 1 } = input;
  refuseGiven(input, REFUSED);
  if (!DOMAIN.test(name)) throw invalid(`Invalid domain: ${name}`);
  const pool = findPool(UserPoolId, ctx);
  const isCustom = isCustomDomain(name);
  if ((isCustom ? pool.customDomain : pool.domain) !== undefined) throw invalid('User pool already has a domain configured.');
  if (ownerOf('domain', name, ctx)) throw invalid('Domain already associated with another user pool.');
  if (isCustom) mustBeClaimable(name, CustomDomainConfig?.CertificateArn, ctx);
  else if (RESERVED.test(name)) throw invalid('Domain contains a reserved word: aws, amazon or cognito.');
  const record: Domain = {
    poolId: pool.id,
    domain: name,
    version: ManagedLoginVersion,
    certificateArn: CustomDomainConfig?.CertificateArn,
  };
  ctx.write((tx) => {
    tx.put(ctx.records(domains), [name], record);
    claim(tx, ['domain', name], pool.id, ctx);
    if (isCustom) claimHost(tx, name, ctx);
    putPool(tx, { ...pool, ...(isCustom ? { customDomain: name } : { domain: name }) }, ctx);
  });
  return { ManagedLoginVersion, CloudFrontDomain: isCustom ? distributionOf(name) : undefined };
});

function mustBeClaimable(name: string, certificateArn: string | undefined, ctx: Ctx): void {
  if (certificateArn === undefined) throw invalid('Custom domain configuration is required for a custom domain.');
  if (isUnclaimable(name, ctx)) throw invalid(`The domain ${name} leads to the emulator itself, and no user pool can have it.`);
  if (hostClaim(name, ctx)) throw invalid('Domain already associated with another resource.');
}

function findDomain(name: string, poolId: string, ctx: Ctx): Frozen<Domain> {
  const found = ctx.records(domains).get([name]);
  if (!found || found.poolId !== poolId) throw notFound(`No such domain: ${name} of user pool ${poolId}.`);
  return found;
}

export const UpdateUserPoolDomain = operation('UpdateUserPoolDomain', (input, ctx) => {
  const { Domain: name, UserPoolId, CustomDomainConfig, ManagedLoginVersion } = input;
  refuseGiven(input, REFUSED);
  findPool(UserPoolId, ctx);
  const found = findDomain(name, UserPoolId, ctx);
  if (CustomDomainConfig && !isCustomDomain(name)) throw invalid('Only a custom domain has a certificate.');
  const version = ManagedLoginVersion ?? found.version;
  const certificateArn = CustomDomainConfig?.CertificateArn ?? found.certificateArn;
  ctx.write((tx) => tx.put(ctx.records(domains), [name], { ...found, version, certificateArn }));
  return { ManagedLoginVersion: version, CloudFrontDomain: isCustomDomain(name) ? distributionOf(name) : undefined };
});

export const DescribeUserPoolDomain = operation('DescribeUserPoolDomain', ({ Domain: name }, ctx) => {
  const found = ctx.records(domains).get([name]);
  if (!found) return { DomainDescription: {} };
  const isCustom = isCustomDomain(name);
  return {
    DomainDescription: {
      UserPoolId: found.poolId,
      AWSAccountId: ctx.account,
      Domain: name,
      S3Bucket: `aws-cognito-prod-${ctx.region}-assets`,
      CloudFrontDistribution: distributionOf(name),
      Version: '20000101000000',
      Status: 'ACTIVE',
      CustomDomainConfig: isCustom ? { CertificateArn: found.certificateArn ?? '' } : undefined,
      ManagedLoginVersion: found.version,
    },
  };
});

export const DeleteUserPoolDomain = operation('DeleteUserPoolDomain', ({ Domain: name, UserPoolId }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  findDomain(name, UserPoolId, ctx);
  const isCustom = isCustomDomain(name);
  ctx.write((tx) => {
    tx.delete(ctx.records(domains), [name]);
    tx.delete(ownersOf(ctx), ['domain', name]);
    if (isCustom) releaseHost(tx, name, ctx);
    putPool(tx, { ...pool, ...(isCustom ? { customDomain: undefined } : { domain: undefined }) }, ctx);
  });
});
