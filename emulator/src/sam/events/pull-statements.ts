// Statements that brokers, Kafka clusters and document databases need in the role, and the checks of their credentials.
import { dictionary } from '#lib/table';
import { allow } from '#sam/iam-documents';
import { shown } from '#sam/message-text';
import { EventProblem, expectMap, expectText, ofEvent, ofResource } from '#sam/problems';
import type { Transformation } from '#sam/transformation';
import { type Block, copy, filled, get, has, isBlock, isIntrinsic, isText, sub, type Value } from '#sam/values';
import type { SamEvent } from './event-source.ts';

const NETWORK = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeVpcs',
  'ec2:DescribeSubnets',
  'ec2:DescribeSecurityGroups',
];
const inAccount = (resource: string): Block => sub(`arn:\${AWS::Partition}:${resource}`);
const secret = (uri: Value): Block => allow(['secretsmanager:GetSecretValue'], uri);
const AUTH = ['SASL_SCRAM_256_AUTH', 'SASL_SCRAM_512_AUTH', 'BASIC_AUTH', 'CLIENT_CERTIFICATE_TLS_AUTH'];

const decryption = ({ name, properties }: SamEvent, action: Value): Block[] => {
  if (!filled(properties.SecretsManagerKmsKeyId)) return [];
  const key = expectText(properties.SecretsManagerKmsKeyId, 'SecretsManagerKmsKeyId', ofEvent(name));
  return [allow(action, inAccount(`kms:\${AWS::Region}:\${AWS::AccountId}:key/${key}`))];
};

export const mqStatements = (event: SamEvent): Block[] => [
  secret(credentials(event, ['BASIC_AUTH', 'VIRTUAL_HOST'])),
  allow(['mq:DescribeBroker'], event.properties.Broker!),
  ...decryption(event, 'kms:Decrypt'),
];

export const documentDbStatements = (event: SamEvent): Block[] => [
  secret(credentials(event, ['BASIC_AUTH'])),
  allow(['rds:DescribeDBClusterParameters'], inAccount('rds:${AWS::Region}:${AWS::AccountId}:cluster-pg:*')),
  allow(['rds:DescribeDBSubnetGroups'], inAccount('rds:${AWS::Region}:${AWS::AccountId}:subgrp:*')),
  allow(['rds:DescribeDBClusters'], event.properties.Cluster!),
  allow([...NETWORK], '*'),
  ...decryption(event, ['kms:Decrypt']),
];

export function mskStatements(event: SamEvent, there: Transformation): Block[] {
  const configurations = event.properties.SourceAccessConfigurations;
  const certificates = (Array.isArray(configurations) ? configurations : []).filter(
    (each) => get(each, 'Type') === 'CLIENT_CERTIFICATE_TLS_AUTH' && filled(get(each, 'URI')),
  );
  return [...registryStatements(event, there), ...certificates.map((each) => secret(get(each, 'URI')!))];
}

export function kafkaStatements(event: SamEvent, there: Transformation): Block[] {
  const { name, properties } = event;
  const fail = (message: string): never => {
    throw new EventProblem(name, message);
  };
  if (!filled(properties.KafkaBootstrapServers)) fail('No KafkaBootstrapServers provided for self managed kafka as an event source');
  if (!filled(properties.Topics)) fail('No Topics provided for self managed kafka as an event source');
  if (Object.keys(properties.Topics!).length !== 1) fail('Topics for self managed kafka only supports single configuration entry.');
  if (!filled(properties.SourceAccessConfigurations)) fail('No SourceAccessConfigurations for self managed kafka event provided.');
  const { auth, certificate, network } = kafkaAccess(event);
  return [
    ...(auth ? [secret(auth)] : []),
    // The reference allows the credentials a second time here, and not the certificate.
    ...(certificate ? [{ ...secret(auth ?? null) }] : []),
    ...(network ? [allow([...NETWORK], '*')] : []),
    ...decryption(event, ['kms:Decrypt']),
    ...registryStatements(event, there),
  ];
}

