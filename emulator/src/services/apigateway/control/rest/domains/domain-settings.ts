// Custom domain names as REST APIs see them. They are one set for all kinds of APIs: the record is that of the other control plane, and what only this
// one knows stands beside it.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { table } from '#lib/table';
import type { CreateDomainNameRequest, DomainName, EndpointConfiguration } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { domainArn } from '#services/apigateway/control/http/domains';
import { bad, notFound } from '#services/apigateway/control/rest/faults';
import { type Domain, domains } from '#services/apigateway/http-state';
import { type DomainFacts, domainFacts } from '#services/apigateway/rest-state';

export type EndpointType = 'EDGE' | 'REGIONAL' | 'PRIVATE';

const REGIONAL_ZONE = 'Z1UJRXOUMOOFQ8';
/** The zone of all edge endpoints. */
const EDGE_ZONE = 'Z2FDTNDATAQYW2';
const PRIVATE_ID_LENGTH = 10;
const ROUTING_MODES: Readonly<Record<string, string>> = table({
  BASE_PATH_MAPPING_ONLY: 'API_MAPPING_ONLY',
  ROUTING_RULE_ONLY: 'ROUTING_RULE_ONLY',
  ROUTING_RULE_THEN_BASE_PATH_MAPPING: 'ROUTING_RULE_THEN_API_MAPPING',
});
const SHOWN_MODES = Object.fromEntries(Object.entries(ROUTING_MODES).map(([here, there]) => [there, here]));

/** The settings of a domain name that clients choose, in the members of the model. */
export type DomainSettings = Omit<CreateDomainNameRequest, 'domainName' | 'tags' | 'certificateBody' | 'certificatePrivateKey'>;

export interface StoredDomain {
  readonly domain: Frozen<Domain>;
  readonly facts: Frozen<DomainFacts>;
}

/** @throws NotFoundException */
export function findDomain(name: string, ctx: Ctx): StoredDomain {
  const domain = ctx.records(domains).get([name.toLowerCase()]);
  if (!domain) throw notFound('Invalid domain name identifier specified');
  return { domain, facts: ctx.records(domainFacts).get([domain.name]) ?? {} };
}

const typeOf = ({ domain }: StoredDomain): EndpointType => (domain.configurations[0]?.EndpointType ?? 'REGIONAL') as EndpointType;

export function shownDomain(stored: StoredDomain, ctx: Ctx): DomainName {
  const { domain, facts } = stored;
  const { ApiGatewayDomainName: target, HostedZoneId: zone, uploadedMs, DomainNameStatus } = domain.configurations[0] ?? {};
  const isRegional = typeOf(stored) === 'REGIONAL';
  return {
    ...settingsOf(stored),
    domainName: domain.name,
    domainNameArn: facts.domainNameId === undefined ? domainArn(domain.name, ctx) : privateArn(domain.name, facts.domainNameId, ctx),
    domainNameId: facts.domainNameId,
    certificateUploadDate: uploadedMs === undefined ? undefined : new Date(uploadedMs),
    ...(isRegional ? { regionalDomainName: target, regionalHostedZoneId: zone } : {}),
    ...(typeOf(stored) === 'EDGE' ? { distributionDomainName: target, distributionHostedZoneId: zone } : {}),
    domainNameStatus: DomainNameStatus as 'AVAILABLE' | undefined,
    tags: Object.keys(domain.tags).length > 0 ? { ...domain.tags } : undefined,
  };
}

const privateArn = (name: string, id: string, ctx: Ctx): string =>
  `${domainArn('', ctx).replace(`${ctx.region}::`, `${ctx.region}:${ctx.account}:`)}${name}+${id}`;

