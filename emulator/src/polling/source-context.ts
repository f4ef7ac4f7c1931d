// The context in which a source is read: the account and region of its ARN.
import type { Ctx } from '#core/ctx';
import { parseArn } from '#lib/arn';

export function sourceContext(sourceArn: string, ctx: Ctx): Ctx {
  const { account, region } = parseArn(sourceArn) ?? {};
  return ctx.in({ account, region });
}
