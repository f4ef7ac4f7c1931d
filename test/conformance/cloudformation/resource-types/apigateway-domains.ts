// Domain names of REST APIs with their mappings, and what belongs to accounts.
import { CERTIFICATE, CHANGED_TAGS, ID, of, RestApiId, STAGED } from './apigateway-parts.ts';
import { policy, ROLE, ref, TAGS, type TypeCase } from './type-case.ts';

const PRIVATE_DOMAIN = {
  Domain: {
    Type: 'AWS::ApiGateway::DomainNameV2',
    Properties: { DomainName: { 'Fn::Sub': '${Api}.private.example' }, CertificateArn: CERTIFICATE },
  },
};
const POLICY = policy({ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: '*' });

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::ApiGateway::DomainName',
    title: 'regional',
    properties: {
      ...{ DomainName: 'regional.example.com', RegionalCertificateArn: CERTIFICATE, SecurityPolicy: 'TLS_1_0', Tags: TAGS },
      ...{ OwnershipVerificationCertificateArn: CERTIFICATE, RoutingMode: 'ROUTING_RULE_ONLY', EndpointAccessMode: 'BASIC' },
      EndpointConfiguration: { Types: ['REGIONAL'], IpAddressType: 'dualstack' },
      MutualTlsAuthentication: { TruststoreUri: 's3://trust/store', TruststoreVersion: '1' },
    },
    readBack: (emulator) => of(emulator).getDomainName({ domainName: 'regional.example.com' }),
    expected: {
      ...{ regionalCertificateArn: CERTIFICATE, securityPolicy: 'TLS_1_0', tags: { team: 'blue', stage: 'test' } },
      ...{ ownershipVerificationCertificateArn: CERTIFICATE, routingMode: 'ROUTING_RULE_ONLY', endpointAccessMode: 'BASIC' },
      endpointConfiguration: { types: ['REGIONAL'], ipAddressType: 'dualstack' },
      mutualTlsAuthentication: { truststoreUri: 's3://trust/store', truststoreVersion: '1' },
    },
    ref: /^regional\.example\.com$/,
    change: {
      properties: {
        ...{ DomainName: 'regional.example.com', RegionalCertificateArn: `${CERTIFICATE}-other`, Tags: CHANGED_TAGS },
        EndpointConfiguration: { Types: ['REGIONAL'] },
      },
      expected: {
        ...{ regionalCertificateArn: `${CERTIFICATE}-other`, securityPolicy: 'TLS_1_2', tags: { team: 'red' } },
        ...{ routingMode: 'BASE_PATH_MAPPING_ONLY', endpointAccessMode: undefined, mutualTlsAuthentication: undefined },
      },
    },
    absent: { DistributionDomainName: 'of edge endpoints', DistributionHostedZoneId: 'of edge endpoints' },
  },
  {
    type: 'AWS::ApiGateway::DomainName',
    title: 'edge',
    properties: { DomainName: 'edge.example.com', CertificateArn: CERTIFICATE },
    readBack: (emulator) => of(emulator).getDomainName({ domainName: 'edge.example.com' }),
    expected: { certificateArn: CERTIFICATE, endpointConfiguration: { types: ['EDGE'] } },
    ref: /^edge\.example\.com$/,
    absent: { RegionalDomainName: 'of regional endpoints', RegionalHostedZoneId: 'of regional endpoints' },
  },
  {
    type: 'AWS::ApiGateway::DomainNameV2',
    properties: {
      ...{ DomainName: 'private.example.com', CertificateArn: CERTIFICATE, SecurityPolicy: 'TLS_1_2', Tags: TAGS, Policy: POLICY },
      ...{ RoutingMode: 'ROUTING_RULE_ONLY', EndpointAccessMode: 'BASIC' },
      EndpointConfiguration: { Types: ['PRIVATE'], IpAddressType: 'dualstack' },
    },
    readBack: (emulator) => of(emulator).getDomainName({ domainName: 'private.example.com' }),
    expected: {
      ...{ certificateArn: CERTIFICATE, policy: JSON.stringify(POLICY), tags: { team: 'blue', stage: 'test' } },
      ...{ routingMode: 'ROUTING_RULE_ONLY', endpointConfiguration: { types: ['PRIVATE'] } },
    },
    ref: /^arn:aws:apigateway:us-east-1:000000000000:\/domainnames\/private\.example\.com\+[a-z0-9]+$/,
    change: {
      properties: {
        ...{ DomainName: 'private.example.com', CertificateArn: `${CERTIFICATE}-other`, SecurityPolicy: 'TLS_1_2', Tags: CHANGED_TAGS },
        EndpointConfiguration: { Types: ['PRIVATE'], IpAddressType: 'dualstack' },
      },
      expected: { certificateArn: `${CERTIFICATE}-other`, policy: undefined, tags: { team: 'red' } },
    },
  },
  {
    type: 'AWS::ApiGateway::DomainNameAccessAssociation',
    needs: { ...STAGED, ...PRIVATE_DOMAIN },
    properties: { DomainNameArn: ref('Domain'), AccessAssociationSource: 'vpce-1', AccessAssociationSourceType: 'VPCE', Tags: TAGS },
    readBack: async (emulator, { ref: { It } }) => {
      const { items = [] } = await of(emulator).getDomainNameAccessAssociations({});
      return items.find(({ domainNameAccessAssociationArn }) => domainNameAccessAssociationArn === It);
    },
    expected: { accessAssociationSource: 'vpce-1', tags: { team: 'blue', stage: 'test' } },
    ref: /^arn:aws:apigateway:us-east-1:000000000000:\/domainnameaccessassociations\//,
  },
  {
    type: 'AWS::ApiGateway::BasePathMapping',
    needs: {
      ...STAGED,
      Domain: {
        Type: 'AWS::ApiGateway::DomainName',
        Properties: { DomainName: { 'Fn::Sub': '${Api}.example.com' }, CertificateArn: CERTIFICATE },
      },
    },
    properties: { DomainName: ref('Domain'), BasePath: 'pets', RestApiId, Stage: ref('Live') },
    readBack: (emulator, { ref: made }) => of(emulator).getBasePathMapping({ domainName: made['Domain']!, basePath: 'pets' }),
    expected: { basePath: 'pets', stage: 'live' },
    ref: /^[a-z0-9]+\.example\.com\|pets$/,
    change: { properties: { DomainName: ref('Domain'), BasePath: 'pets', RestApiId }, expected: { stage: undefined } },
  },
  {
    type: 'AWS::ApiGateway::BasePathMappingV2',
    needs: { ...STAGED, ...PRIVATE_DOMAIN },
    properties: { DomainNameArn: ref('Domain'), BasePath: 'pets', RestApiId, Stage: ref('Live') },
    readBack: (emulator, { ref: made }) =>
      of(emulator).getBasePathMapping({ domainName: `${made['Api']}.private.example`, basePath: 'pets' }),
    expected: { basePath: 'pets', stage: 'live' },
    ref: /^arn:aws:apigateway:us-east-1:000000000000:\/domainnames\/.*\/basepathmappings\/pets$/,
    change: { properties: { DomainNameArn: ref('Domain'), BasePath: 'pets', RestApiId }, expected: { stage: undefined } },
  },
  {
    type: 'AWS::ApiGateway::Account',
    properties: { CloudWatchRoleArn: ROLE },
    readBack: async (emulator) => {
      const account = await of(emulator).getAccount({});
      return account.cloudwatchRoleArn === undefined ? undefined : account;
    },
    expected: { cloudwatchRoleArn: ROLE },
    ref: /^t-ApiGateway-Account-It-/,
    change: { properties: { CloudWatchRoleArn: `${ROLE}-other` }, expected: { cloudwatchRoleArn: `${ROLE}-other` } },
  },
  {
    type: 'AWS::ApiGateway::ClientCertificate',
    properties: { Description: 'one', Tags: TAGS },
    readBack: (emulator, { ref: { It } }) => of(emulator).getClientCertificate({ clientCertificateId: It! }),
    expected: { description: 'one', tags: { team: 'blue', stage: 'test' } },
    ref: ID,
    change: { properties: { Description: 'two', Tags: CHANGED_TAGS }, expected: { description: 'two', tags: { team: 'red' } } },
  },
  {
    type: 'AWS::ApiGateway::VpcLink',
    properties: { Name: 'one', Description: 'd', TargetArns: ['arn:aws:elasticloadbalancing:us-east-1:0:x'], Tags: TAGS },
    readBack: (emulator, { ref: { It } }) => of(emulator).getVpcLink({ vpcLinkId: It! }),
    expected: { name: 'one', description: 'd', targetArns: ['arn:aws:elasticloadbalancing:us-east-1:0:x'], tags: { team: 'blue' } },
    ref: ID,
    change: {
      properties: { Name: 'two', TargetArns: ['arn:aws:elasticloadbalancing:us-east-1:0:x'], Tags: CHANGED_TAGS },
      expected: { name: 'two', description: undefined, tags: { team: 'red' } },
    },
  },
];
