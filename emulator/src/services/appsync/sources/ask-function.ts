// Functions: one by one, in batches, or given the context of the resolver itself.
// https://docs.aws.amazon.com/appsync/latest/devguide/resolver-mapping-template-reference-lambda.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { parseArn } from '#lib/arn';
import type { SourceAnswer, SourceRequest } from './source-request.ts';

const DEFAULT_BATCH = 5;
const OPERATIONS = new Set(['Invoke', 'BatchInvoke']);

export async function askFunction(request: SourceRequest, ctx: Ctx): Promise<SourceAnswer> {
  const { source, document, direct, maxBatchSize, batches, batchKey } = request;
  const { operation = 'Invoke', payload, invocationType } = (direct ? { payload: direct } : document) as Readonly<Record<string, unknown>>;
  if (!OPERATIONS.has(String(operation)))
    return {
      error: {
        message: `Unsupported operation '${String(operation)}'. Datasource Versioning only supports the following operations (Invoke, BatchInvoke)`,
        errorType: 'MappingTemplate',
      },
    };
  const target: FunctionTarget = { arn: source.lambdaConfig?.lambdaFunctionArn ?? '', role: source.serviceRoleArn };
  if (invocationType === 'Event') {
    await invoke(target, payload, 'Event', ctx);
    return { result: null };
  }
  const isBatch = operation === 'BatchInvoke' || (direct !== undefined && maxBatchSize > 0);
  if (!isBatch) return answerOf(await invoke(target, payload, 'RequestResponse', ctx));
  const size = maxBatchSize > 0 ? maxBatchSize : DEFAULT_BATCH;
  const answer = await batches.add(batchKey, payload, size, (payloads) => invokeBatch(target, payloads, ctx));
  return direct ? directAnswer(answer) : answer;
}

interface FunctionTarget {
  readonly arn: string;
  readonly role: string | undefined;
}

interface Invoked {
  readonly text: string;
  readonly hasFailed: boolean;
}

async function invoke(
  { arn, role }: FunctionTarget,
  payload: unknown,
  InvocationType: 'Event' | 'RequestResponse',
  ctx: Ctx,
): Promise<Invoked> {
  const { account, region } = parseArn(arn) ?? {};
  const input = { FunctionName: arn, Payload: Buffer.from(JSON.stringify(payload ?? null)), InvocationType };
  const answer = await ctx.call('lambda', 'Invoke', input, { withRole: role, account, region });
  return { text: Buffer.from(answer.Payload ?? '').toString(), hasFailed: answer.FunctionError !== undefined };
}

function answerOf({ text, hasFailed }: Invoked): SourceAnswer {
  const value = valueIn(text);
  if (!hasFailed) return { result: value };
  const { errorMessage } = (value ?? {}) as { readonly errorMessage?: unknown };
  return { error: { message: typeof errorMessage === 'string' ? errorMessage : text, errorType: 'Lambda:Unhandled' } };
}

/** The list that the function answers, one element for each payload. */
async function invokeBatch(target: FunctionTarget, payloads: readonly unknown[], ctx: Ctx): Promise<readonly SourceAnswer[]> {
  try {
    const answer = answerOf(await invoke(target, payloads, 'RequestResponse', ctx));
    if (answer.error) return payloads.map(() => answer);
    const { result } = answer;
    if (Array.isArray(result) && result.length === payloads.length) return result.map((each) => ({ result: each as unknown }));
    const message = Array.isArray(result)
      ? `The response of the function has ${result.length} elements for ${payloads.length} requests.`
      : 'The response of the function is no list.';
    return payloads.map(() => ({ error: { message, errorType: 'Lambda:IllegalArgument' } }));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return payloads.map(() => ({ error: { message: error.message, errorType: `Lambda:${error.code}` } }));
  }
}

/** Functions that are given contexts in batches answer with data or an error for each. */
function directAnswer(answer: SourceAnswer): SourceAnswer {
  const { result, error } = answer;
  if (error || typeof result !== 'object' || result === null) return answer;
  const { data = null, errorMessage, errorType, errorInfo } = result as Readonly<Record<string, unknown>>;
  if (typeof errorMessage !== 'string') return { result: data };
  return {
    result: data,
    error: { message: errorMessage, errorType: typeof errorType === 'string' ? errorType : 'Lambda:Unhandled', errorInfo },
  };
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
