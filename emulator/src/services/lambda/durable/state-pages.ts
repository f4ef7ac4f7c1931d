// The operations that a function is given when it begins, in pages: the first with the event, the others by GetDurableExecutionState.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { Data, Operation } from './engine/operation.ts';
import { visibleOf } from './engine/visible.ts';
import { durableOperations } from './records.ts';

/** Limit: bytes of the operations in the event of an invocation, and in a page of GetDurableExecutionState. At least one operation is there. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024;
/** Bytes of an operation besides its payloads, about. */
const ENVELOPE_BYTES = 300;

export interface StatePage {
  readonly operations: readonly Operation[];
  /** The position of the last one, where more follow. */
  readonly next: number | undefined;
}

export const allOperations = (id: string, ctx: Ctx): Operation[] => ctx.records(durableOperations).range([id]);

/** `after`: the position behind which the page begins. */
export function pageOf(
  id: string,
  { after = -1, most }: { readonly after?: number | undefined; readonly most: number },
  ctx: Ctx,
): StatePage {
  const operations: Operation[] = [];
  let bytes = 0;
  for (const operation of visibleOf(allOperations(id, ctx))) {
    if (operation.position <= after) continue;
    bytes += ENVELOPE_BYTES + sizeOf(operation.input) + sizeOf(operation.result);
    const last = operations.at(-1);
    if (last && (bytes > MAX_PAGE_BYTES || operations.length >= most)) return { operations, next: last.position };
    operations.push(operation);
  }
  return { operations, next: undefined };
}

const sizeOf = (data: Frozen<Data> | undefined): number =>
  data === undefined ? 0 : typeof data === 'string' ? Buffer.byteLength(data) : data.sizeBytes;
