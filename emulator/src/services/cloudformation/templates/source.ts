// Reads a template's text from the request or from S3, and processes its macros.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { functionCall, isList, isObject, type Json, type JsonObject, member, textOf } from '#resources/json';
import { expandForEach } from '#services/cloudformation/engine/for-each';
import { type GivenParameter, parameterValues, referenceValue } from '#services/cloudformation/engine/parameters';
import { parseTemplate } from '#services/cloudformation/engine/parse-large';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import { transformsOf } from '#services/cloudformation/engine/template';
import { invalid } from '#services/cloudformation/stacks/find-stack';
import { parseS3Location } from './s3-location.ts';
import { expandServerless, SERVERLESS } from './serverless.ts';

const MAX_BODY_BYTES = 51_200;
const MAX_OBJECT_BYTES = 1_000_000;
const LANGUAGE_EXTENSIONS = 'AWS::LanguageExtensions';
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
  return body;
}

export async function readFromS3(url: string, what: string, ctx: Ctx, longest = MAX_OBJECT_BYTES): Promise<string> {
  const location = parseS3Location(url);
  if (!location) throw invalid(`${what} must be a supported URL.`);
  const { bucket, key, versionId } = location;
  try {
    const { Body } = await ctx.call('s3', 'GetObject', { Bucket: bucket, Key: key, VersionId: versionId });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of piecesOf(Body)) {
      size += chunk.length;
      if (size > longest) throw invalid(`Template may not exceed ${longest} bytes in size.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    if (error instanceof Fault && error.code !== 'ValidationError') throw invalid(`S3 error: ${error.message} (s3://${bucket}/${key})`);
    throw error;
  }
}

/** The template (read by `parseText`) with its transforms applied. @throws TemplateProblem for transforms that are not emulated */
export async function processMacros(
  root: JsonObject,
  given: readonly GivenParameter[],
  ctx: Ctx,
  previous?: Parameters<typeof parameterValues>[2],
): Promise<JsonObject> {
  const transforms = transformsOf(root);
  for (const name of transforms) refuseMacro(name);
  const top = topLevelInclude(root);
  const included = top.length > 0 || mayInclude(root) ? ((await include(root, top, ctx)) as JsonObject) : root;
  const { Transform: _applied, ...rest } = included;
  const repeated = transforms.includes(LANGUAGE_EXTENSIONS) ? expandForEach(rest, listsOf(rest, given, previous)) : rest;
  return transforms.includes(SERVERLESS) ? expandServerless(repeated, given, previous, ctx) : repeated;
}

function refuseMacro(name: string): void {
  if (name === LANGUAGE_EXTENSIONS || name === INCLUDE || name === SERVERLESS) return;
  throw new TemplateProblem(
    `No transform named ${name} found: macros are not emulated, only ${LANGUAGE_EXTENSIONS}, ${INCLUDE} and ${SERVERLESS}.`,
  );
}

/** `Transform: { Name: AWS::Include, Parameters: { Location } }` at the top of the template. */
const topLevelInclude = (root: JsonObject): Json[] => {
  const list = isList(root.Transform) ? root.Transform : root.Transform === undefined ? [] : [root.Transform];
  return list.filter((each) => isObject(each) && each.Name === INCLUDE);
};

/** Looking costs a tenth of what `include` costs. */
const mayInclude = (value: Json): boolean =>
  isList(value)
    ? value.some(mayInclude)
    : isObject(value) && Object.entries(value).some(([key, item]) => key === 'Fn::Transform' || mayInclude(item));

/** Inserts the fragments of `Fn::Transform: AWS::Include`. */
async function include(value: Json, own: readonly Json[], ctx: Ctx): Promise<Json> {
  if (isList(value)) return Promise.all(value.map((item) => include(item, [], ctx)));
  if (!isObject(value)) return value;
  const out: Record<string, Json> = Object.create(null);
  for (const [key, item] of Object.entries(value)) {
    if (key !== 'Fn::Transform') out[key] = await include(item, [], ctx);
    else for (const each of isList(item) ? item : [item]) Object.assign(out, await fragment(each, ctx));
  }
  for (const each of own) Object.assign(out, await fragment(each, ctx));
  return out;
}

async function fragment(call: Json, ctx: Ctx): Promise<JsonObject> {
  const given = isObject(call) ? (call.Name ?? '') : call;
  const name = isObject(given) || isList(given) ? JSON.stringify(given) : textOf(given);
  if (name !== INCLUDE) throw new TemplateProblem(`No transform named ${name} found: macros are not emulated, only ${INCLUDE}.`);
  const location = isObject(call) && isObject(call.Parameters) ? call.Parameters.Location : undefined;
  if (typeof location !== 'string')
    throw new TemplateProblem(`Transform ${INCLUDE} failed with: The Location must be the S3 address of a fragment.`);
  return parseTemplate(await readFromS3(location, 'The Location parameter', ctx));
}

/** Lists for loops: literal lists, list parameters, entries of mappings. */
function listsOf(
  root: JsonObject,
  given: readonly GivenParameter[],
  previous: Parameters<typeof parameterValues>[2],
): (value: Json) => readonly string[] | undefined {
  const declarations = isObject(root.Parameters) ? (root.Parameters as Record<string, JsonObject>) : {};
  let values: ReturnType<typeof parameterValues> | undefined;
  return (value) => {
    if (isList(value)) return value.map(textOf);
    const call = functionCall(value);
    if (call?.[0] === 'Ref') {
      values ??= parameterValues(declarations, given, previous);
      const name = String(call[1]);
      const declaration = member(declarations, name) as JsonObject | undefined;
      const found = declaration && values[name] && referenceValue(declaration, values[name]);
      return isList(found) ? found.map(textOf) : found === undefined ? undefined : [textOf(found)];
    }
    if (call?.[0] === 'Fn::FindInMap' && isList(call[1]) && isObject(root.Mappings)) {
      const [map, first, second] = call[1].map(textOf) as [string, string, string];
      const found = member(member(member(root.Mappings, map), first), second);
      return isList(found) ? found.map(textOf) : undefined;
    }
    return undefined;
  };
}

/** A small body comes as a whole, a large one as a stream. */
const piecesOf = (body: unknown): AsyncIterable<Uint8Array> | Iterable<Uint8Array> =>
  body instanceof Uint8Array ? [body] : ((body ?? []) as AsyncIterable<Uint8Array>);
