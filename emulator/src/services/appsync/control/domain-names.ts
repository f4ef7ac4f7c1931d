// Domain names of APIs: from its creation on, a name leads to this service, and to an API once that is associated with it.
import type { Ctx } from '#core/ctx';
import { claimHost, hostClaim, isUnclaimable, releaseHost } from '#core/host-names';
import type { Frozen, Tx } from '#core/records';
import { type ApiAssociation, type DomainNameConfig, operation } from '#model/appsync';
import { bad, notFound } from '#services/appsync/faults';
import { pageOfValues } from '#services/appsync/pages';
import { type DomainName, domainNames } from '#services/appsync/state';
import { domainNameArn, findAnyApi, findDomainName } from './find.ts';
import { API_TAGS } from './tag-rules.ts';

/** The hosted zone of CloudFront, in which the cloud serves these names. */
const HOSTED_ZONE = 'Z2FDTNDATAQYW2';
const TARGET_LENGTH = 13;
const TARGET_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

const shown = ({ name, certificateArn, description, target, tags }: Frozen<DomainName>, ctx: Ctx): DomainNameConfig => ({
  ...{ domainName: name, certificateArn, description, appsyncDomainName: target, hostedZoneId: HOSTED_ZONE },
  tags: { ...tags },
  domainNameArn: domainNameArn(name, ctx),
});

const association = ({ name, apiId }: Frozen<DomainName>): ApiAssociation => ({ domainName: name, apiId, associationStatus: 'SUCCESS' });

export const CreateDomainName = operation('CreateDomainName', ({ domainName, certificateArn, description, tags }, ctx) => {
  const name = domainName.toLowerCase();
  if (isUnclaimable(name, ctx)) throw bad(`The domain name ${domainName} leads to the emulator itself.`);
  if (hostClaim(name, ctx)?.name === name) throw bad(`The domain name ${domainName} already exists.`);
  const target = `d${ctx.random(TARGET_LENGTH, TARGET_ALPHABET)}.cloudfront.net`;
  const domain: DomainName = { name, certificateArn, description, tags: API_TAGS.ofNew(tags, ctx), target };
  ctx.write((tx) => {
    tx.put(ctx.records(domainNames), [name], domain);
    claimHost(tx, name, ctx);
  });
  return { domainNameConfig: shown(domain, ctx) };
});

export const GetDomainName = operation('GetDomainName', ({ domainName }, ctx) => ({
  domainNameConfig: shown(findDomainName(domainName, ctx), ctx),
}));

export const ListDomainNames = operation('ListDomainNames', (input, ctx) => {
  const { items, nextToken } = pageOfValues(ctx.records(domainNames), [], input);
  return { domainNameConfigs: items.map((domain) => shown(domain, ctx)), nextToken };
});

export const UpdateDomainName = operation('UpdateDomainName', ({ domainName, description }, ctx) => {
  const domain: DomainName = { ...findDomainName(domainName, ctx), description };
  ctx.write((tx) => tx.put(ctx.records(domainNames), [domain.name], domain));
  return { domainNameConfig: shown(domain, ctx) };
});

export const DeleteDomainName = operation('DeleteDomainName', ({ domainName }, ctx) => {
  const { name } = findDomainName(domainName, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(domainNames), [name]);
    releaseHost(tx, name, ctx);
  });
});

export const AssociateApi = operation('AssociateApi', ({ domainName, apiId }, ctx) => {
  const domain: DomainName = { ...findDomainName(domainName, ctx), apiId: findAnyApi(apiId, ctx).id };
  ctx.write((tx) => tx.put(ctx.records(domainNames), [domain.name], domain));
  return { apiAssociation: association(domain) };
});

/** @throws Fault NotFoundException for a name that no API has */
function findAssociated(domainName: string, ctx: Ctx): Frozen<DomainName> {
  const domain = findDomainName(domainName, ctx);
  if (domain.apiId === undefined) throw notFound(`No API is associated with the domain name ${domainName}.`);
  return domain;
}

export const GetApiAssociation = operation('GetApiAssociation', ({ domainName }, ctx) => ({
  apiAssociation: association(findAssociated(domainName, ctx)),
}));

export const DisassociateApi = operation('DisassociateApi', ({ domainName }, ctx) => {
  const domain = findAssociated(domainName, ctx);
  ctx.write((tx) => tx.put(ctx.records(domainNames), [domain.name], { ...domain, apiId: undefined }));
});

/** The names of an API that is deleted lead nowhere. */
export function disassociateAll(tx: Tx, apiId: string, ctx: Ctx): void {
  for (const domain of ctx.records(domainNames).range([]))
    if (domain.apiId === apiId) tx.put(ctx.records(domainNames), [domain.name], { ...domain, apiId: undefined });
}
