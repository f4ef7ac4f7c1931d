// DynamoDB: items stay in wire form, and the service refuses attribute values in words of its own.
import type { ServicePatch } from '#protocol/patch';

const INDEX_NAME = { len: [3, 255], pattern: '[a-zA-Z0-9_.-]+' } as const;
const TABLE_NAMES = { key: { len: [1, 1024] } } as const;

export const patch: ServicePatch = {
  profile: { errorNamespace: 'com.amazonaws.dynamodb.v20120810' },
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
    SearchSchemaElementType: ['HASH', 'INLINE_FILTER'],
    VectorDistanceFunction: ['COSINE', 'DOT_PRODUCT', 'EUCLIDEAN'],
    Select: ['SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES'],
  },
  optional: [
    'CreateTableInput.TableName',
    ...['TableName', 'IndexName', 'SearchVector', 'TopK'].map((member) => `SearchVectorsInput.${member}`),
  ],
  ownChecks: [
    ...['BatchGetItemInput.RequestItems', 'BatchWriteItemInput.RequestItems', 'CreateTableInput.KeySchema'],
    ...['KeysAndAttributes.Keys', 'QueryInput.Limit'],
  ],
  members: {
    'BatchGetItemInput.RequestItems': { constraint: TABLE_NAMES },
    'BatchWriteItemInput.RequestItems': { constraint: TABLE_NAMES },
    'QueryInput.Limit': { constraint: { integer: 32 } },
    'SearchVectorsInput.TopK': { constraint: { integer: 32 } },
    // From the API reference: the client model that the other constraints come from has no vectors.
    'VectorIndex.IndexName': { constraint: INDEX_NAME },
    'VectorIndex.Dimensions': { constraint: { range: [1, null] } },
    'VectorIndex.SearchSchema': { constraint: { len: [1, null] } },
    'VectorAttributeDefinition.AttributeName': { constraint: { len: [1, 255] } },
    'SearchSchemaElement.AttributeName': { constraint: { len: [1, 255] } },
    'CreateVectorIndexAction.IndexName': { constraint: INDEX_NAME },
    'CreateVectorIndexAction.Dimensions': { constraint: { range: [1, null] } },
    'CreateVectorIndexAction.SearchSchema': { constraint: { len: [1, null] } },
    'DeleteVectorIndexAction.IndexName': { constraint: INDEX_NAME },
  },
  // Requests of 16 MB.
  operations: { BatchWriteItem: { maxBodyBytes: 16_777_216 } },
};
