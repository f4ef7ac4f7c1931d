// Reads a template's text from the request or from S3, and processes its macros.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { partitionOf } from '#lib/arn';
import { piecesOf } from '#lib/byte-pieces';
import { withoutMark } from '#lib/read-text';
import { isList, isObject, type Json, type JsonObject, member, textOf } from '#resources/json';
import { applyExtensions, type KnownValues, LANGUAGE_EXTENSIONS } from '#services/cloudformation/engine/extensions';
import { type GivenParameter, parameterValues, referenceValue, ssmType } from '#services/cloudformation/engine/parameters';
import { parseTemplate } from '#services/cloudformation/engine/parse-large';
import { TransformFailed } from '#services/cloudformation/engine/problem';
import { transformsOf } from '#services/cloudformation/engine/template';
import { invalid } from '#services/cloudformation/faults';
import { callMacro, type MacroValues, macroValues, requireMacro, resolved } from './macros.ts';
import { checkSize, MAX_TEMPLATE_BYTES, ProcessedSize, tooLarge } from './processed-size.ts';
import { parseS3Location } from './s3-location.ts';
import { expandServerless, SERVERLESS } from './serverless.ts';

/** Limit: bytes of a template that a request carries. A template in a bucket may be larger. */
const MAX_BODY_BYTES = 51_200;
const INCLUDE = 'AWS::Include';

/** The text of a template. Exactly one of `body` and `url` must be given. */
export async function templateText(body: string | undefined, url: string | undefined, ctx: Ctx): Promise<string> {
  if ((body === undefined) === (url === undefined)) throw invalid('Either Template URL or Template Body must be specified.');
  if (body === undefined) return readFromS3(url!, 'TemplateURL', ctx);
  const size = Buffer.byteLength(body);
  if (size > MAX_BODY_BYTES)
    throw invalid(
      `1 validation error detected: Value '${body.slice(0, 100)}…' at 'templateBody' failed to satisfy constraint: Member must have length less than or equal to ${MAX_BODY_BYTES}`,
    );
  return withoutMark(body);
}

export async function readFromS3(url: string, what: string, ctx: Ctx, longest = MAX_TEMPLATE_BYTES): Promise<string> {
  const bare = /^s3:\/\/([^/]*)/.exec(url)?.[1];
  if (bare !== undefined && what === 'TemplateURL') throw invalid(`S3 error: Domain name specified in ${bare} is not a valid S3 domain`);
  const location = parseS3Location(url);
  if (!location) throw invalid(`${what} must be a supported URL.`);
  const { bucket, key, versionId } = location;
  try {
    const { Body } = await ctx.call('s3', 'GetObject', { Bucket: bucket, Key: key, VersionId: versionId });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of piecesOf(Body)) {
      size += chunk.length;
      if (size > longest) throw invalid(tooLarge(longest).message);
      chunks.push(chunk);
    }
    return withoutMark(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    if (error instanceof Fault && error.code !== 'ValidationError') throw invalid(`S3 error: ${error.message} (s3://${bucket}/${key})`);
    throw error;
  }
}

/** The template (read by `parseText`) with its transforms applied. @throws TemplateProblem for transforms that are not there or fail */
export async function processMacros(
  root: JsonObject,
  given: readonly GivenParameter[],
  ctx: Ctx,
  previous?: Parameters<typeof parameterValues>[2],
): Promise<JsonObject> {
  const transforms = transformsOf(root);
  requireMacros(root, ctx);
  const top = topLevelInclude(root);
  const mayCall = hasTransformCall(root);
  const values = mayCall || top.length > 0 || transforms.some(isCustomMacro) ? macroValues(root, given, previous) : {};
  const inserting = { values, size: new ProcessedSize() };
  const included = top.length > 0 || mayCall ? ((await include(root, top, inserting, ctx)) as JsonObject) : root;
  if (included !== root) checkSize(included);
  const { Transform: _applied, ...rest } = included;
  let template = rest;
  for (const { name, params } of inEvaluationOrder(root)) {
    if (name === LANGUAGE_EXTENSIONS) template = applyExtensions(template, knownValues(template, given, previous, ctx), ctx.region);
    else if (name === SERVERLESS) template = await expandServerless(template, given, previous, ctx);
    else if (isCustomMacro(name)) template = wholeTemplate(await callMacro({ name, params, fragment: template }, values, ctx));
    checkSize(template);
  }
  return template;
}

/** @throws TemplateProblem for a transform of the whole template that is not there */
export function requireMacros(root: JsonObject, ctx: Ctx): void {
  for (const name of transformsOf(root)) if (isCustomMacro(name)) requireMacro(name, ctx);
}

/** A macro of the account, and not one of the service's own. */
export const isCustomMacro = (name: string): boolean => name !== LANGUAGE_EXTENSIONS && name !== INCLUDE && name !== SERVERLESS;

interface RootTransform {
  readonly name: string;
  readonly params: Json;
}

