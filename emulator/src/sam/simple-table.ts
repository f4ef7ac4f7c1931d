// `AWS::Serverless::SimpleTable`: a table with one key.
import { table } from '#lib/table';
import { expectPresent, invalidResource, ofResource } from './problems.ts';
import { readProperties } from './property-rules.ts';
import { keptAttributes, made } from './resource.ts';
import type { ResourceTransform } from './transformation.ts';
import { filled, get, tagList, type Value } from './values.ts';

const RULES = {
  PointInTimeRecoverySpecification: 'any',
  PrimaryKey: '{str}',
  ProvisionedThroughput: '{int|map}',
  TableName: 'str|map',
  Tags: 'map',
  SSESpecification: 'map',
};
const KEY_TYPES: Readonly<Record<string, string>> = table({ String: 'S', Number: 'N', Binary: 'B' });

export const simpleTable: ResourceTransform = (id, declared) => {
  const properties = readProperties(id, 'AWS::Serverless::SimpleTable', declared, RULES);
  const { PrimaryKey, PointInTimeRecoverySpecification, ProvisionedThroughput, SSESpecification, TableName, Tags } = properties;
  const key: { AttributeName: Value; AttributeType: Value } = { AttributeName: 'id', AttributeType: 'S' };
  if (filled(PrimaryKey)) {
    key.AttributeName = expectPresent(get(PrimaryKey, 'Name'), 'PrimaryKey.Name', ofResource(id));
    const type = expectPresent(get(PrimaryKey, 'Type'), 'PrimaryKey.Type', ofResource(id));
    if (!Object.hasOwn(KEY_TYPES, String(type))) throw invalidResource(id, `Invalid 'Type' "${String(type)}".`);
    key.AttributeType = KEY_TYPES[String(type)]!;
  }
  const given = (value: Value | undefined): Value | undefined => (filled(value) ? value : undefined);
  return [
    made(
      id,
      'AWS::DynamoDB::Table',
      {
        AttributeDefinitions: [key],
        KeySchema: [{ AttributeName: key.AttributeName, KeyType: 'HASH' }],
        PointInTimeRecoverySpecification: given(PointInTimeRecoverySpecification),
        ProvisionedThroughput: given(ProvisionedThroughput),
        BillingMode: filled(ProvisionedThroughput) ? undefined : 'PAY_PER_REQUEST',
        SSESpecification: given(SSESpecification),
        TableName: given(TableName),
        Tags: filled(Tags) ? tagList(Tags) : undefined,
      },
      keptAttributes(declared),
      get(declared, 'DependsOn'),
    ),
  ];
};