/** In the words of this control plane. */
export function settingsOf(stored: StoredDomain): DomainSettings {
  const { domain, facts } = stored;
  const { CertificateArn, CertificateName, SecurityPolicy, IpAddressType, OwnershipVerificationCertificateArn } =
    domain.configurations[0] ?? {};
  const type = typeOf(stored);
  const certificate =
    type === 'REGIONAL'
      ? { regionalCertificateArn: CertificateArn, regionalCertificateName: CertificateName }
      : { certificateArn: CertificateArn, certificateName: CertificateName };
  return {
    ...certificate,
    endpointConfiguration: {
      types: [type],
      ipAddressType: IpAddressType as EndpointConfiguration['ipAddressType'],
      vpcEndpointIds: facts.vpcEndpointIds,
    },
    securityPolicy: SecurityPolicy,
    mutualTlsAuthentication: domain.mutualTls && {
      truststoreUri: domain.mutualTls.TruststoreUri,
      truststoreVersion: domain.mutualTls.TruststoreVersion,
    },
    ownershipVerificationCertificateArn: OwnershipVerificationCertificateArn,
    routingMode: SHOWN_MODES[domain.routingMode],
    policy: facts.policy,
    endpointAccessMode: facts.endpointAccessMode,
  };
}

/** The records for settings; addresses and ids stay those of `before`. @throws BadRequestException */
export function storedDomain(
  name: string,
  settings: DomainSettings,
  tags: Readonly<Record<string, string>>,
  before: StoredDomain | undefined,
  ctx: Ctx,
): StoredDomain {
  const type = endpointTypeOf(settings.endpointConfiguration);
  const isRegional = type === 'REGIONAL';
  const CertificateArn = isRegional ? settings.regionalCertificateArn : settings.certificateArn;
  const CertificateName = isRegional ? settings.regionalCertificateName : settings.certificateName;
  if (!CertificateArn && !CertificateName)
    throw bad(`A certificate must be provided: ${isRegional ? 'regionalCertificateArn' : 'certificateArn'}`);
  const known = before && typeOf(before) === type ? before : undefined;
  const first = known?.domain.configurations[0];
  const mode = ROUTING_MODES[settings.routingMode ?? 'BASE_PATH_MAPPING_ONLY'];
  if (mode === undefined) throw bad(`Invalid routing mode. Must be one of: [${Object.keys(ROUTING_MODES).join(', ')}]`);
  const { truststoreUri, truststoreVersion } = settings.mutualTlsAuthentication ?? {};
  if (truststoreUri && !truststoreUri.startsWith('s3://')) throw bad(`Invalid truststore URI: ${truststoreUri}`);
  return {
    domain: {
      ...{ name, tags, routingMode: mode },
      mutualTls: truststoreUri ? { TruststoreUri: truststoreUri, TruststoreVersion: truststoreVersion } : undefined,
      configurations: [
        {
          ...{ CertificateArn, CertificateName, DomainNameStatus: 'AVAILABLE', EndpointType: type },
          OwnershipVerificationCertificateArn: settings.ownershipVerificationCertificateArn,
          ApiGatewayDomainName: first?.ApiGatewayDomainName ?? targetOf(type, ctx),
          HostedZoneId: type === 'EDGE' ? EDGE_ZONE : type === 'REGIONAL' ? REGIONAL_ZONE : undefined,
          IpAddressType: settings.endpointConfiguration?.ipAddressType ?? (type === 'PRIVATE' ? 'dualstack' : 'ipv4'),
          SecurityPolicy: settings.securityPolicy ?? 'TLS_1_2',
          uploadedMs: first?.uploadedMs ?? ctx.now(),
        },
      ],
    },
    facts: {
      policy: settings.policy,
      endpointAccessMode: settings.endpointAccessMode,
      vpcEndpointIds: settings.endpointConfiguration?.vpcEndpointIds,
      domainNameId: type === 'PRIVATE' ? (known?.facts.domainNameId ?? newId(ctx, PRIVATE_ID_LENGTH)) : undefined,
    },
  };
}

function endpointTypeOf({ types = ['EDGE'] }: EndpointConfiguration = {}): EndpointType {
  const [type = 'EDGE'] = types;
  if (types.length > 1) throw bad('Cannot create a domain name with multiple Endpoint Types.');
  const known = (['EDGE', 'REGIONAL', 'PRIVATE'] as const).find((each) => each === type);
  if (!known) throw bad('Invalid EndpointTypes specified. Valid options are REGIONAL,EDGE,PRIVATE');
  return known;
}

function targetOf(type: EndpointType, ctx: Ctx): string | undefined {
  if (type === 'PRIVATE') return undefined;
  return type === 'EDGE' ? `d${newId(ctx, 13)}.cloudfront.net` : `d-${newId(ctx)}.execute-api.${ctx.region}.amazonaws.com`;
}
