// The values of a recorded resource that its service would make: identifiers, ARNs, addresses, each in the form that the service uses. Names
// end in `.invalid`, and addresses are those for documentation, so that nobody is reached by accident.
import type { PropertyType, ResourceData } from '#core/resources/resource-data';
import type { Properties, Value } from '#core/resources/resource-handlers';
import type { ResourceContext } from '#core/resources/resource-type';
import { formatArn, partitionOf } from '#lib/arn';
import { dictionary, table } from '#lib/table';
import { isScalar, type Json } from '#resources/json';

const HEX = '0123456789abcdef';
const CAPITALS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MAX_NAME = 64;

/** The beginnings of identifiers (`vpc-0a1b…`), by the name of the attribute. */
const PREFIXES: Readonly<Record<string, string>> = table({
  AllocationId: 'eipalloc',
  AssociationId: 'eipassoc',
  AttachmentId: 'eni-attach',
  CarrierGatewayId: 'cagw',
  CustomerGatewayId: 'cgw',
  DefaultNetworkAcl: 'acl',
  DefaultSecurityGroup: 'sg',
  DhcpOptionsId: 'dopt',
  EgressOnlyInternetGatewayId: 'eigw',
  EniId: 'eni',
  GroupId: 'sg',
  InternetGatewayId: 'igw',
  NatGatewayId: 'nat',
  NetworkAclAssociationId: 'aclassoc',
  NetworkAclId: 'acl',
  NetworkInterfaceId: 'eni',
  NetworkInterfaceIds: 'eni',
  PrefixListId: 'pl',
  PrimaryNetworkInterfaceId: 'eni',
  RouteTableId: 'rtb',
  SecurityGroupRuleId: 'sgr',
  SubnetId: 'subnet',
  TransitGatewayRouteTableId: 'tgw-rtb',
  VpcId: 'vpc',
  VPNConnectionId: 'vpn',
  VpnConnectionId: 'vpn',
  VPNGatewayId: 'vgw',
});

/** The beginnings of identifiers that are called `Id`, by type. */
const PREFIXES_OF_TYPES: Readonly<Record<string, string>> = table({
  'AWS::EC2::FlowLog': 'fl',
  'AWS::EC2::IPAM': 'ipam',
  'AWS::EC2::NetworkAcl': 'acl',
  'AWS::EC2::NetworkInterface': 'eni',
  'AWS::EC2::SecurityGroup': 'sg',
  'AWS::EC2::SecurityGroupEgress': 'sgr',
  'AWS::EC2::SecurityGroupIngress': 'sgr',
  'AWS::EC2::SubnetCidrBlock': 'subnet-cidr-assoc',
  'AWS::EC2::SubnetRouteTableAssociation': 'rtbassoc',
  'AWS::EC2::TransitGateway': 'tgw',
  'AWS::EC2::TransitGatewayAttachment': 'tgw-attach',
  'AWS::EC2::TransitGatewayVpcAttachment': 'tgw-attach',
  'AWS::EC2::VPCCidrBlock': 'vpc-cidr-assoc',
  'AWS::EC2::VPCEndpoint': 'vpce',
  'AWS::EC2::VPCPeeringConnection': 'pcx',
});

/** Attributes that take their value from a property of another name. */
const FROM_PROPERTY: Readonly<Record<string, string>> = table({ 'AWS::EC2::Route.CidrBlock': 'DestinationCidrBlock' });

/** The type, its data and the properties of one resource. */
export interface RecordedResource {
  readonly type: string;
  readonly data: ResourceData;
  readonly properties: Properties;
}

export interface RecordValues {
  readonly physicalId: string;
  readonly attributes: Readonly<Record<string, Value>>;
}

/** `kept`: the values of the resource so far, which an update keeps unless a property gives them. */
export function recordValues(resource: RecordedResource, kept: RecordValues['attributes'] | undefined, ctx: ResourceContext): RecordValues {
  const { data } = resource;
  const values: Record<string, Value> = dictionary();
  const name = nameOf(resource, ctx);
  const identifier = data.identifier?.length ? data.identifier : [];
  const value = (each: string): Value => {
    values[each] ??= given(resource, each) ?? kept?.[each] ?? makeValue(resource, each, name, values, ctx);
    return values[each];
  };
  const parts = (identifier.length > 0 ? identifier : ['Id']).map((each) => String(value(each)));
  for (const attribute of data.attributes) value(attribute);
  const physicalId = data.ref ? data.ref.map((each) => String(value(each))).join('|') : parts.join('|');
  return { physicalId, attributes: values };
}

function given({ type, data, properties }: RecordedResource, name: string): Value | undefined {
  const value = properties[FROM_PROPERTY[`${type}.${name}`] ?? name];
  const isText = data.attributeTypes?.[name] === undefined && !data.properties[name];
  return isText && isScalar(value) ? String(value) : value;
}

