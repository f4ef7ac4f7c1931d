// Runs an import in pieces; each piece is one write with its progress, so that a restart goes on where it ended.
import type { Ctx } from '#core/ctx';
import type { Frozen, Tx } from '#core/records';
import type { DueWork } from '#core/time/work';
import { inTraceOf } from '#core/traces/in-trace-of';
import { noteJob } from '#core/traces/job';
import { nextTurn } from '#lib/next-turn';
import { type ImportJob, importJobs } from '#services/cognito-idp/import-state';
import { type Pool, pools } from '#services/cognito-idp/state';
import { headerOf, valuesIn } from './csv.ts';
import { type LoggedLine, logLines } from './import-log.ts';
import { importUser } from './import-user.ts';

/** Users of one write, and lines that are looked at for them: empty ones count, too. */
const AT_ONCE = 100;
const LINES_AT_ONCE = 10_000;
const NEWLINE = 0x0a;

/** Ends the job and lets go of its file. The messages are the cloud's (examples of its command line). */
export function endJob(tx: Tx, poolId: string, job: Frozen<ImportJob>, status: ImportJob['status'], message: string, ctx: Ctx): void {
  const { file, ...kept } = job;
  if (file) tx.release(file);
  tx.put(ctx.records(importJobs), [poolId, job.id], { ...kept, status, message, completedMs: ctx.now() });
  if (status === 'Expired') return;
  const resource = ctx.records(pools).get([poolId])?.arn ?? poolId;
  tx.after(() => noteJob({ resource, name: `import of users to ${poolId}` }, status === 'Failed' ? message : undefined, ctx));
}

export const expireImport: DueWork = ([poolId, id], ctx) => {
  const job = ctx.records(importJobs).get([String(poolId), String(id)]);
  if (job?.status !== 'Created') return;
  ctx.write((tx) => endJob(tx, String(poolId), job, 'Expired', 'The user import job has expired.', ctx));
};

export const runImport: DueWork = async ([poolId, id], due) => {
  const key: [string, string] = [String(poolId), String(id)];
  const begun = due.records(importJobs).get(key);
  if (!begun?.file) return;
  const ctx = inTraceOf(begun, due);
  const bytes = Buffer.from(await ctx.blobs.read(begun.file));
  const first = lineFrom(bytes, 0);
  const header = first.line.replace(/^\uFEFF/, '');
  let at = begun.lines === 0 ? first.end : begun.offset;
  for (;;) {
    const job = ctx.records(importJobs).get(key);
    const pool = ctx.records(pools).get([key[0]]);
    // The pool may have been deleted in the meantime.
    if (!job?.file || !pool) return;
    if (job.status === 'Stopping') {
      ctx.write((tx) => endJob(tx, pool.id, job, 'Stopped', 'The Import Job was stopped by the developer.', ctx));
      return;
    }
    const columns = columnsOf(header, pool);
    if (!columns) {
      ctx.write((tx) => endJob(tx, pool.id, job, 'Failed', 'The header of the file is not that of the user pool.', ctx));
      return;
    }
    const piece = takePiece(bytes, at, job, columns, pool, ctx);
    await logLines(piece.logged, job, pool, ctx);
    if (piece.isLast) return;
    at = piece.end;
    await nextTurn();
  }
};

/** The header's names in their order: all columns of the pool, each once; undefined for another header. */
function columnsOf(header: string, pool: Frozen<Pool>): string[] | undefined {
  const wanted = headerOf(pool);
  const given = valuesIn(header);
  return given?.length === wanted.length && wanted.every((name) => given.includes(name)) ? given : undefined;
}

function lineFrom(bytes: Buffer, start: number): { readonly line: string; readonly end: number } {
  const found = bytes.indexOf(NEWLINE, start);
  const end = found === -1 ? bytes.length : found;
  return { line: bytes.toString('utf8', start, end).replace(/\r$/, ''), end: end + 1 };
}

function takePiece(bytes: Buffer, start: number, job: Frozen<ImportJob>, columns: readonly string[], pool: Frozen<Pool>, ctx: Ctx) {
  const logged: LoggedLine[] = [];
  let [at, lines] = [start, Math.max(job.lines, 1)];
  return ctx.write((tx) => {
    const last = lines + LINES_AT_ONCE;
    while (at < bytes.length && logged.length < AT_ONCE && lines < last) {
      const { line, end } = lineFrom(bytes, at);
      [at, lines] = [end, lines + 1];
      if (line.trim() !== '') logged.push({ number: lines, ...importUser(tx, line, columns, pool, ctx) });
    }
    const count = (kind: LoggedLine['kind']) => logged.filter((each) => each.kind === kind).length;
    const done: ImportJob = {
      ...job,
      status: 'InProgress',
      lines,
      offset: at,
      imported: job.imported + count('imported'),
      skipped: job.skipped + count('skipped'),
      failed: job.failed + count('failed'),
    };
    const isLast = at >= bytes.length;
    if (!isLast) tx.put(ctx.records(importJobs), [pool.id, job.id], done);
    else if (done.imported === 0 && done.skipped + done.failed > 0)
      endJob(tx, pool.id, done, 'Failed', 'Too many users have failed or been skipped during the import.', ctx);
    else endJob(tx, pool.id, done, 'Succeeded', 'Import Job Completed Successfully.', ctx);
    return { logged, isLast, end: at };
  });
}
