// AWS::ApiGateway::DomainName
import type { Value } from '#core/resources/resource-handlers';
import { text, texts } from '#core/resources/resource-properties';
import { asGiven, shape } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { members, never, type Patcher, value } from './patches.ts';
import { type Members, type RestKind, restType } from './rest-type.ts';

export const endpoints = (given: Value | undefined) => {
  const { Types, IpAddressType } = shape({ Types: texts, IpAddressType: text })(given) ?? {};
  return { types: Types, ipAddressType: IpAddressType };
};
export const shownEndpoints = ({ endpointConfiguration }: Members, given: Value | undefined) => {
  const { types, ipAddressType } = (endpointConfiguration ?? {}) as Members;
  return asGiven({ Types: types, IpAddressType: ipAddressType }, given);
};

/** A domain has one type, which is named by its old value. */
const typePatch: Patcher = (before, after) => {
  const [[old = 'EDGE'] = [], [next = 'EDGE'] = []] = [before, after] as [string[]?, string[]?];
  return old === next ? [] : [{ op: 'replace', path: `/endpointConfiguration/types/${old}`, value: next }];
};

const truststore = (given: Value | undefined) => {
  const { TruststoreUri, TruststoreVersion } = shape({ TruststoreUri: text, TruststoreVersion: text })(given) ?? {};
  return { truststoreUri: TruststoreUri, truststoreVersion: TruststoreVersion };
};

export const SHARED: RestKind['properties'] = {
  CertificateArn: { read: text, patch: value('/certificateArn') },
  DomainName: { read: text, patch: never },
  EndpointAccessMode: { read: text, patch: value('/endpointAccessMode') },
  RoutingMode: { read: text, patch: value('/routingMode', 'BASE_PATH_MAPPING_ONLY') },
  SecurityPolicy: { read: text, patch: value('/securityPolicy', 'TLS_1_2') },
};

export const resource: ResourceType = restType({
  noun: 'DomainName',
  owners: [],
  key: 'domainName',
  idOf: ({ domainName }) => String(domainName),
  listedAs: 'DomainName',
  plural: 'DomainNames',
  properties: {
    ...SHARED,
    RegionalCertificateArn: { read: text, patch: value('/regionalCertificateArn') },
    OwnershipVerificationCertificateArn: { read: text, patch: value('/ownershipVerificationCertificateArn') },
    // Certificates first: another type of endpoint needs another one.
    EndpointConfiguration: {
      read: endpoints,
      patch: members({ types: typePatch, ipAddressType: value('/endpointConfiguration/ipAddressType', 'ipv4') }),
      shown: shownEndpoints,
    },
    MutualTlsAuthentication: {
      read: truststore,
      patch: members({
        truststoreUri: value('/mutualTlsAuthentication/truststoreUri'),
        truststoreVersion: value('/mutualTlsAuthentication/truststoreVersion'),
      }),
      shown: ({ mutualTlsAuthentication }) => {
        const { truststoreUri, truststoreVersion } = (mutualTlsAuthentication ?? {}) as Members;
        return truststoreUri === undefined ? undefined : { TruststoreUri: truststoreUri, TruststoreVersion: truststoreVersion };
      },
    },
  },
  attributes: (answer) => ({
    RegionalDomainName: String(answer['regionalDomainName'] ?? ''),
    RegionalHostedZoneId: String(answer['regionalHostedZoneId'] ?? ''),
    DistributionDomainName: String(answer['distributionDomainName'] ?? ''),
    DistributionHostedZoneId: String(answer['distributionHostedZoneId'] ?? ''),
    DomainNameArn: String(answer['domainNameArn']),
  }),
  tagged: (name) => `/domainnames/${name}`,
});
