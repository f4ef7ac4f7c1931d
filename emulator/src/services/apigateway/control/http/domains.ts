// Custom domain names. They claim their host names, so that requests to them on the emulator's port reach the APIs that they are mapped to.
import type { Ctx } from '#core/ctx';
import { claimHost, hostClaim, isUnclaimable, releaseHost } from '#core/host-names';
import type { Frozen } from '#core/records';
import { partitionOf } from '#lib/arn';
import {
  type DomainNameConfiguration,
  type MutualTlsAuthenticationInput,
  operation,
  type DomainName as ShownDomain,
} from '#model/apigatewayv2';
import { newId } from '#services/apigateway/addresses/api-ids';
import { type Domain, domains, mappings, rules } from '#services/apigateway/http-state';
import { bad, conflict, notFound } from './faults.ts';
import { listed } from './pages.ts';
import { HTTP_TAGS } from './tag-rules.ts';

const NAME = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Limit: characters of a custom domain name. */
const MAX_NAME = 512;
/** The zone of regional endpoints in us-east-1. Nothing here resolves names, so that one stands for those of all regions. */
const HOSTED_ZONE = 'Z1UJRXOUMOOFQ8';

export const domainArn = (name: string, { region }: Pick<Ctx, 'region'>): string =>
  `arn:${partitionOf(region)}:apigateway:${region}::/domainnames/${name}`;

const shown = (domain: Frozen<Domain>, ctx: Ctx): ShownDomain => ({
  ApiMappingSelectionExpression: '$request.basepath',
  DomainName: domain.name,
  DomainNameArn: domainArn(domain.name, ctx),
  DomainNameConfigurations: domain.configurations.map(({ uploadedMs, ...configuration }) => ({
    ...configuration,
    CertificateUploadDate: uploadedMs === undefined ? undefined : new Date(uploadedMs),
  })),
  MutualTlsAuthentication: domain.mutualTls,
  RoutingMode: domain.routingMode,
  Tags: { ...domain.tags },
});

/** @throws Fault NotFound */
export function findDomain(name: string, ctx: Ctx): Frozen<Domain> {
  const found = ctx.records(domains).get([name.toLowerCase()]);
  if (!found) throw notFound(`Invalid domain name identifier specified ${name}`);
  return found;
}

export const CreateDomainName = operation('CreateDomainName', (input, ctx) => {
  const name = input.DomainName.toLowerCase();
  if (!NAME.test(name) || name.length > MAX_NAME) throw bad(`Invalid domain name: ${input.DomainName}`);
  if (isUnclaimable(name, ctx)) throw bad(`The domain name ${name} belongs to the gateway itself.`);
  if (hostClaim(name, ctx)?.name === name) throw conflict('The domain name you provided already exists.');
  const domain: Domain = {
    ...{ name, routingMode: input.RoutingMode ?? 'API_MAPPING_ONLY', tags: HTTP_TAGS.ofNew(input.Tags, ctx) },
    configurations: configurationsOf(input.DomainNameConfigurations, undefined, ctx),
    mutualTls: mutualTlsOf(input.MutualTlsAuthentication),
  };
  ctx.write((tx) => {
    tx.put(ctx.records(domains), [name], domain);
    claimHost(tx, name, ctx);
  });
  return shown(domain, ctx);
});

function configurationsOf(
  given: readonly DomainNameConfiguration[] | undefined,
  before: Frozen<Domain> | undefined,
  ctx: Ctx,
): Domain['configurations'] {
  if (given === undefined || given.length === 0) throw bad('DomainNameConfigurations must have at least one entry');
  return given.map(({ CertificateUploadDate: uploaded, ...configuration }, at) => {
    if (!configuration.CertificateArn) throw bad('A certificate ARN must be provided');
    if (configuration.EndpointType === 'EDGE') throw bad('The endpoint type EDGE is not supported for HTTP and WebSocket APIs');
    return {
      ...configuration,
      ApiGatewayDomainName: before?.configurations[at]?.ApiGatewayDomainName ?? `d-${newId(ctx)}.execute-api.${ctx.region}.amazonaws.com`,
      DomainNameStatus: 'AVAILABLE',
      EndpointType: configuration.EndpointType ?? 'REGIONAL',
      HostedZoneId: HOSTED_ZONE,
      IpAddressType: configuration.IpAddressType ?? 'ipv4',
      SecurityPolicy: configuration.SecurityPolicy ?? 'TLS_1_2',
      uploadedMs: uploaded?.getTime(),
    };
  });
}

function mutualTlsOf(given: MutualTlsAuthenticationInput | undefined): Domain['mutualTls'] {
  if (!given?.TruststoreUri) return undefined;
  if (!given.TruststoreUri.startsWith('s3://')) throw bad(`Invalid truststore URI: ${given.TruststoreUri}`);
  return given;
}

export const GetDomainName = operation('GetDomainName', ({ DomainName }, ctx) => shown(findDomain(DomainName, ctx), ctx));

export const GetDomainNames = operation('GetDomainNames', (input, ctx) =>
  listed(ctx.records(domains), [], input, (domain) => shown(domain, ctx)),
);

export const UpdateDomainName = operation('UpdateDomainName', ({ DomainName, ...input }, ctx) => {
  const before = findDomain(DomainName, ctx);
  const after: Frozen<Domain> = {
    ...before,
    routingMode: input.RoutingMode ?? before.routingMode,
    configurations:
      input.DomainNameConfigurations === undefined ? before.configurations : configurationsOf(input.DomainNameConfigurations, before, ctx),
    mutualTls: input.MutualTlsAuthentication === undefined ? before.mutualTls : mutualTlsOf(input.MutualTlsAuthentication),
  };
  ctx.write((tx) => tx.put(ctx.records(domains), [before.name], after));
  return shown(after, ctx);
});

export const DeleteDomainName = operation('DeleteDomainName', ({ DomainName }, ctx) => {
  const { name } = findDomain(DomainName, ctx);
  ctx.write((tx) => {
    for (const [key] of ctx.records(mappings).entries([name])) tx.delete(ctx.records(mappings), key);
    for (const [key] of ctx.records(rules).entries([name])) tx.delete(ctx.records(rules), key);
    tx.delete(ctx.records(domains), [name]);
    releaseHost(tx, name, ctx);
  });
});
