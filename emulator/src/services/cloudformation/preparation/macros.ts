// Macros: a function receives the template or a part of it, and answers what takes its place.
// https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/template-macros-author.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { partitionOf } from '#lib/arn';
import { own } from '#lib/table';
import { isList, isObject, type Json, type JsonObject, member, textOf } from '#resources/json';
import { type GivenParameter, knownLater, parameterValues, referenceValue } from '#services/cloudformation/engine/parameters';
import { TemplateProblem, TransformFailed } from '#services/cloudformation/engine/problem';
import { checkDepth } from '#services/cloudformation/engine/template';
import { macros } from '#services/cloudformation/state';

/** The values of parameters, as macros receive them. */
export type MacroValues = Readonly<Record<string, Json>>;

export function macroValues(
  root: JsonObject,
  given: readonly GivenParameter[],
  previous: Parameters<typeof parameterValues>[2],
): MacroValues {
  const declared = isObject(root.Parameters) ? (root.Parameters as Record<string, JsonObject>) : {};
  if (!Object.values(declared).every(isObject)) return {};
  const values = Object.entries(parameterValues(declared, given, previous)).filter(([, value]) => !knownLater(value));
  return Object.fromEntries(values.map(([name, value]) => [name, referenceValue(declared[name]!, value)]));
}

/** @throws TemplateProblem where the account has no macro of that name here */
export function requireMacro(name: string, ctx: Ctx): void {
  if (!ctx.records(macros).has([name])) throw new TemplateProblem(`No transform named ${name} found.`);
}

export interface MacroCall {
  readonly name: string;
  readonly params: Json;
  readonly fragment: Json;
}

/** The fragment that the macro's function answers. @throws TemplateProblem in the service's words */
export async function callMacro({ name, params, fragment }: MacroCall, values: MacroValues, ctx: Ctx): Promise<Json> {
  requireMacro(name, ctx);
  const transformId = `${ctx.account}::${name}`;
  const failed = (why: string): TransformFailed => TransformFailed.of(transformId, why);
  const malformed = new TransformFailed(`Received malformed response from transform ${transformId}`);
  const requestId = ctx.id();
  const request = {
    region: ctx.region,
    accountId: ctx.account,
    fragment,
    transformId,
    params: resolved(params, values, ctx),
    requestId,
    templateParameterValues: values,
  };
  const { functionName: FunctionName } = ctx.records(macros).get([name])!;
  const answer = await invoke(FunctionName, JSON.stringify(request), ctx).catch((error: unknown) => {
    throw error instanceof Fault ? failed(`with: ${error.message}`) : error;
  });
  if (!isObject(answer) || answer.requestId !== requestId || answer.status === undefined) throw malformed;
  if (textOf(answer.status).toLowerCase() !== 'success')
    throw failed(answer.errorMessage === undefined ? 'without an error message.' : `with: ${textOf(answer.errorMessage)}.`);
  if (answer.fragment === undefined) throw malformed;
  checkDepth(answer.fragment);
  return answer.fragment;
}

/** Undefined for an answer that is no JSON, and where the function failed. */
async function invoke(FunctionName: string, text: string, ctx: Ctx): Promise<Json | undefined> {
  const Payload = Uint8Array.from(Buffer.from(text));
  const answer = await ctx.call('lambda', 'Invoke', { FunctionName, InvocationType: 'RequestResponse', Payload });
  if (answer.FunctionError !== undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(answer.Payload ?? []).toString()) as Json;
  } catch {
    return undefined;
  }
}

/** The parameters of a transform with references to parameters, and with text made of them, evaluated. */
export function resolved(value: Json, values: MacroValues, ctx: Ctx): Json {
  if (isList(value)) return value.map((item) => resolved(item, values, ctx));
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  const known = (name: string): Json | undefined => member(values, name) ?? pseudo(name, ctx);
  if (names.length === 1 && names[0] === 'Ref') return known(textOf(value.Ref ?? '')) ?? value;
  if (names.length === 1 && names[0] === 'Fn::Sub' && typeof value['Fn::Sub'] === 'string')
    return value['Fn::Sub'].replaceAll(/\$\{([^!}]+)\}/g, (text, name: string) => {
      const found = known(name.trim());
      return found === undefined ? text : textOf(found);
    });
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolved(item, values, ctx)]));
}

const pseudo = (name: string, { account, region }: Ctx): string | undefined =>
  own({ 'AWS::AccountId': account, 'AWS::Region': region, 'AWS::Partition': partitionOf(region) }, name);
