// Ids of executions within the store.
import type { Ctx } from '#core/ctx';

/** They tell executions apart that begin in the same millisecond. Ids are part of the keys of all that is kept of an execution, hence short. */
const RANDOM_DIGITS = 12;

/** Ids grow with time, so that the rows of executions that begin together lie together: random ones touch a page of the file for each row. */
export const newExecutionId = (ctx: Ctx): string => `${ctx.now().toString(36)}-${ctx.id().slice(-RANDOM_DIGITS)}`;