/** As listed, but that the language extensions run before the transform of SAM, which cannot read loops. */
function inEvaluationOrder({ Transform: given = [] }: JsonObject): RootTransform[] {
  const listed = (isList(given) ? given : [given]).map((each) =>
    isObject(each) ? { name: textOf(each.Name ?? ''), params: each.Parameters ?? {} } : { name: textOf(each), params: {} },
  );
  const extensions = listed.find(({ name }) => name === LANGUAGE_EXTENSIONS);
  const serverless = listed.findIndex(({ name }) => name === SERVERLESS);
  if (!extensions || serverless < 0 || listed.indexOf(extensions) < serverless) return listed;
  const others = listed.filter((each) => each !== extensions);
  return [...others.slice(0, serverless), extensions, ...others.slice(serverless)];
}

function wholeTemplate(fragment: Json): JsonObject {
  if (!isObject(fragment)) throw new TransformFailed('Template format error: unsupported structure.');
  const { Transform: _again, ...template } = fragment;
  return template;
}

/** `Transform: { Name: AWS::Include, Parameters: { Location } }` at the top of the template. */
const topLevelInclude = (root: JsonObject): Json[] => {
  const list = isList(root.Transform) ? root.Transform : root.Transform === undefined ? [] : [root.Transform];
  return list.filter((each) => isObject(each) && each.Name === INCLUDE);
};

/** Whether `Fn::Transform` stands anywhere in the value. Looking costs a tenth of what `include` costs. */
export const hasTransformCall = (value: Json): boolean =>
  isList(value)
    ? value.some(hasTransformCall)
    : isObject(value) && Object.entries(value).some(([key, item]) => key === 'Fn::Transform' || hasTransformCall(item));

interface Inserting {
  readonly values: MacroValues;
  /** The size of all fragments so far. */
  readonly size: ProcessedSize;
}

/** Inserts the fragments of `Fn::Transform`: those of `AWS::Include` beside its siblings, that of a macro in their place. Inner ones first. */
async function include(value: Json, own: readonly Json[], inserting: Inserting, ctx: Ctx): Promise<Json> {
  if (isList(value)) {
    const items: Json[] = [];
    for (const item of value) items.push(await include(item, [], inserting, ctx));
    return items;
  }
  if (!isObject(value)) return value;
  const { values, size } = inserting;
  const calls: Json[] = [...own];
  const out: Record<string, Json> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    if (key !== 'Fn::Transform') out[key] = await include(item, [], inserting, ctx);
    else calls.unshift(...(isList(item) ? item : [item]));
  }
  let fragment: Json = out;
  for (const call of calls) {
    const { name, params } = transformCall(call);
    if (name === INCLUDE) {
      const inserted = await fragmentOf(params, values, ctx);
      size.add(inserted);
      fragment = Object.assign(Object.create(null) as Record<string, Json>, fragment, inserted);
    } else {
      fragment = await callMacro({ name, params, fragment }, values, ctx);
      size.add(fragment);
    }
  }
  return fragment;
}

function transformCall(call: Json): RootTransform {
  const given = isObject(call) ? (call.Name ?? '') : call;
  const name = isObject(given) || isList(given) ? JSON.stringify(given) : textOf(given);
  return { name, params: isObject(call) ? (call.Parameters ?? {}) : {} };
}

async function fragmentOf(params: Json, values: MacroValues, ctx: Ctx): Promise<JsonObject> {
  const location = isObject(params) && params.Location !== undefined ? resolved(params.Location, values, ctx) : undefined;
  if (typeof location !== 'string') throw TransformFailed.of(INCLUDE, 'with: The Location must be the S3 address of a fragment.');
  return parseTemplate(await fragmentText(location, ctx));
}

async function fragmentText(location: string, ctx: Ctx): Promise<string> {
  try {
    return await readFromS3(location, 'The Location parameter', ctx);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // The words for a bucket that is not there are recorded, the others are the object service's
    const bucket = error.message.includes('The specified bucket does not exist') ? parseS3Location(location)?.bucket : undefined;
    throw TransformFailed.of(INCLUDE, `with: ${bucket === undefined ? error.message : `S3 bucket [${bucket}] does not exist.`}`);
  }
}

/** The values of parameters and of pseudo parameters that are known before the stack is. */
function knownValues(
  root: JsonObject,
  given: readonly GivenParameter[],
  previous: Parameters<typeof parameterValues>[2],
  { account, region }: Ctx,
): KnownValues {
  const declarations = isObject(root.Parameters) ? (root.Parameters as Record<string, JsonObject>) : {};
  const pseudo = { 'AWS::AccountId': account, 'AWS::Region': region, 'AWS::Partition': partitionOf(region) };
  let values: ReturnType<typeof parameterValues> | undefined;
  return (name) => {
    const declaration = member(declarations, name) as JsonObject | undefined;
    if (!declaration) return member(pseudo, name);
    values ??= parameterValues(declarations, given, previous);
    return ssmType(declaration) === undefined ? values[name] && referenceValue(declaration, values[name]) : undefined;
  };
}
