// Refused requests about vectors, in the words that paritysuite/dynamodb-conformance, nubo-db/dynoxide and ExtendDB/extenddb captured in 2026.
import type { CreateTableCommandInput, SearchVectorsCommandInput, UpdateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { type Item, tableOf, useTables } from '../../support/use-tables.ts';

const TableName = 'vectors';
const vector = (...numbers: (number | string)[]) => numbers.map((number) => ({ N: String(number) }));
const list = (...numbers: (number | string)[]) => ({ L: vector(...numbers) });
const PARAMETERS = 'One or more parameter values were invalid:';
type Index = NonNullable<CreateTableCommandInput['VectorIndexes']>[number];
const index = (IndexName: string, more: Partial<Index> = {}): Index => ({
  IndexName,
  VectorAttribute: { AttributeName: 'look' },
  Dimensions: 3,
  DistanceFunction: 'COSINE',
  Projection: { ProjectionType: 'ALL' },
  ...more,
});
const element = (AttributeName: string, SearchSchemaElementType: 'HASH' | 'INLINE_FILTER') => ({ AttributeName, SearchSchemaElementType });
const define = (...names: string[]) => ({
  AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
});

const fixture = useTables(
  tableOf(TableName, ['id:S'], {
    ...define('tenant', 'kind'),
    VectorIndexes: [index('plain'), index('schema', { SearchSchema: [element('tenant', 'HASH'), element('kind', 'INLINE_FILTER')] })],
  }),
  tableOf('other', ['id:S']),
  tableOf('provisioned', ['id:S'], { BillingMode: 'PROVISIONED', ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } }),
);

describe('CreateTable refuses', () => {
  const cases: readonly [name: string, more: Partial<CreateTableCommandInput>, message: string][] = [
    ['no index', { VectorIndexes: [] }, `${PARAMETERS} List of VectorIndexes is empty`],
    [
      'provisioned tables',
      { VectorIndexes: [index('vix')], BillingMode: 'PROVISIONED', ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } },
      `${PARAMETERS} Vector indexes are only supported for PAY_PER_REQUEST tables`,
    ],
    [
      'too many dimensions',
      { VectorIndexes: [index('vix', { Dimensions: 4097 })] },
      `${PARAMETERS} Number of dimensions must be between 1 and 4096 inclusive.`,
    ],
    ['no dimension', { VectorIndexes: [index('vix', { Dimensions: 0 })] }, 'Member must have value greater than or equal to 1'],
    ['short names', { VectorIndexes: [index('ab')] }, 'Member must have length greater than or equal to 3'],
    [
      'other distances',
      { VectorIndexes: [index('vix', { DistanceFunction: 'cosine' as 'COSINE' })] },
      'Member must satisfy enum value set: [COSINE, DOT_PRODUCT, EUCLIDEAN]',
    ],
    [
      'a sixth index',
      { VectorIndexes: Array.from({ length: 6 }, (_, at) => index(`vix${at}`)) },
      `${PARAMETERS} VectorIndex count exceeds the per-table limit of 5`,
    ],
    ['the same name twice', { VectorIndexes: [index('vix'), index('vix')] }, `${PARAMETERS} Duplicate index name: vix`],
    [
      'two lengths of one attribute',
      { VectorIndexes: [index('vix'), index('vix2', { Dimensions: 4 })] },
      `${PARAMETERS} Conflicting attribute definition for 'look'. All VectorIndexes on the same vector attribute must use the same dimensions.`,
    ],
    [
      'a key as the vector',
      { VectorIndexes: [index('vix', { VectorAttribute: { AttributeName: 'id' } })] },
      `${PARAMETERS} Conflicting attribute definition for 'id'. An attribute cannot be defined in AttributeDefinitions when used as a VectorAttribute.`,
    ],
    [
      'a search by what is not defined',
      { VectorIndexes: [index('vix', { SearchSchema: [element('tenant', 'HASH')] })] },
      `${PARAMETERS} One element in SearchSchema is not defined in attribute definitions`,
    ],
    [
      'two scopes',
      { ...define('a', 'b'), VectorIndexes: [index('vix', { SearchSchema: [element('a', 'HASH'), element('b', 'HASH')] })] },
      `${PARAMETERS} Value '2' at 'SearchSchema' failed to satisfy constraint: Member must have HASH count less than or equal to 1`,
    ],
    [
      'an attribute twice',
      { ...define('a'), VectorIndexes: [index('vix', { SearchSchema: [element('a', 'HASH'), element('a', 'INLINE_FILTER')] })] },
      `${PARAMETERS} SearchSchema contains a duplicate AttributeName`,
    ],
  ];
  it.each(cases)('%s', async (_, more, message) => {
    await expect(fixture.db.createTable(tableOf('refused', ['id:S'], more))).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining(message),
    });
  });
});

