// DynamoDB: items stay in wire form, and the service refuses attribute values in words of its own.
import type { ServicePatch } from '#protocol/patch';

const TABLE_NAMES = { key: { len: [1, 1024] } } as const;

export const patch: ServicePatch = {
  rawShapes: ['AttributeValue'],
  // As paritysuite/dynamodb-conformance has captured them; the precision as localstack/localstack has
  // (test_kinesis_streaming_destination_crud, 2025-07).
  enums: {
    ApproximateCreationDateTimePrecision: ['MILLISECOND', 'MICROSECOND'],
    AttributeAction: ['ADD', 'PUT', 'DELETE'],
    BillingMode: ['PROVISIONED', 'PAY_PER_REQUEST'],
    ComparisonOperator: [
      ...['IN', 'NULL', 'BETWEEN', 'LT', 'NOT_CONTAINS', 'EQ', 'GT'],
      ...['NOT_NULL', 'NE', 'LE', 'BEGINS_WITH', 'GE', 'CONTAINS'],
    ],
    ConditionalOperator: ['OR', 'AND'],
    KeyType: ['HASH', 'RANGE'],
    ProjectionType: ['ALL', 'INCLUDE', 'KEYS_ONLY'],
    ReturnConsumedCapacity: ['INDEXES', 'TOTAL', 'NONE'],
    ReturnItemCollectionMetrics: ['SIZE', 'NONE'],
    ReturnValue: ['ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW'],
    ScalarAttributeType: ['B', 'N', 'S'],
    Select: ['SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES'],
  },
  optional: ['CreateTableInput.TableName'],
  ownChecks: [
    ...['BatchGetItemInput.RequestItems', 'BatchWriteItemInput.RequestItems', 'CreateTableInput.KeySchema'],
    ...['KeysAndAttributes.Keys', 'QueryInput.Limit'],
  ],
  members: {
    'BatchGetItemInput.RequestItems': { constraint: TABLE_NAMES },
    'BatchWriteItemInput.RequestItems': { constraint: TABLE_NAMES },
    'QueryInput.Limit': { constraint: { integer: 32 } },
  },
  // Requests of 16 MB.
  operations: { BatchWriteItem: { maxBodyBytes: 16_777_216 } },
};
