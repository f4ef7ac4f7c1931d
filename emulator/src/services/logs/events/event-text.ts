// Reads the message of an event from its record or its blob.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import type { LogEvent } from '#services/logs/state';

export const textOf = ({ message }: Frozen<LogEvent>, ctx: Ctx): string | Promise<string> =>
  typeof message === 'string' ? message : ctx.blobs.read(message).then((bytes) => Buffer.from(bytes).toString());
