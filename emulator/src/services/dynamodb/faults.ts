// Faults that several operations share, and the layers that word them.
import { Fault } from '#core/fault';
import { fault } from '#model/dynamodb';

export const invalid = (message: string): Fault => fault('ValidationException', message);
/** For a parameter that contradicts another one or the table. */
export const invalidParameter = (message: string): Fault => invalid(`One or more parameter values were invalid: ${message}`);
export const serialization = (message: string): Fault => new Fault('SerializationException', message, { status: 400 });
/** For ARNs of other accounts. */
export const accessDenied = (): Fault => new Fault('AccessDeniedException', 'Access is denied');
export const noSuchResource = (): Fault => fault('ResourceNotFoundException', 'Requested resource not found');
export const noSuchTable = (name: string): Fault =>
  fault('ResourceNotFoundException', `Requested resource not found: Table: ${name} not found`);

/** The service words bad values in two ways: most operations were moved to the newer one in 2026. */
export type Wording = 'current' | 'older';

/** How an operation words what is wrong with its request alone. */
export interface Layer {
  readonly wording: Wording;
  /** Puts `1 validation error detected: ` in front. */
  readonly enveloped: boolean;
}

const SINGLE_WRITE: Layer = { wording: 'current', enveloped: true };
const READ: Layer = { wording: 'current', enveloped: false };
const OLDER: Layer = { wording: 'older', enveloped: false };

/** By operation, as captured in us-east-1 in October 2026 (paritysuite/dynamodb-conformance, valueLayers). */
export const LAYERS = {
  PutItem: SINGLE_WRITE,
  UpdateItem: SINGLE_WRITE,
  DeleteItem: SINGLE_WRITE,
  GetItem: READ,
  BatchGetItem: READ,
  Query: READ,
  SearchVectors: READ,
  Scan: OLDER,
  BatchWriteItem: OLDER,
  TransactWriteItems: OLDER,
  TransactGetItems: OLDER,
} as const satisfies Record<string, Layer>;

/** Runs checks of a request alone, and words what they find as the layer does. */
export function inLayer<T>({ enveloped }: Layer, check: () => T): T {
  if (!enveloped) return check();
  try {
    return check();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'ValidationException' || error.message.startsWith('1 validation error')) throw error;
    throw invalid(`1 validation error detected: ${error.message}`);
  }
}
