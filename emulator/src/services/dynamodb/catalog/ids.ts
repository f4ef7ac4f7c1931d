// Ids of the records of tables and indexes: parts of the keys under which items and entries lie, so that a table of the same name begins empty.
import type { Ctx } from '#core/ctx';

const STORE_ID_LENGTH = 10;
const INDEX_ID_LENGTH = 6;
export const newStoreId = (ctx: Ctx): string => ctx.random(STORE_ID_LENGTH);
export const newIndexId = (ctx: Ctx) => (): string => ctx.random(INDEX_ID_LENGTH);
