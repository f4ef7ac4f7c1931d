// Vector indexes of tables that are made or changed: their checks, in the words that paritysuite/dynamodb-conformance, nubo-db/dynoxide and
// ExtendDB/extenddb captured in August 2026.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import { fault, type UpdateTableInput, type VectorIndexUpdate, type VectorIndex as VectorInput } from '#model/dynamodb';
import { invalid, invalidParameter } from '#services/dynamodb/faults';
import type { Table } from '#services/dynamodb/state';
import type { VectorIndex } from '#services/dynamodb/vectors/state';
import { type AttributeTypes, checkProjection } from './key-schema.ts';

/** Limit: vector indexes of a table. */
const MAX_INDEXES = 5;
/** Limit: dimensions of a vector index. */
const MAX_DIMENSIONS = 4096;
/** Limit: attributes of one kind in the search schema of a vector index. */
const MAX_OF_KIND = { HASH: 1, INLINE_FILTER: 18 } as const;

/** @param declared the attributes that this request defines */
function checkOne(given: VectorInput, declared: AttributeTypes, id: string): VectorIndex {
  const dimensions = Math.trunc(given.Dimensions);
  if (dimensions > MAX_DIMENSIONS) throw invalidParameter(`Number of dimensions must be between 1 and ${MAX_DIMENSIONS} inclusive.`);
  const projection = checkProjection(given.Projection);
  const search = (given.SearchSchema ?? []).map(({ AttributeName: name, SearchSchemaElementType: kind }) => ({
    name,
    kind: kind as 'HASH' | 'INLINE_FILTER',
  }));
  if (!search.every(({ name }) => declared.has(name)))
    throw invalidParameter('One element in SearchSchema is not defined in attribute definitions');
  for (const [kind, most] of Object.entries(MAX_OF_KIND)) {
    const count = search.filter((element) => element.kind === kind).length;
    if (count > most)
      throw invalidParameter(
        `Value '${count}' at 'SearchSchema' failed to satisfy constraint: Member must have ${kind} count less than or equal to ${most}`,
      );
  }
  if (new Set(search.map(({ name }) => name)).size < search.length)
    throw invalidParameter('SearchSchema contains a duplicate AttributeName');
  return {
    name: given.IndexName,
    id,
    attribute: given.VectorAttribute.AttributeName,
    dimensions,
    distance: given.DistanceFunction as VectorIndex['distance'],
    search,
    ...projection,
    status: 'ACTIVE',
  };
}

function checkTogether(vectors: Frozen<readonly VectorIndex[]>, types: AttributeTypes): void {
  const dimensions = new Map<string, number>();
  for (const { attribute, dimensions: count } of vectors) {
    if ((dimensions.get(attribute) ?? count) !== count)
      throw invalidParameter(
        `Conflicting attribute definition for '${attribute}'. All VectorIndexes on the same vector attribute must use the same dimensions.`,
      );
    dimensions.set(attribute, count);
    if (types.has(attribute))
      throw invalidParameter(
        `Conflicting attribute definition for '${attribute}'. An attribute cannot be defined in AttributeDefinitions when used as a VectorAttribute.`,
      );
  }
}

const onDemandOnly = () => invalidParameter('Vector indexes are only supported for PAY_PER_REQUEST tables');

/** Checks the vector indexes of CreateTable. @throws Fault ValidationException */
export function checkVectorIndexes(
  given: readonly VectorInput[],
  declared: AttributeTypes,
  billing: string,
  newId: () => string,
): readonly VectorIndex[] {
  if (given.length === 0) throw invalidParameter('List of VectorIndexes is empty');
  if (billing !== 'PAY_PER_REQUEST') throw onDemandOnly();
  const vectors = given.map((each) => checkOne(each, declared, newId()));
  if (vectors.length > MAX_INDEXES) throw invalidParameter(`VectorIndex count exceeds the per-table limit of ${MAX_INDEXES}`);
  checkTogether(vectors, declared);
  return vectors;
}

function checkUpdates(updates: readonly VectorIndexUpdate[]): void {
  for (const { Create, Delete } of updates) {
    if (!Create && !Delete) throw invalidParameter('One of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must not be null');
    if (Create && Delete) throw invalidParameter('Only one vector index action is allowed per VectorIndexUpdate object');
  }
}

/** How many indexes the request adds or removes online. */
export const countOnline = ({ GlobalSecondaryIndexUpdates: global = [], VectorIndexUpdates: vectors = [] }: UpdateTableInput): number =>
  global.filter(({ Create, Delete }) => Create || Delete).length + vectors.length;

/** The vector indexes after an update. @throws Fault LimitExceededException, ResourceNotFoundException, ValidationException */
export function changeVectors(
  tx: Tx,
  table: Table,
  updates: readonly VectorIndexUpdate[],
  types: { readonly declared: AttributeTypes; readonly all: AttributeTypes },
  newId: () => string,
  ctx: Ctx,
): readonly VectorIndex[] {
  checkUpdates(updates);
  let vectors = table.vectors ?? [];
  for (const { Create, Delete } of updates) {
    if (Create) {
      if (table.billing !== 'PAY_PER_REQUEST') throw onDemandOnly();
      if ([...table.indexes, ...vectors].some(({ name }) => name === Create.IndexName))
        throw invalid('Attempting to create an index which already exists');
      const made: VectorIndex = { ...checkOne(Create, types.declared, newId()), status: 'CREATING' };
      if (vectors.length >= MAX_INDEXES)
        throw fault(
          'LimitExceededException',
          `Subscriber limit exceeded: Number of vector secondary indexes exceeds per-table limit of ${MAX_INDEXES}`,
        );
      checkTogether([...vectors, made], types.all);
      ctx.later(tx, 'dynamodb.build-index', [table.name, table.storeId, made.id], ctx.now());
      vectors = [...vectors, made];
    } else if (Delete) {
      const gone = vectors.find(({ name }) => name === Delete.IndexName);
      if (!gone)
        throw fault('ResourceNotFoundException', `Requested resource not found: Index ${Delete.IndexName} for table ${table.name}`);
      ctx.later(tx, 'dynamodb.drop-index', [table.name, table.storeId, gone.id], ctx.now());
      vectors = vectors.map((each) => (each === gone ? { ...gone, status: 'DELETING' as const } : each));
    }
  }
  return vectors;
}
