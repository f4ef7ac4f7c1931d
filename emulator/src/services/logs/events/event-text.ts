// Reads the message of an event from its record or its blob.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault } from '#model/logs';
import { groupArn } from '#services/logs/groups/group-arn';
import { masked } from '#services/logs/protection/policy';
import type { LogEvent } from '#services/logs/state';

/** The message with asterisks for what is masked. */
export function textOf({ message, masks }: Frozen<LogEvent>, ctx: Ctx): string | Promise<string> {
  if (typeof message === 'string') return masks ? masked(message, masks) : message;
  return rawOf({ message }, ctx).then((text) => (masks ? masked(text, masks) : text));
}

/** The message as it was sent. */
export const rawOf = async ({ message }: Pick<Frozen<LogEvent>, 'message'>, ctx: Ctx): Promise<string> =>
  typeof message === 'string' ? message : Buffer.from(await ctx.blobs.read(message)).toString();

/** @throws Fault where the caller may not see what is masked */
export function checkUnmask(group: string, ctx: Ctx): void {
  if (!ctx.mayAlso('logs:Unmask', `${groupArn(ctx, group)}:*`))
    throw fault('AccessDeniedException', `You are not authorized to perform: logs:Unmask on resource: ${groupArn(ctx, group)}:*`);
}
