// `Domain` of HTTP and WebSocket APIs: a regional domain with its mappings and DNS records.
import { hashOf } from '#sam/logical-ids';
import { shown } from '#sam/message-text';
import { invalidResource } from '#sam/problems';
import { type MadeResource, made } from '#sam/resource';
import { type Block, compact, filled, get, isBlock, isText, ref, sub, type Value } from '#sam/values';
import { MUTUAL_TLS_FIELDS, mutualTls } from './mutual-tls.ts';
import { recordSets } from './record-sets.ts';

/** @throws SamProblem */
export function v2Domain(
  id: string,
  domain: Value | undefined,
  tag: string,
  attributes: Block,
  groups: Map<string, MadeResource>,
): MadeResource[] {
  if (!isBlock(domain)) return [];
  const [name, certificate] = [get(domain, 'DomainName'), get(domain, 'CertificateArn')];
  if (name === undefined || certificate === undefined)
    throw invalidResource(id, 'Custom Domains only works if both DomainName and CertificateArn are provided.');
  const domainId = `ApiGatewayDomainNameV2${hashOf(name)}`;
  const endpoint = get(domain, 'EndpointConfiguration') ?? 'REGIONAL';
  if (endpoint !== 'REGIONAL') throw invalidResource(id, "EndpointConfiguration for Custom Domains must be one of ['REGIONAL'].");
  const given = (member: string): Value | undefined => (filled(get(domain, member)) ? get(domain, member) : undefined);
  const tls = get(domain, 'MutualTlsAuthentication');
  const fields = shown(MUTUAL_TLS_FIELDS);
  if (filled(tls) && !isBlock(tls))
    throw invalidResource(id, `MutualTlsAuthentication must be a map with at least one of the following fields ${fields}.`);
  const configuration = compact({
    CertificateArn: certificate,
    EndpointType: endpoint,
    OwnershipVerificationCertificateArn: given('OwnershipVerificationCertificateArn'),
    SecurityPolicy: given('SecurityPolicy'),
  });
  return [
    made(
      domainId,
      'AWS::ApiGatewayV2::DomainName',
      {
        DomainName: name,
        Tags: { [tag]: 'SAM' },
        DomainNameConfigurations: [configuration],
        MutualTlsAuthentication: mutualTls(tls, (names) =>
          invalidResource(names.join(','), `Available MutualTlsAuthentication fields are ${fields}.`),
        ),
      },
      attributes,
    ),
    ...mappings(id, get(domain, 'BasePath'), domainId, attributes),
    ...recordSets({ id, domain, domainId, rest: false }, attributes, groups),
  ];
}

function mappings(id: string, given: Value | undefined, domainId: string, attributes: Block): MadeResource[] {
  const mapping = (path: string, ApiMappingKey?: string): MadeResource =>
    made(
      `${id}${path}ApiMapping`,
      'AWS::ApiGatewayV2::ApiMapping',
      { DomainName: ref(domainId), ApiId: ref(id), Stage: ref(`${id}.Stage`), ApiMappingKey },
      attributes,
    );
  if (!filled(given) || (!isText(given) && !Array.isArray(given))) return [mapping('')];
  return (isText(given) ? [given] : given).map((path) => {
    if (!isText(path)) throw invalidResource(id, 'Basepath must be a string.');
    if (/[^0-9a-zA-Z/\-_]/.test(path)) throw invalidResource(id, 'Invalid Basepath name provided.');
    return mapping(path.replace(/[-_/]+/g, ''), path.replace(/^\/+|\/+$/g, ''));
  });
}

/** Lets the API invoke the function of an authorizer. */
export const authorizerPermission = (permissionId: string, apiId: string, functionArn: Value, attributes: Block): MadeResource =>
  made(
    permissionId,
    'AWS::Lambda::Permission',
    {
      Action: 'lambda:InvokeFunction',
      FunctionName: functionArn,
      Principal: 'apigateway.amazonaws.com',
      SourceArn: sub('arn:${AWS::Partition}:execute-api:${AWS::Region}:${AWS::AccountId}:${__ApiId__}/authorizers/*', {
        __ApiId__: ref(apiId),
      }),
    },
    attributes,
  );
