// Runs an export: the events of each stream as lines, in compressed files. An export that an earlier process began is run again from its beginning.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import type { Frozen } from '#core/records';
import { inTraceOf } from '#core/traces/in-trace-of';
import { noteJob } from '#core/traces/job';
import { nextTurn } from '#lib/next-turn';
import { wholeMs } from '#services/logs/event-position';
import { textOf } from '#services/logs/events/event-text';
import { walkStream } from '#services/logs/events/event-walk';
import { expiredBeforeMs } from '#services/logs/groups/expiry';
import { groupArn } from '#services/logs/groups/group-arn';
import { type ExportTask, exportTasks, groups, type LogGroup, type LogStream, streams } from '#services/logs/state';
import { exportFile } from './export-file.ts';
import { isOpen } from './export-tasks.ts';

/** Characters of a file before it is compressed. */
const FILE_CHARACTERS = 8_000_000;
/** Events between two pauses, in which other calls are served. */
const BREATH = 500;
/** Digits of a file's number. */
const NUMBER_DIGITS = 6;

const NO_GROUP = 'The specified log group does not exist.';

const compress = promisify(gzip);

export async function runExport(id: string, due: Ctx): Promise<void> {
  const task = openTask(id, due);
  if (!task) return;
  const ctx = inTraceOf(task, due);
  const startedMs = performance.now();
  const end = (status: 'COMPLETED' | 'FAILED', message: string, failure?: Fault | string): void => {
    const open = openTask(id, ctx);
    if (!open) return;
    ctx.write((tx) => tx.put(ctx.records(exportTasks), [id], { ...open, status, message, endedMs: ctx.now() }));
    const name = `export of log group ${task.group} to bucket ${task.bucket}`;
    noteJob({ resource: groupArn(ctx, task.group), name, startedMs, target: `arn:aws:s3:::${task.bucket}` }, failure, ctx);
  };
  const group = ctx.records(groups).get([task.group]);
  if (!group) return end('FAILED', NO_GROUP, NO_GROUP);
  ctx.write((tx) => tx.put(ctx.records(exportTasks), [id], { ...task, status: 'RUNNING' }));
  try {
    for (const stream of ctx
      .records(streams)
      .range([group.id], { ...(task.streamPrefix !== undefined && { startsWith: task.streamPrefix }) }))
      if (!(await exportStream(id, task, group, stream, ctx))) return;
    end('COMPLETED', 'Completed successfully');
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    end('FAILED', error.message, error);
  }
}

function openTask(id: string, ctx: Ctx): Frozen<ExportTask> | undefined {
  const task = ctx.records(exportTasks).get([id]);
  return task && isOpen(task.status) ? task : undefined;
}

/** False when the task was cancelled. */
async function exportStream(
  id: string,
  task: Frozen<ExportTask>,
  group: Frozen<LogGroup>,
  stream: Frozen<LogStream>,
  ctx: Ctx,
): Promise<boolean> {
  const folder = `${task.prefix}/${id}/${stream.name.replaceAll('/', '-')}`;
  let [lines, characters, files, looked] = [[] as string[], 0, 0, 0];
  const write = async (): Promise<void> => {
    if (lines.length === 0) return;
    const bytes = await compress(lines.join(''));
    [lines, characters] = [[], 0];
    await exportFile(task, `${folder}/${String(files++).padStart(NUMBER_DIGITS, '0')}.gz`, bytes, ctx);
  };
  for (const [[timestampMs], event] of walkStream(group, spanOf(task, group, ctx), stream, ctx)) {
    if (++looked % BREATH === 0) await nextTurn();
    const line = `${new Date(timestampMs).toISOString()} ${await textOf(event, ctx)}\n`;
    lines.push(line);
    characters += line.length;
    if (characters < FILE_CHARACTERS) continue;
    await write();
    if (!openTask(id, ctx)) return false;
  }
  await write();
  return openTask(id, ctx) !== undefined;
}

/** Both ends are part of the export. */
function spanOf({ fromMs, toMs }: Frozen<ExportTask>, group: Frozen<LogGroup>, ctx: Ctx) {
  const firstMs = Math.max(wholeMs(fromMs), expiredBeforeMs(group, ctx.now()));
  const after = firstMs > 0 ? ([firstMs - 1, Number.MAX_SAFE_INTEGER] as const) : undefined;
  return { after, before: [wholeMs(toMs) + 1, 0] as const, reverse: false };
}
