// CreateExportTask, CancelExportTask and DescribeExportTasks. An account has one task at a time, which runs as due work.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/S3Export.html
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { type CreateExportTaskRequest, fault, operation } from '#model/logs';
import { findGroup, invalid } from '#services/logs/groups/find-group';
import { pageOfRecords } from '#services/logs/pages';
import { type ExportStatus, type ExportTask, exportTasks } from '#services/logs/state';
import { EXPORTED_TO, exporter, exportFile } from './export-file.ts';

export const isOpen = (status: ExportStatus): boolean => status === 'PENDING' || status === 'RUNNING';

const noTask = (): Fault => fault('ResourceNotFoundException', 'The specified export task does not exist.');

export const CreateExportTask = operation('CreateExportTask', async (input, ctx) => {
  const { logGroupName: group, from: fromMs, to: toMs, destination: bucket, destinationPrefix: prefix = EXPORTED_TO } = input;
  checkTask(group, ctx);
  if (fromMs > toMs) throw invalid('The specified time range is invalid: from must not be after to.');
  const service = await admittedService(input, ctx);
  await tryToWrite({ group, bucket, prefix, service }, ctx);
  checkTask(group, ctx);
  const taskId = ctx.id();
  const createdMs = ctx.now();
  const { taskName, logStreamNamePrefix: streamPrefix } = input;
  ctx.write((tx) => {
    const task: ExportTask = {
      taskName,
      group,
      streamPrefix,
      fromMs,
      toMs,
      bucket,
      prefix,
      service,
      status: 'PENDING',
      createdMs,
      trace: ctx.trace,
    };
    tx.put(ctx.records(exportTasks), [taskId], task);
    ctx.later(tx, 'logs.export', [taskId], createdMs);
  });
  return { taskId };
});

function checkTask(group: string, ctx: Ctx): void {
  const { logGroupClass } = findGroup(group, ctx);
  if (logGroupClass !== 'STANDARD') throw invalid(`Log groups of class ${logGroupClass} cannot be exported.`);
  // Limit: export tasks that run at the same time in a region.
  if (
    ctx
      .records(exportTasks)
      .range()
      .some(({ status }) => isOpen(status))
  )
    throw fault('LimitExceededException', 'Resource limit exceeded.');
}

/** The principal under which the bucket lets the service in: with its region, as the documentation grants it, or without (recorded in February 2026). */
async function admittedService({ destination: Bucket, logGroupName }: CreateExportTaskRequest, ctx: Ctx): Promise<string> {
  for (const service of [`logs.${ctx.region}.amazonaws.com`, 'logs.amazonaws.com']) {
    const as = exporter(logGroupName, service, ctx);
    const code = await faultCode(ctx.call('s3', 'GetBucketAcl', { Bucket }, { as, isPlumbing: true }));
    if (code === undefined) return service;
    if (code === 'NoSuchBucket') throw invalid('The given bucket does not exist. Please make sure the bucket is valid.');
  }
  throw notGranted('GetBucketAcl');
}

async function tryToWrite(task: Pick<ExportTask, 'group' | 'bucket' | 'prefix' | 'service'>, ctx: Ctx): Promise<void> {
  const test = exportFile(task, `${task.prefix}/aws-logs-write-test`, Buffer.from('Permission Check Successful'), ctx);
  if ((await faultCode(test)) !== undefined) throw notGranted('PutObject');
}

const notGranted = (call: string): Fault =>
  invalid(
    `${call} call on the given bucket failed. Please check if CloudWatch Logs has been granted permission to perform this operation.`,
  );

async function faultCode(answer: Promise<unknown>): Promise<string | undefined> {
  try {
    await answer;
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
}

export const CancelExportTask = operation('CancelExportTask', ({ taskId }, ctx) => {
  const task = ctx.records(exportTasks).get([taskId]);
  if (!task) throw noTask();
  if (!isOpen(task.status)) throw fault('InvalidOperationException', 'The specified export task has already finished.');
  ctx.write((tx) => {
    tx.put(ctx.records(exportTasks), [taskId], { ...task, status: 'CANCELLED', endedMs: ctx.now() });
    ctx.unschedule(tx, 'logs.export', [taskId]);
  });
});

export const DescribeExportTasks = operation('DescribeExportTasks', (input, ctx) => {
  const { taskId, statusCode } = input;
  const records = ctx.records(exportTasks);
  const one = taskId === undefined ? undefined : records.get([taskId]);
  if (taskId !== undefined) return { exportTasks: one ? [describe(taskId, one)] : [] };
  const { items, nextToken } = pageOfRecords(records, [], input, {
    keep: ({ status }) => statusCode === undefined || status === statusCode,
  });
  return { exportTasks: items.map(([[id], task]) => describe(id, task)), nextToken };
});

const describe = (taskId: string, task: Frozen<ExportTask>) => ({
  taskId,
  ...(task.taskName !== undefined && { taskName: task.taskName }),
  logGroupName: task.group,
  from: task.fromMs,
  to: task.toMs,
  destination: task.bucket,
  destinationPrefix: task.prefix,
  status: { code: task.status, ...(task.message !== undefined && { message: task.message }) },
  executionInfo: { creationTime: task.createdMs, ...(task.endedMs !== undefined && { completionTime: task.endedMs }) },
});
