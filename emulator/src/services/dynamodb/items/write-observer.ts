// An observer of item writes: what else a write causes, in the write itself. `write-observers.ts` of the service lists all of them.
import type { Tx } from '#core/records';
import type { LocatedTable } from '#services/dynamodb/catalog/find-table';
import type { ItemWrite } from './item-write.ts';

/** Must be cheap where its table does not need it: it runs in each write. `located.there` is the context of the table's region. */
export type WriteObserver = (tx: Tx, located: LocatedTable, write: ItemWrite) => void;