describe('UpdateTable refuses', () => {
  const updates = (...VectorIndexUpdates: NonNullable<UpdateTableCommandInput['VectorIndexUpdates']>) => ({ VectorIndexUpdates });
  const cases: readonly [name: string, table: string, more: Partial<UpdateTableCommandInput>, fault: string, message: string][] = [
    [
      'no action',
      'other',
      updates({}),
      'ValidationException',
      `${PARAMETERS} One of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must not be null`,
    ],
    [
      'two actions in one',
      'other',
      updates({ Create: index('vix'), Delete: { IndexName: 'vix' } }),
      'ValidationException',
      `${PARAMETERS} Only one vector index action is allowed per VectorIndexUpdate object`,
    ],
    [
      'two indexes at once',
      'other',
      updates({ Create: index('vix') }, { Create: index('vix2') }),
      'LimitExceededException',
      'Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table',
    ],
    [
      'a name that is taken',
      TableName,
      updates({ Create: index('plain') }),
      'ValidationException',
      'Attempting to create an index which already exists',
    ],
    [
      'what is not there',
      TableName,
      updates({ Delete: { IndexName: 'vix' } }),
      'ResourceNotFoundException',
      'Requested resource not found: Index vix for table vectors',
    ],
    [
      'provisioned tables',
      'provisioned',
      updates({ Create: index('vix') }),
      'ValidationException',
      `${PARAMETERS} Vector indexes are only supported for PAY_PER_REQUEST tables`,
    ],
    [
      'to provision a table with vectors',
      TableName,
      { BillingMode: 'PROVISIONED', ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } },
      'ValidationException',
      `${PARAMETERS} Tables with vector indexes must be in PAY_PER_REQUEST mode`,
    ],
  ];
  it.each(cases)('%s', async (_, table, more, name, message) => {
    await expect(fixture.db.updateTable({ TableName: table, ...more })).rejects.toMatchObject({ name, message });
  });
});

describe('a write is refused with', () => {
  const bad = 'One or more parameter values were invalid.';
  const cases: readonly [name: string, item: Item, message: string][] = [
    ['another length', { look: list(1, 2) }, `${bad} Invalid size for parameter look, Expected: 3, Actual: 2 IndexName: plain`],
    [
      'a text among the numbers',
      { look: { L: [{ N: '1' }, { S: 'oops' }, { N: '0' }] } },
      `${bad} Invalid type for parameter look[1], Expected: 32-bit floating point number, Actual: S. IndexName: plain`,
    ],
    [
      'no list',
      { look: { S: 'no vector' } },
      `${bad} Invalid type for parameter look, Expected: 32-bit floating point number list IndexName: plain`,
    ],
    [
      'a number beyond 32 bits',
      { look: list('1E39', 0, 0) },
      expect.stringMatching(
        /Invalid value for parameter look\[0\], Value: \S+ is outside valid range \[-3.4028235E38, 3.4028235E38\]. IndexName: plain$/,
      ),
    ],
    [
      'another type of its scope',
      { tenant: { N: '1' } },
      `${bad} Attribute 'tenant' type mismatch. Expected: S, Actual: N. IndexName: schema`,
    ],
    ['another type of a filter', { kind: { N: '1' } }, `${bad} Attribute 'kind' type mismatch. Expected: S, Actual: N. IndexName: schema`],
    [
      'an empty scope',
      { tenant: { S: '' }, look: list(0, 0, 1) },
      'One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: schema, IndexKey: tenant',
    ],
  ];
  it.each(cases)('%s', async (_, item, message) => {
    await expect(fixture.db.putItem({ TableName, Item: { id: { S: 'bad' }, ...item } })).rejects.toMatchObject({
      name: 'ValidationException',
      message,
    });
  });
});

