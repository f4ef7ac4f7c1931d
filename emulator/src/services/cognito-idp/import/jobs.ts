// Jobs that import users from a file: made, started and stopped. The file is sent to an address of the emulator.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation, type UserImportJobType } from '#model/cognito-idp';
import { notFound } from '#services/cognito-idp/faults';
import { type ImportJob, importJobs } from '#services/cognito-idp/import-state';
import { paginationTokenPages } from '#services/cognito-idp/pages';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { headerOf } from './csv.ts';

/** Limit: import jobs of a user pool. */
const MAX_JOBS = 1000;
/** How long a job waits for its start. */
const WAITING_MS = 24 * 3_600_000;
/** Seconds that the address takes a file. */
export const URL_SECONDS = 899;
const ID_LENGTH = 10;
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY_LENGTH = 64;

const RUNNING = new Set<ImportJob['status']>(['Pending', 'InProgress', 'Stopping']);
const precondition = (message: string) => fault('PreconditionNotMetException', message);

function describe(poolId: string, job: Frozen<ImportJob>, ctx: Ctx): UserImportJobType {
  const query = `X-Amz-Expires=${URL_SECONDS}&X-Amz-Signature=${job.key}`;
  return {
    JobName: job.name,
    JobId: job.id,
    UserPoolId: poolId,
    PreSignedUrl: `${ctx.origin}/_cloud/cognito-idp/imports/${poolId}/${job.id}?${query}`,
    CreationDate: new Date(job.createdMs),
    ...(job.startedMs !== undefined && { StartDate: new Date(job.startedMs) }),
    ...(job.completedMs !== undefined && { CompletionDate: new Date(job.completedMs) }),
    Status: job.status,
    CloudWatchLogsRoleArn: job.roleArn,
    ImportedUsers: job.imported,
    SkippedUsers: job.skipped,
    FailedUsers: job.failed,
    ...(job.message !== undefined && { CompletionMessage: job.message }),
  };
}

interface JobRef {
  readonly UserPoolId: string;
  readonly JobId: string;
}

function jobOf({ UserPoolId, JobId }: JobRef, ctx: Ctx): Frozen<ImportJob> {
  findPool(UserPoolId, ctx);
  const found = ctx.records(importJobs).get([UserPoolId, JobId]);
  if (!found) throw notFound(`User import job ${JobId} does not exist.`);
  return found;
}

export const GetCSVHeader = operation('GetCSVHeader', ({ UserPoolId }, ctx) => ({
  UserPoolId,
  CSVHeader: headerOf(findPool(UserPoolId, ctx)),
}));

export const CreateUserImportJob = operation('CreateUserImportJob', ({ UserPoolId, JobName, CloudWatchLogsRoleArn }, ctx) => {
  findPool(UserPoolId, ctx);
  if (ctx.records(importJobs).keys([UserPoolId], { limit: MAX_JOBS }).length === MAX_JOBS)
    throw fault('LimitExceededException', `A user pool can have at most ${MAX_JOBS} user import jobs.`);
  const job: ImportJob = {
    id: `import-${ctx.random(ID_LENGTH, ALPHANUMERIC)}`,
    name: JobName,
    roleArn: CloudWatchLogsRoleArn,
    status: 'Created',
    createdMs: ctx.now(),
    ...{ imported: 0, skipped: 0, failed: 0, lines: 0, offset: 0 },
    key: ctx.random(KEY_LENGTH, ALPHANUMERIC),
  };
  ctx.write((tx) => {
    tx.put(ctx.records(importJobs), [UserPoolId, job.id], job);
    ctx.later(tx, 'cognito-idp.expire-import', [UserPoolId, job.id], job.createdMs + WAITING_MS);
  });
  return { UserImportJob: describe(UserPoolId, job, ctx) };
});

export const DescribeUserImportJob = operation('DescribeUserImportJob', (input, ctx) => ({
  UserImportJob: describe(input.UserPoolId, jobOf(input, ctx), ctx),
}));

/** The latest first. */
export const ListUserImportJobs = operation('ListUserImportJobs', ({ UserPoolId, MaxResults, PaginationToken }, ctx) => {
  findPool(UserPoolId, ctx);
  const all = [...ctx.records(importJobs).range([UserPoolId])].sort((a, b) => b.createdMs - a.createdMs || (a.id < b.id ? -1 : 1));
  const input = { PaginationToken, Limit: MaxResults };
  const page = paginationTokenPages.pageOfItems(all, ({ createdMs, id }) => [Number.MAX_SAFE_INTEGER - createdMs, id], input);
  return { UserImportJobs: page.items.map((job) => describe(UserPoolId, job, ctx)), PaginationToken: page.PaginationToken };
});

export const StartUserImportJob = operation('StartUserImportJob', (input, ctx) => {
  const job = jobOf(input, ctx);
  if (job.status !== 'Created') throw precondition(`The user import job is ${job.status}, and cannot be started.`);
  if (!job.file) throw precondition('The user import job has no file: send it to the PreSignedUrl first.');
  if (
    ctx
      .records(importJobs)
      .range([input.UserPoolId])
      .some(({ status }) => RUNNING.has(status))
  )
    throw precondition('Another user import job of the user pool is running.');
  const started: ImportJob = { ...job, file: job.file, status: 'Pending', startedMs: ctx.now(), trace: ctx.trace };
  ctx.write((tx) => {
    tx.put(ctx.records(importJobs), [input.UserPoolId, job.id], started);
    ctx.unschedule(tx, 'cognito-idp.expire-import', [input.UserPoolId, job.id]);
    ctx.later(tx, 'cognito-idp.import', [input.UserPoolId, job.id], ctx.now());
  });
  return { UserImportJob: describe(input.UserPoolId, started, ctx) };
});

export const StopUserImportJob = operation('StopUserImportJob', (input, ctx) => {
  const job = jobOf(input, ctx);
  if (!RUNNING.has(job.status)) throw precondition(`The user import job is ${job.status}, and cannot be stopped.`);
  const stopping: ImportJob = { ...(job as ImportJob), status: 'Stopping' };
  ctx.write((tx) => tx.put(ctx.records(importJobs), [input.UserPoolId, job.id], stopping));
  return { UserImportJob: describe(input.UserPoolId, stopping, ctx) };
});
