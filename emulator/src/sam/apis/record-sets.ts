// DNS records of custom domains. APIs in the same hosted zone share one group of records.
import { hashOf } from '#sam/logical-ids';
import { expectBoolean, expectMap, invalidResource, ofResource } from '#sam/problems';
import { type MadeResource, made } from '#sam/resource';
import { type Block, filled, get, getAtt, has, type Value } from '#sam/values';

export interface DomainRecords {
  /** The logical id of the API. */
  readonly id: string;
  readonly domain: Block;
  /** The logical id or the name of the domain that attributes are read from. */
  readonly domainId: Value;
  /** `SeparateRecordSetGroup` is known for REST APIs only. */
  readonly rest: boolean;
}

/** @throws SamProblem */
export function recordSets(records: DomainRecords, attributes: Block, groups: Map<string, MadeResource>): MadeResource[] {
  const { id, domain, rest } = records;
  const declared = get(domain, 'Route53');
  if (declared === undefined) return [];
  const route = expectMap(declared, 'Domain.Route53', ofResource(id));
  const [zoneId, zoneName] = [get(route, 'HostedZoneId'), get(route, 'HostedZoneName')];
  if (zoneId === undefined && zoneName === undefined)
    throw invalidResource(id, 'HostedZoneId or HostedZoneName is required to enable Route53 support on Custom Domains.');
  const zone = filled(zoneId) ? zoneId! : (zoneName ?? null);
  if (rest && filled(get(route, 'SeparateRecordSetGroup'))) {
    expectBoolean(get(route, 'SeparateRecordSetGroup'), 'Domain.Route53.SeparateRecordSetGroup', ofResource(id));
    const groupId = `RecordSetGroup${hashOf([zone, get(domain, 'DomainName') ?? null])}`;
    const names = { HostedZoneId: filled(zoneId) ? zoneId : undefined, HostedZoneName: filled(zoneName) ? zoneName : undefined };
    return [made(groupId, 'AWS::Route53::RecordSetGroup', { ...names, RecordSets: recordsOf(records, route) }, attributes)];
  }
  const groupId = `RecordSetGroup${hashOf(zone)}`;
  const group =
    groups.get(groupId) ?? made(groupId, 'AWS::Route53::RecordSetGroup', { ...zoneNames(route, rest), RecordSets: [] }, attributes);
  groups.set(groupId, group);
  (group.properties.RecordSets as Value[]).push(...recordsOf(records, route));
  return [group];
}

const zoneNames = (route: Block, rest: boolean): Record<string, Value | undefined> =>
  rest || !has(route, 'HostedZoneId')
    ? { HostedZoneId: get(route, 'HostedZoneId'), HostedZoneName: get(route, 'HostedZoneName') }
    : { HostedZoneId: get(route, 'HostedZoneId') };

function recordsOf(records: DomainRecords, route: Block): Block[] {
  const types = get(route, 'IpV6') === true ? ['A', 'AAAA'] : ['A'];
  return types.map((Type) => ({
    Name: get(records.domain, 'DomainName')!,
    Type,
    AliasTarget: aliasTarget(records, route),
    ...Object.fromEntries(['Region', 'SetIdentifier'].filter((name) => get(route, name) !== undefined).map((name) => [name, route[name]!])),
  }));
}

/** The zone of all distributions of CloudFront. */
const CLOUDFRONT_ZONE = 'Z2FDTNDATAQYW2';

function aliasTarget({ id, domain, domainId, rest }: DomainRecords, route: Block): Block {
  const health = get(route, 'EvaluateTargetHealth');
  const start: Block = health === undefined ? {} : { EvaluateTargetHealth: health };
  const attribute = (name: string): Block => getAtt(domainId as string, name);
  const endpoint = get(domain, 'EndpointConfiguration') ?? 'REGIONAL';
  if (endpoint === 'REGIONAL')
    return { ...start, HostedZoneId: attribute('RegionalHostedZoneId'), DNSName: attribute('RegionalDomainName') };
  if (!rest) throw invalidResource(id, 'Only REGIONAL endpoint is supported on HTTP APIs.');
  if (endpoint === 'EDGE')
    return {
      ...start,
      HostedZoneId: CLOUDFRONT_ZONE,
      DNSName: get(route, 'DistributionDomainName') ?? attribute('DistributionDomainName'),
    };
  return { ...start, HostedZoneId: get(route, 'VpcEndpointHostedZoneId') ?? null, DNSName: get(route, 'VpcEndpointDomainName') ?? null };
}