/** The property that names the resource, or a name from the stack and the logical id. */
function nameOf({ type, data, properties }: RecordedResource, ctx: ResourceContext): string {
  const kind = type.split('::').at(-1)!;
  const own = [`${kind}Name`, 'Name', ...(data.identifier ?? [])].find(
    (each) => typeof properties[each] === 'string' && !each.endsWith('Arn'),
  );
  return own === undefined ? ctx.physicalName(MAX_NAME) : (properties[own] as string);
}

function makeValue(
  { type, data }: RecordedResource,
  attribute: string,
  name: string,
  values: Readonly<Record<string, Value>>,
  ctx: ResourceContext,
): Value {
  const kind = data.attributeTypes?.[attribute] ?? 'string';
  const text = (): string => makeText(type, attribute, { data, name, values }, ctx);
  return kind === 'string' ? text() : VALUES[shapeOf(kind)](text);
}

const shapeOf = (kind: PropertyType): keyof typeof VALUES =>
  typeof kind === 'string' && Object.hasOwn(VALUES, kind)
    ? (kind as keyof typeof VALUES)
    : typeof kind === 'object' && 'list' in kind
      ? 'list'
      : 'object';

const VALUES = {
  integer: (): Value => 1,
  number: (): Value => 1,
  boolean: (): Value => false,
  list: (text: () => string): Value => [text()],
  object: (): Value => ({}),
} satisfies Record<string, (text: () => string) => Value>;

interface Naming {
  readonly data: ResourceData;
  readonly name: string;
  readonly values: Readonly<Record<string, Value>>;
}

function makeText(type: string, attribute: string, { data, name, values }: Naming, ctx: ResourceContext): string {
  const [, service = '', kind = ''] = type.split('::');
  const leaf = attribute.split('.').at(-1)!;
  const prefix = PREFIXES[leaf] ?? (leaf === 'Id' ? PREFIXES_OF_TYPES[type] : undefined);
  const hex = (length: number): string => ctx.random(length, HEX);
  // `Id` and `GroupId` of a security group are the same.
  const same = data.identifier?.map((each) => values[each]).find((each) => String(each).startsWith(`${prefix}-0`));
  if (prefix !== undefined) return same === undefined ? `${prefix}-0${hex(16)}` : String(same);
  if (leaf.endsWith('Arn')) return arnOf(data, service, kind, values, name, ctx);
  if (type === 'AWS::CloudFront::Distribution' && leaf === 'Id') return `E${ctx.random(13, CAPITALS)}`;
  if (type === 'AWS::Route53::HostedZone' && leaf === 'Id') return `Z${ctx.random(20, CAPITALS)}`;
  if (/Ipv6/i.test(leaf)) return '2001:db8::/56';
  if (/^(?:Public|Elastic|Carrier)Ip$|IpAddress$|Ips$/.test(leaf)) return `203.0.113.${1 + (Number.parseInt(hex(2), 16) % 254)}`;
  if (/(?:Dns|DNS|Domain)(?:Name|Entries)$|Endpoint$|Address$|Hostname$/.test(leaf)) return `${hex(14)}.${service.toLowerCase()}.invalid`;
  if (/Ur[il]$/.test(leaf)) return `https://${hex(14)}.${service.toLowerCase()}.invalid/`;
  if (/(?:Time|Timestamp|Date|At)$/.test(leaf)) return new Date(ctx.now()).toISOString();
  if (/(?:State|Status)$/.test(leaf)) return 'ACTIVE';
  if (leaf.endsWith('Name') || `${kind}Name` === leaf) return name;
  return service === 'EC2' && leaf === 'AttachmentType' ? 'IGW' : `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`;
}

/** The ARN by the template of the service, filled with what is known; else `arn:aws:<service>:<region>:<account>:<kind>/<name>`. */
function arnOf(
  { arn, identifier = [] }: ResourceData,
  service: string,
  kind: string,
  values: Readonly<Record<string, Value>>,
  name: string,
  ctx: ResourceContext,
): string {
  const { account, region } = ctx;
  const id = identifier.map((each) => values[each]).find((each) => typeof each === 'string' && !each.startsWith('arn:'));
  const known: Readonly<Record<string, string>> = table({ Partition: partitionOf(region), Region: region, Account: account });
  const fill = (variable: string): string => known[variable] ?? textValue(values[variable] as Json) ?? textValue(id as Json) ?? name;
  if (arn !== undefined) return arn.replaceAll(/\$\{(\w+)\}/g, (_, variable: string) => fill(variable));
  return formatArn({ service: service.toLowerCase(), region, account, resource: `${kind.toLowerCase()}/${textValue(id as Json) ?? name}` });
}

const textValue = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
