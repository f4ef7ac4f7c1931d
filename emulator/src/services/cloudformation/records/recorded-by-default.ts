// The resource types that are kept as records unless told otherwise: a program that has them around its functions works here without what they do.

interface RecordedGroup {
  /** The heading of the group in the docs. */
  readonly title: string;
  /** Why a program works without what they do. */
  readonly reason: string;
  /** Names of types. A name that ends in `*` means all that begin so. */
  readonly types: readonly string[];
}

export const RECORDED_BY_DEFAULT: readonly RecordedGroup[] = [
  {
    title: 'Networks and security groups',
    reason: 'Functions reach what this machine reaches, whatever subnet they are in; no packet is filtered.',
    types: [
      ...['VPC*', 'Subnet*', 'Route*', 'InternetGateway', 'NatGateway', 'EgressOnlyInternetGateway', 'CarrierGateway', 'CustomerGateway'],
      ...[
        'EIP*',
        'SecurityGroup*',
        'NetworkAcl*',
        'NetworkInterface*',
        'DHCPOptions',
        'PrefixList',
        'FlowLog',
        'GatewayRouteTableAssociation',
      ],
      ...['TransitGateway*', 'VPN*', 'IPAM*', 'InstanceConnectEndpoint'],
    ].map((kind) => `AWS::EC2::${kind}`),
  },
  {
    title: 'The default security group of a VPC',
    reason: 'The CDK lets a function take the rules out of it; there are none.',
    types: ['Custom::VpcRestrictDefaultSG'],
  },
  {
    title: 'Names, certificates and content delivery',
    reason: 'The emulator has one address, and a certificate of its own; buckets and functions answer there directly.',
    types: ['AWS::Route53::*', 'AWS::Route53Resolver::*', 'AWS::CertificateManager::*', 'AWS::CloudFront::*', 'AWS::GlobalAccelerator::*'],
  },
  {
    title: 'Firewalls and protection',
    reason: 'Requests come from this machine; none is looked through.',
    types: [
      ...['AWS::WAFv2::*', 'AWS::WAF::*', 'AWS::WAFRegional::*', 'AWS::NetworkFirewall::*', 'AWS::Shield::*', 'AWS::FMS::*'],
      ...[
        'AWS::GuardDuty::*',
        'AWS::SecurityHub::*',
        'AWS::AccessAnalyzer::*',
        'AWS::InspectorV2::*',
        'AWS::Macie::*',
        'AWS::Detective::*',
      ],
    ],
  },
  {
    title: 'Further monitoring',
    reason:
      'Metrics, alarms, dashboards and traces are emulated; what streams, trains or analyses them changes nothing that a program sees.',
    types: [
      ...['AWS::CloudWatch::*', 'AWS::XRay::*', 'AWS::ApplicationInsights::*', 'AWS::ApplicationSignals::*', 'AWS::RUM::*', 'AWS::Oam::*'],
      ...['AWS::InternetMonitor::*', 'AWS::DevOpsGuru::*'],
    ],
  },
  {
    title: 'Scaling and gradual deployments',
    reason: 'Tables and functions take the load that comes; an alias moves to its new version at once.',
    types: ['AWS::ApplicationAutoScaling::*', 'AWS::CodeDeploy::*'],
  },
  {
    title: 'Budgets, audits, inventories and backups',
    reason: 'They look at a program from outside; it does not depend on them.',
    types: [
      ...['AWS::Budgets::*', 'AWS::CE::*', 'AWS::Config::*', 'AWS::CloudTrail::*', 'AWS::ServiceCatalogAppRegistry::*'],
      ...['AWS::ResourceGroups::*', 'AWS::ResourceExplorer2::*', 'AWS::Backup::*'],
    ],
  },
];

const fits = (type: string, pattern: string): boolean => (pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern);

export const isRecordedByDefault = (type: string): boolean =>
  RECORDED_BY_DEFAULT.some(({ types }) => types.some((pattern) => fits(type, pattern)));