function kafkaAccess({ name, properties }: SamEvent): { auth?: Value; certificate?: Value; network: boolean } {
  const fail = (message: string): never => {
    throw new EventProblem(name, message);
  };
  const list = properties.SourceAccessConfigurations;
  if (!Array.isArray(list)) return fail('SourceAccessConfigurations for self managed kafka event should be a list.');
  const checked = (uri: Value | undefined, kind: string): Value => {
    if (!filled(uri)) fail(`No ${kind} URI property specified in SourceAccessConfigurations for self managed kafka event.`);
    if (!isText(uri) && !isIntrinsic(uri))
      fail(`Wrong Type for ${kind} URI property specified in SourceAccessConfigurations for self managed kafka event.`);
    return uri!;
  };
  const found: Record<string, Value> = dictionary();
  for (const each of list) {
    expectMap(each, 'SourceAccessConfigurations', ofResource(name));
    const [type, uri] = [String(get(each, 'Type')), get(each, 'URI')];
    if (['VPC_SUBNET', 'VPC_SECURITY_GROUP', 'SERVER_ROOT_CA_CERTIFICATE'].includes(type)) found[type] = checked(uri, type);
    else if (AUTH.includes(type)) {
      if (found.auth) fail('Multiple auth mechanism properties specified in SourceAccessConfigurations for self managed kafka event.');
      found.auth = checked(uri, 'auth mechanism');
    } else fail('Invalid SourceAccessConfigurations Type provided for self managed kafka event.');
  }
  const [subnet, group] = [found.VPC_SUBNET !== undefined, found.VPC_SECURITY_GROUP !== undefined];
  if (subnet !== group) fail('VPC_SUBNET and VPC_SECURITY_GROUP in SourceAccessConfigurations for SelfManagedKafka must be both provided.');
  const { auth, SERVER_ROOT_CA_CERTIFICATE: certificate } = found;
  return { network: subnet && group, ...(auth ? { auth } : {}), ...(certificate ? { certificate } : {}) };
}

/** The secret of the one `BASIC_AUTH` entry. */
function credentials({ name, type, properties }: SamEvent, supported: readonly string[]): Value {
  const required = 'BASIC_AUTH';
  const fail = (message: string): never => {
    throw new EventProblem(name, message);
  };
  const list = properties.SourceAccessConfigurations;
  if (!filled(list)) fail(`No SourceAccessConfigurations for Amazon ${type} event provided.`);
  if (!Array.isArray(list)) return fail('Provided SourceAccessConfigurations cannot be parsed into a list.');
  let uri: Value | undefined;
  for (const [index, each] of list.entries()) {
    expectMap(each, `SourceAccessConfigurations[${index}]`, ofEvent(name));
    const kind = expectText(get(each, 'Type'), `SourceAccessConfigurations[${index}].Type`, ofEvent(name));
    if (!supported.includes(kind))
      fail(`Invalid property Type specified in SourceAccessConfigurations. The supported values are: ${shown([...supported])}.`);
    if (kind !== required) continue;
    if (filled(uri)) fail(`Multiple ${required} properties specified in SourceAccessConfigurations.`);
    uri = get(each, 'URI');
    if (!filled(uri)) fail(`No ${required} URI property specified in SourceAccessConfigurations.`);
  }
  return filled(uri) ? uri! : fail(`No ${required} property specified in SourceAccessConfigurations.`);
}

function registryStatements({ name, properties }: SamEvent, { resolver }: Transformation): Block[] {
  const config = properties.SchemaRegistryConfig;
  if (!filled(config)) return [];
  const fail = (message: string): never => {
    throw new EventProblem(name, message);
  };
  expectMap(config, 'SchemaRegistryConfig', ofEvent(name));
  for (const field of ['SchemaRegistryURI', 'EventRecordFormat', 'SchemaValidationConfigs'])
    if (!has(config, field)) fail(`Missing required field ${field} in SchemaRegistryConfig`);
  if (!['JSON', 'SOURCE'].includes(String(get(config, 'EventRecordFormat'))))
    fail("EventRecordFormat in SchemaRegistryConfig must be either 'JSON' or 'SOURCE'");
  if (!Array.isArray(get(config, 'SchemaValidationConfigs'))) fail('SchemaValidationConfigs must be a list');
  const access = get(config, 'AccessConfigs') ?? [];
  if (!Array.isArray(access)) return fail('AccessConfigs in SchemaRegistryConfig must be a list');
  for (const each of access)
    if (!isBlock(each) || !has(each, 'Type') || !has(each, 'URI')) fail("Each AccessConfig must be a dict with 'Type' and 'URI' fields");
  const uri = get(config, 'SchemaRegistryURI') ?? null;
  const arn = isText(uri) ? uri : get(resolver.parameters(copy(uri)), 'Fn::Sub');
  const registry = isText(arn) && arn.startsWith('arn') ? /^registry\/(.*)/s.exec(arn.split(':')[5] ?? '')?.[1] : undefined;
  const glue =
    registry === undefined
      ? []
      : [
          allow(['glue:GetRegistry'], uri),
          allow(['glue:GetSchemaVersion'], [inAccount(`glue:\${AWS::Region}:\${AWS::AccountId}:schema/${registry}/*`)]),
        ];
  return [...access.map((each) => secret(get(each, 'URI')!)), ...glue];
}
