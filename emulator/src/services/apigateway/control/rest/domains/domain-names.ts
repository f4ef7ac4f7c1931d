// CreateDomainName, GetDomainName(s), UpdateDomainName, DeleteDomainName. A domain claims its host name, so that requests to it on the emulator's port
// reach the APIs that are mapped to it.
import type { Ctx } from '#core/ctx';
import { claimHost, hostClaim, isUnclaimable, releaseHost } from '#core/host-names';
import type { Tx } from '#core/records';
import { operation } from '#model/apigateway';
import { bad, conflict } from '#services/apigateway/control/rest/faults';
import { listed } from '#services/apigateway/control/rest/pages';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { text } from '#services/apigateway/control/rest/patch/patch-paths';
import { REST_TAGS } from '#services/apigateway/control/rest/tag-rules';
import { domains, mappings, rules } from '#services/apigateway/http-state';
import { domainFacts } from '#services/apigateway/rest-state';
import { type DomainSettings, findDomain, type StoredDomain, settingsOf, shownDomain, storedDomain } from './domain-settings.ts';

const NAME = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function put(tx: Tx, { domain, facts }: StoredDomain, ctx: Ctx): void {
  tx.put(ctx.records(domains), [domain.name], domain);
  tx.put(ctx.records(domainFacts), [domain.name], facts);
}

export const CreateDomainName = operation('CreateDomainName', ({ domainName, tags, ...input }, ctx) => {
  const name = domainName.toLowerCase();
  if (!NAME.test(name)) throw bad('Invalid domain name identifier specified');
  if (isUnclaimable(name, ctx)) throw bad(`The domain name ${name} belongs to the gateway itself.`);
  const claim = hostClaim(name, ctx);
  const isOfOthers = claim?.name === name && claim.account !== ctx.account;
  if (isOfOthers || ctx.records(domains).has([name])) throw conflict('The domain name you provided already exists.');
  const { certificateBody: _, certificatePrivateKey: __, ...settings } = input;
  const stored = storedDomain(name, settings, REST_TAGS.ofNew(tags, ctx), undefined, ctx);
  ctx.write((tx) => {
    put(tx, stored, ctx);
    claimHost(tx, name, ctx);
  });
  return shownDomain(stored, ctx);
});

export const GetDomainName = operation('GetDomainName', ({ domainName }, ctx) => shownDomain(findDomain(domainName, ctx), ctx));

export const GetDomainNames = operation('GetDomainNames', ({ resourceOwner, ...page }, ctx) => {
  if (resourceOwner === 'OTHER_ACCOUNTS') return { items: [] };
  return listed(ctx.records(domains), [], page, ({ name }) => shownDomain(findDomain(name, ctx), ctx));
});

const truststore = (member: 'truststoreUri' | 'truststoreVersion'): PatchPath<DomainSettings> => ({
  path: `/mutualTlsAuthentication/${member}`,
  ops: ['replace'],
  apply: (draft, { value }) => {
    draft.mutualTlsAuthentication = { ...draft.mutualTlsAuthentication, [member]: value || undefined };
  },
});

const PATHS: readonly PatchPath<DomainSettings>[] = [
  ...[
    ...['certificateName', 'certificateArn', 'regionalCertificateName', 'regionalCertificateArn', 'securityPolicy'],
    ...['ownershipVerificationCertificateArn', 'policy', 'routingMode', 'endpointAccessMode'],
  ].map((name) => text<DomainSettings>(`/${name}`)),
  truststore('truststoreUri'),
  truststore('truststoreVersion'),
  {
    path: '/endpointConfiguration/types/{type}',
    ops: ['replace'],
    apply: (draft, { value = '' }) => {
      draft.endpointConfiguration = { ...draft.endpointConfiguration, types: [value] };
    },
  },
  {
    path: '/endpointConfiguration/types',
    ops: ['add', 'remove'],
    apply: (draft, { op, value = '' }) => {
      const others = (draft.endpointConfiguration?.types ?? []).filter((each) => each !== value);
      draft.endpointConfiguration = { ...draft.endpointConfiguration, types: op === 'add' ? [...others, value] : others };
    },
  },
  {
    path: '/endpointConfiguration/ipAddressType',
    ops: ['replace'],
    apply: (draft, { value }) => {
      draft.endpointConfiguration = { ...draft.endpointConfiguration, ipAddressType: value };
    },
  },
];

export const UpdateDomainName = operation('UpdateDomainName', ({ domainName, patchOperations }, ctx) => {
  const before = findDomain(domainName, ctx);
  const settings = patched<DomainSettings>(settingsOf(before), patchOperations, PATHS, 'listed');
  const stored = storedDomain(before.domain.name, settings, before.domain.tags, before, ctx);
  ctx.write((tx) => put(tx, stored, ctx));
  return shownDomain(stored, ctx);
});

export const DeleteDomainName = operation('DeleteDomainName', ({ domainName }, ctx) => {
  const { name } = findDomain(domainName, ctx).domain;
  ctx.write((tx) => {
    for (const [key] of ctx.records(mappings).entries([name])) tx.delete(ctx.records(mappings), key);
    for (const [key] of ctx.records(rules).entries([name])) tx.delete(ctx.records(rules), key);
    tx.delete(ctx.records(domains), [name]);
    tx.delete(ctx.records(domainFacts), [name]);
    releaseHost(tx, name, ctx);
  });
});
