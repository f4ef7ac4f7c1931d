// The result of a map run: the outputs of its children, or the place of the files that hold them.
// Form of the files: https://docs.aws.amazon.com/step-functions/latest/dg/input-output-resultwriter.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { inPieces } from '#lib/byte-pieces';
import { executionArn, machineArn, mapRunArn } from '#services/states/arns';
import { sdkCause } from '#services/states/integrations/sdk-cause';
import { DATA_LIMIT } from '#services/states/language/faults';
import type { ResultWriter } from '#services/states/language/interpreter/commands';
import { isList, type Json, type JsonObject, MAX_PAYLOAD } from '#services/states/language/json';
import { tooLarge } from '#services/states/language/limits';
import { inputAt } from '#services/states/map-run-records/map-inputs';
import { type MapResult, type MapRun, mapResults } from '#services/states/map-run-records/records';
import { MapRunFailure } from './map-run-failure.ts';

export interface MapRunOutput {
  readonly output: Json;
  /** Results in files, or in the output where no files are written (recorded, September 2023). */
  readonly resultsWritten: number;
}

/** Limit: bytes after which a file of results is followed by another one. */
const MAX_FILE = 4 * 1024 * 1024;
const GROUPS = ['SUCCEEDED', 'FAILED', 'PENDING'] as const;
const WRITER_FAILED = 'States.ResultWriterFailed';

/** @throws MapRunFailure */
export async function mapRunOutput(run: MapRun, ctx: Ctx): Promise<MapRunOutput> {
  const { writer } = run;
  if (writer?.parameters) return await writeResults(run, writer, writer.parameters, ctx);
  if (run.outputBytes > MAX_PAYLOAD) throw new MapRunFailure(DATA_LIMIT, tooLarge(run.state));
  const transformation = transformationOf(writer, 'COMPACT');
  const output: Json[] = [];
  for (const [[, index], result] of resultsOf(run, ctx))
    if (result.status === 'SUCCEEDED') output.push(...transformed(transformation, run, index, result, ctx));
  return { output, resultsWritten: run.executions.succeeded };
}

const resultsOf = ({ id }: MapRun, ctx: Ctx) =>
  ctx.records(mapResults).entries([id]) as Iterable<readonly [readonly [string, number], MapResult]>;

const transformationOf = (writer: ResultWriter | undefined, otherwise: string): string =>
  String(writer?.config['Transformation'] ?? otherwise);

function transformed(transformation: string, run: MapRun, index: number, result: MapResult, ctx: Ctx): readonly Json[] {
  const { output = null } = result;
  if (transformation === 'NONE') return [describeChild(run, index, result, ctx)];
  return transformation === 'FLATTEN' && isList(output) ? output : [output];
}

function describeChild(run: MapRun, index: number, result: MapResult, ctx: Ctx): JsonObject {
  const { name, status, startMs, stopMs, output, error, cause } = result;
  return {
    ExecutionArn: executionArn(run.childMachine, name, ctx),
    ...{ Input: JSON.stringify(inputAt(run.id, index, ctx)), InputDetails: { Included: true }, Name: name },
    ...(output !== undefined && { Output: JSON.stringify(output), OutputDetails: { Included: true } }),
    ...(error !== undefined && { Error: error }),
    ...(cause !== undefined && { Cause: cause }),
    ...(!run.isExpress && { RedriveCount: 0, RedriveStatus: 'NOT_REDRIVABLE' }),
    ...{ StartDate: new Date(startMs).toISOString(), StateMachineArn: machineArn(run.childMachine, ctx) },
    ...{ Status: status, StopDate: new Date(stopMs).toISOString() },
  };
}

interface WrittenFile {
  readonly Key: string;
  readonly Size: number;
}

async function writeResults(run: MapRun, writer: ResultWriter, { Bucket, Prefix }: JsonObject, ctx: Ctx): Promise<MapRunOutput> {
  const bucket = String(Bucket);
  const folder = [...(Prefix === undefined || Prefix === '' ? [] : [String(Prefix).replace(/\/$/, '')]), run.id].join('/');
  const isLines = writer.config['OutputType'] === 'JSONL';
  const files: Record<(typeof GROUPS)[number], WrittenFile[]> = { SUCCEEDED: [], FAILED: [], PENDING: [] };
  let resultsWritten = 0;
  const put = async (Key: string, Body: string): Promise<WrittenFile> => {
    await putObject({ Bucket: bucket, Key, Body }, run, ctx);
    return { Key, Size: Buffer.byteLength(Body) };
  };
  for (const group of GROUPS) {
    let [texts, size]: [string[], number] = [[], 0];
    const end = async (): Promise<void> => {
      if (texts.length === 0) return;
      const key = `${folder}/${group}_${files[group].length}.${isLines ? 'jsonl' : 'json'}`;
      files[group].push(await put(key, isLines ? `${texts.join('\n')}\n` : `[${texts.join(',')}]`));
      resultsWritten += texts.length;
      [texts, size] = [[], 0];
    };
    for (const [[, index], result] of resultsOf(run, ctx)) {
      if ((result.status === 'SUCCEEDED') !== (group === 'SUCCEEDED') || group === 'PENDING') continue;
      // Failures are always written whole.
      const transformation = group === 'SUCCEEDED' ? transformationOf(writer, 'NONE') : 'NONE';
      for (const value of transformed(transformation, run, index, result, ctx)) {
        const text = JSON.stringify(value);
        texts.push(text);
        size += text.length;
      }
      if (size >= MAX_FILE) await end();
    }
    await end();
  }
  const arn = mapRunArn(run.childMachine, run.id, ctx);
  const manifest = `${folder}/manifest.json`;
  await put(manifest, JSON.stringify({ DestinationBucket: bucket, MapRunArn: arn, ResultFiles: files }));
  return { output: { MapRunArn: arn, ResultWriterDetails: { Bucket: bucket, Key: manifest } }, resultsWritten };
}

async function putObject(object: { readonly Bucket: string; readonly Key: string; readonly Body: string }, run: MapRun, ctx: Ctx) {
  const { Bucket, Key } = object;
  const body = Buffer.from(object.Body);
  const input = { Bucket, Key, Body: inPieces(body), ContentLength: body.length, ContentType: 'application/json' };
  try {
    await ctx.call('s3', 'PutObject', input, { withRole: run.roleArn });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { status } = ctx.faultFacts('s3', error);
    throw new MapRunFailure(WRITER_FAILED, sdkCause(error.message, 'S3', status, ctx.id()));
  }
}
