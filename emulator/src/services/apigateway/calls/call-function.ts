// Calls a function for an API: as the gateway's service principal, or in the role that the API names, within the time limit of the emulator's clock.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { withinTime } from '#core/time/within-time';
import { own } from '#lib/table';

const PRINCIPAL = 'apigateway.amazonaws.com';
const URI = /^arn:[^:]+:apigateway:[^:]+:lambda:path\/[^/]+\/functions\/(.+)\/invocations$/;
const VARIABLE = /\$\{stageVariables\.(\w+)\}/g;

export interface FunctionCall {
  /** ARN of the function, with or without a qualifier. */
  readonly arn: string;
  readonly payload: object;
  /** The API's resource that causes the call: the function's policy may name it. */
  readonly sourceArn: string;
  readonly role?: string | undefined;
  readonly timeoutMs: number;
  readonly traceHeader?: string | undefined;
}

export type FunctionAnswer =
  /** `errorMessage` is set where the function threw. */
  | { readonly payload: unknown; readonly text: string; readonly errorMessage?: string | undefined }
  | { readonly failed: string; readonly isTimeout: boolean; readonly remedy?: string | undefined };

/** The ARN in the URI of an integration or an authorizer, with the variables of the stage. */
export function functionIn(uri: string, variables: Readonly<Record<string, string>>): string {
  const filled = uri.replace(VARIABLE, (_, name: string) => own(variables, name) ?? '');
  return URI.exec(filled)?.[1] ?? filled;
}

export async function callFunction(
  { arn, payload, sourceArn, role, timeoutMs, traceHeader }: FunctionCall,
  ctx: Ctx,
): Promise<FunctionAnswer> {
  const [, , , region, account] = arn.split(':');
  const input = { FunctionName: arn, Payload: Buffer.from(JSON.stringify(payload)) };
  const acting = role ? { withRole: role } : { as: { service: PRINCIPAL, sourceArn } };
  try {
    const call = ctx.call('lambda', 'Invoke', input, {
      ...acting,
      region: region || ctx.region,
      account: account || ctx.account,
      traceHeader,
    });
    const answer = await withinTime(call, timeoutMs, ctx);
    if (answer === 'timeout') return { failed: `no answer in ${timeoutMs / 1000} seconds`, isTimeout: true };
    const text = Buffer.from(answer.Payload ?? '').toString();
    const value = parsed(text);
    const errorMessage =
      answer.FunctionError === undefined ? undefined : String((value as { errorMessage?: unknown } | null)?.errorMessage ?? text);
    return { payload: value, text, errorMessage };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { failed: `${error.code}: ${error.message}`, isTimeout: false, remedy: error.options.remedy };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
