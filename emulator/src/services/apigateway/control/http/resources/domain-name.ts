// AWS::ApiGatewayV2::DomainName

import type { Value } from '#core/resources/resource-handlers';
import { text } from '#core/resources/resource-properties';
import { asGiven, each, shape, textMap } from '#core/resources/resource-shape';
import type { ResourceType } from '#core/resources/resource-type';
import { own } from '#lib/table';
import { domainArn } from '#services/apigateway/control/http/domains';
import { partType } from './part-type.ts';

const configurations = each(
  shape({
    CertificateArn: text,
    CertificateName: text,
    EndpointType: text,
    IpAddressType: text,
    OwnershipVerificationCertificateArn: text,
    SecurityPolicy: text,
  }),
);

export const resource: ResourceType = partType({
  noun: 'DomainName',
  id: 'DomainName',
  owners: [],
  properties: {
    DomainName: text,
    DomainNameConfigurations: configurations,
    MutualTlsAuthentication: shape({ TruststoreUri: text, TruststoreVersion: text }),
    RoutingMode: text,
    Tags: textMap,
  },
  attributes: (answer, ctx) => {
    const [first] = (answer['DomainNameConfigurations'] ?? []) as readonly { ApiGatewayDomainName?: string; HostedZoneId?: string }[];
    return {
      RegionalDomainName: first?.ApiGatewayDomainName ?? '',
      RegionalHostedZoneId: first?.HostedZoneId ?? '',
      DomainNameArn: domainArn(String(answer['DomainName']), ctx),
    };
  },
  tagged: (name) => `/domainnames/${name}`,
  cleared: (name) => own<unknown>({ MutualTlsAuthentication: { TruststoreUri: '' }, RoutingMode: 'API_MAPPING_ONLY' }, name),
  shown: {
    DomainNameConfigurations: (told, given) =>
      (told as readonly object[]).map((each, at) => asGiven(each, Array.isArray(given) ? (given as Value[])[at] : undefined)),
  },
});
