// Access logs: one line per request or message, in the format of the stage, written to its log group or delivery stream; `-` for what there is not.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-variables-for-access-logging.html
import type { Ctx } from '#core/ctx';
import { putAccessLine } from './put-access-line.ts';

const VARIABLE = /\$context\.([A-Za-z0-9_.-]*[A-Za-z0-9_-])/g;
const NOTHING = '-';

export interface AccessLogSettings {
  readonly destinationArn?: string | undefined;
  readonly format?: string | undefined;
}

export interface AccessFacts {
  readonly logStreamName: string;
  /** Made only where the stage has an access log: the values of variables, whose names come without `$context.`. */
  readonly values: () => (name: string) => string | undefined;
}

/** After the answer was made: the client does not wait for its line. */
export function writeAccessLog({ destinationArn, format }: AccessLogSettings, { logStreamName, values }: AccessFacts, ctx: Ctx): void {
  if (!destinationArn || !format) return;
  const value = values();
  const line = format.replace(VARIABLE, (_, name: string) => value(name) ?? NOTHING);
  const there = ctx.detached();
  void there.track(putAccessLine({ destinationArn, logStreamName, line }, there));
}