describe('SearchVectors refuses', () => {
  const by = (SearchConditionExpression: string, values: Item) => ({
    IndexName: 'schema',
    SearchConditionExpression,
    ExpressionAttributeValues: values,
  });
  const ann = { ':o': { S: 'ann' } };
  const comparator = 'Invalid SearchConditionExpression: Invalid comparator used in SearchConditionExpression';
  const cases: readonly [name: string, more: Partial<SearchVectorsCommandInput>, message: string][] = [
    [
      'more than a hundred',
      { TopK: 101 },
      "Provided TopK value '101' is out of valid range. The value must be between 1 and 100 inclusive",
    ],
    [
      'none',
      { TopK: 0 },
      "1 validation error detected: Value at 'TopK' failed to satisfy constraint: Member must have value greater than or equal to 1",
    ],
    ['an unknown index', { IndexName: 'unknown' }, 'The table does not have the specified index: unknown'],
    ['another length', { SearchVector: vector(1, 0) }, 'Input search vector dimension 2 does not match vector index dimension 3'],
    [
      'a list in the list',
      { SearchVector: [list(1, 0, 0)] },
      'Search vector contains invalid values. All values in the search vector must be a 32-bit floating-point number attribute',
    ],
    ['no scope', { IndexName: 'schema' }, 'SearchConditionExpression must be provided when SearchSchema has a HASH key'],
    ['a range as the scope', by('tenant < :o', ann), comparator],
    ['a range as a filter', by('tenant = :o AND kind < :k', { ...ann, ':k': { S: 'k' } }), comparator],
    ['alternatives', by('tenant = :o OR tenant = :o', ann), comparator],
    ['functions', by('begins_with(tenant, :o)', ann), comparator],
    [
      'other attributes',
      { SearchConditionExpression: 'tenant = :o', ExpressionAttributeValues: ann },
      'SearchConditionExpression must not contain any attributes that is not in SearchSchema. Invalid attribute: tenant',
    ],
    [
      'nested attributes',
      by('tenant.x = :o', ann),
      'Invalid SearchConditionExpression: SearchConditionExpression cannot have conditions on nested attributes',
    ],
    [
      'an attribute twice',
      by('tenant = :o AND tenant = :o', ann),
      'Invalid SearchConditionExpression: SearchConditionExpression must only contain one condition per attribute',
    ],
    [
      'a scope of another type',
      by('tenant = :o', { ':o': { N: '1' } }),
      "Type of 'tenant' attribute in SearchConditionExpression (N) does not match type in search schema (S)",
    ],
    [
      'an empty scope',
      by('tenant = :o', { ':o': { S: '' } }),
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: tenant',
    ],
    [
      'unused values',
      by('tenant = :o', { ...ann, ':x': { S: 'x' } }),
      'Value provided in ExpressionAttributeValues unused in expressions: keys: {:x}',
    ],
  ];
  it.each(cases)('%s', async (_, more, message) => {
    const input = { TableName, IndexName: 'plain', SearchVector: vector(1, 0, 0), TopK: 1, ...more };
    await expect(fixture.db.searchVectors(input)).rejects.toMatchObject({ name: 'ValidationException', message });
  });

  it('a request without its members, and a table that is not there', async () => {
    const input = { IndexName: 'ab', SearchVector: vector(1), TopK: 1 } as unknown as SearchVectorsCommandInput;
    await expect(fixture.db.searchVectors(input)).rejects.toThrow(/^missing field `TableName` at line 1 column \d+$/);
    const valid = { IndexName: 'plain', SearchVector: vector(1), TopK: 1 };
    await expect(fixture.db.searchVectors({ TableName: 'absent', ...valid })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });
});

it('queries, scans and statements do not read vector indexes', async () => {
  const query = { KeyConditionExpression: 'id = :i', ExpressionAttributeValues: { ':i': { S: 'a' } } };
  await expect(fixture.db.query({ TableName, IndexName: 'plain', ...query })).rejects.toThrow(
    'Query operation not supported on this index type.',
  );
  const message = 'Scan operation not supported on this index type';
  await expect(fixture.db.scan({ TableName, IndexName: 'plain' })).rejects.toMatchObject({ message });
  await expect(fixture.db.executeStatement({ Statement: `SELECT * FROM "${TableName}"."plain"` })).rejects.toMatchObject({ message });
});
