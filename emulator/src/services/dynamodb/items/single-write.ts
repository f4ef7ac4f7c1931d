// The layer of writes of one item: the current one, and the older one for values of very many levels.
import { Fault } from '#core/fault';
import { levelsOf, TOO_DEEP } from '#services/dynamodb/engine/check-value';
import type { Item } from '#services/dynamodb/engine/value';
import { inLayer, type Layer, type Wording } from '#services/dynamodb/faults';

/** Limit: levels of lists and maps in a request: between 61 and 63, as captured in us-east-1 in October 2026 (paritysuite/dynamodb-conformance, nestingDepth and deepRequests). */
const MAX_CURRENT_LEVELS = 61;

type ValuesByName = Readonly<Record<string, { readonly Value?: unknown }>>;

interface SingleWriteInput {
  readonly Item?: Item | undefined;
  readonly Key?: Item | undefined;
  readonly ExpressionAttributeValues?: Item | undefined;
  readonly Expected?: ValuesByName | undefined;
  readonly AttributeUpdates?: ValuesByName | undefined;
}

/** Runs checks of a request alone; once more in the older layer where a value is so deep that the service reads the request with that one. */
export function inSingleWrite<T>(layer: Layer, input: SingleWriteInput, check: (wording: Wording) => T): T {
  try {
    return inLayer(layer, () => check(layer.wording));
  } catch (error) {
    if (error instanceof Fault && error.message.includes(TOO_DEEP) && isDeepest(input)) return check('older');
    throw error;
  }
}

const isDeepest = ({ Item: item, Key: key, ExpressionAttributeValues: values, Expected, AttributeUpdates }: SingleWriteInput): boolean =>
  [item, key, values, ...[Expected, AttributeUpdates].map(valuesOf)].some(
    (map) => levelsOf({ M: map }, MAX_CURRENT_LEVELS + 2) > MAX_CURRENT_LEVELS + 1,
  );

const valuesOf = (parts: ValuesByName | undefined) => parts && Object.values(parts).map(({ Value: value }) => value);
