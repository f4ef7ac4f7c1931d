// Ids of executions within the store.
import type { Ctx } from '#core/ctx';

/** Ids grow with time, so that the rows of executions that begin together lie together: random ones touch a page of the file for each row. */
export const newExecutionId = (ctx: Ctx): string => `${ctx.now().toString(36)}-${ctx.id()}`;
