// `Domain` of a REST API: a custom domain with its base paths and DNS records. Private domains have types of their own.
import { hashOf } from '#sam/logical-ids';
import { shown } from '#sam/message-text';
import { expectMap, expectPresent, expectTexts, invalidResource, ofResource } from '#sam/problems';
import { type MadeResource, made } from '#sam/resource';
import type { Transformation } from '#sam/transformation';
import { type Block, type Draft, filled, get, isText, ref, type Value } from '#sam/values';
import { MUTUAL_TLS_FIELDS, mutualTls } from './mutual-tls.ts';
import { recordSets } from './record-sets.ts';

const ENDPOINTS = ['EDGE', 'REGIONAL', 'PRIVATE'];

/** @throws SamProblem */
export function restDomain(id: string, declared: Value | undefined, attributes: Block, there: Transformation): MadeResource[] {
  if (declared === undefined) return [];
  const domain = expectMap(declared, 'Domain', ofResource(id));
  const name = expectPresent(get(domain, 'DomainName'), 'Domain.DomainName', ofResource(id));
  const certificate = expectPresent(get(domain, 'CertificateArn'), 'Domain.CertificateArn', ofResource(id));
  const given = get(domain, 'EndpointConfiguration');
  const isPrivate = given === 'PRIVATE';
  const endpoint = given ?? 'REGIONAL';
  const suffix = isPrivate ? 'V2' : '';
  const domainId = `ApiGatewayDomainName${suffix}${hashOf(name)}`;
  if (!isText(endpoint) || !ENDPOINTS.includes(endpoint))
    throw invalidResource(id, `EndpointConfiguration for Custom Domains must be one of ${shown(ENDPOINTS)}.`);
  const address = get(domain, 'IpAddressType');
  const draft: Draft = {
    DomainName: name,
    EndpointConfiguration: { Types: [endpoint], ...(filled(address) ? { IpAddressType: address! } : {}) },
    [endpoint === 'REGIONAL' ? 'RegionalCertificateArn' : 'CertificateArn']: certificate,
  };
  if (!isPrivate) {
    const tls = get(domain, 'MutualTlsAuthentication');
    if (filled(tls)) expectMap(tls, 'Domain.MutualTlsAuthentication', ofResource(id));
    draft.MutualTlsAuthentication = mutualTls(tls, () =>
      invalidResource(id, `Available Domain.MutualTlsAuthentication fields are ${shown(MUTUAL_TLS_FIELDS)}.`),
    );
  }
  const optional = ['SecurityPolicy', 'EndpointAccessMode', ...(isPrivate ? ['Policy'] : ['OwnershipVerificationCertificateArn'])];
  for (const each of optional) if (filled(get(domain, each))) draft[each] = domain[each];
  const type = `AWS::ApiGateway::DomainName${suffix}`;
  return [
    made(domainId, type, draft, attributes),
    ...basePaths(id, domain, isPrivate, domainId, attributes),
    ...(isPrivate ? accessAssociation(id, domain, domainId, attributes) : []),
    ...recordSets({ id, domain, domainId: isPrivate ? name : domainId, rest: true }, attributes, there.recordSetGroups),
  ];
}

function basePaths(id: string, domain: Block, isPrivate: boolean, domainId: string, attributes: Block): MadeResource[] {
  const given = get(domain, 'BasePath');
  const paths = filled(given) ? (isText(given) ? [given] : Array.isArray(given) ? given : undefined) : undefined;
  const mapping = (path: string, BasePath?: string): MadeResource =>
    made(
      `${id}${path}BasePathMapping`,
      `AWS::ApiGateway::BasePathMapping${isPrivate ? 'V2' : ''}`,
      { [isPrivate ? 'DomainNameArn' : 'DomainName']: ref(domainId), RestApiId: ref(id), Stage: ref(`${id}.Stage`), BasePath },
      attributes,
    );
  if (paths === undefined) return [mapping('')];
  const normalize = get(domain, 'NormalizeBasePath') ?? true;
  return expectTexts(paths, 'Domain.BasePath', ofResource(id)).map((path) => {
    const plain = path.replace(/[^\p{L}\p{N}]/gu, '');
    return mapping(plain, filled(normalize) ? plain : path);
  });
}

function accessAssociation(id: string, domain: Block, domainId: string, attributes: Block): MadeResource[] {
  const declared = get(domain, 'AccessAssociation');
  if (declared === undefined) return [];
  const endpoint = get(expectMap(declared, 'Domain.AccessAssociation', ofResource(id)), 'VpcEndpointId');
  return [
    made(
      `DomainNameAccessAssociation${hashOf([endpoint ?? null, domainId])}`,
      'AWS::ApiGateway::DomainNameAccessAssociation',
      { DomainNameArn: ref(domainId), AccessAssociationSourceType: 'VPCE', AccessAssociationSource: endpoint },
      attributes,
    ),
  ];
}
