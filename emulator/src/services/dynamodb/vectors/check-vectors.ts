// Checks the attributes of an item that vector indexes read. Texts as captured by paritysuite/dynamodb-conformance and nubo-db/dynoxide in August 2026.
import { attribute, type Item, typeOf, type Value } from '#services/dynamodb/engine/value';
import { invalid } from '#services/dynamodb/faults';
import { floatOf } from './floats.ts';
import type { VectorSchema } from './schema.ts';
import type { VectorIndex } from './state.ts';

/** Unlike for other parameters, a full stop follows. */
const bad = (words: string, index: string) => invalid(`One or more parameter values were invalid. ${words} IndexName: ${index}`);

/** @throws Fault ValidationException for a vector of other dimensions or types, or an attribute of the search schema with another type */
export function checkVectors(item: Item, vectors: readonly VectorSchema[]): void {
  for (const { vector, hash, filters } of vectors) {
    const value = attribute(item, vector.attribute);
    if (value) checkVector(value, vector);
    for (const { name, type } of hash ? [hash, ...filters] : filters) {
      const given = attribute(item, name);
      if (given && given[type] === undefined)
        throw bad(`Attribute '${name}' type mismatch. Expected: ${type}, Actual: ${typeOf(given)}.`, vector.name);
    }
    if (hash && attribute(item, hash.name)?.[hash.type] === '')
      throw invalid(
        `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty ${hash.type === 'B' ? 'binary' : 'string'} value. IndexName: ${vector.name}, IndexKey: ${hash.name}`,
      );
  }
}

function checkVector(value: Value, { name, attribute: of, dimensions }: Pick<VectorIndex, 'name' | 'attribute' | 'dimensions'>): void {
  if (!value.L) throw bad(`Invalid type for parameter ${of}, Expected: 32-bit floating point number list`, name);
  for (const [at, element] of value.L.entries()) {
    if (element.N === undefined)
      throw bad(`Invalid type for parameter ${of}[${at}], Expected: 32-bit floating point number, Actual: ${typeOf(element)}.`, name);
    if (floatOf(element) === undefined)
      throw bad(
        `Invalid value for parameter ${of}[${at}], Value: ${element.N} is outside valid range [-3.4028235E38, 3.4028235E38].`,
        name,
      );
  }
  if (value.L.length !== dimensions)
    throw bad(`Invalid size for parameter ${of}, Expected: ${dimensions}, Actual: ${value.L.length}`, name);
}
