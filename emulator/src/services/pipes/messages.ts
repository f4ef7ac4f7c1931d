// Messages of pipes.
import { defineMessage } from '#lib/message';

export const PIPE_FAILED = defineMessage({
  code: 'PIPE_FAILED',
  level: 'warn',
  description: 'A pipe could not be created, changed or started. `DescribePipe` shows the same reason.',
  hint: 'Mend what the reason names, then start or update the pipe.',
  text: ({ name, state, reason }: { name: string; state: string; reason: string }) => `pipe ${name} is ${state}: ${reason}`,
});

export const PIPE_SOURCE_REFUSED = defineMessage({
  code: 'PIPE_SOURCE_REFUSED',
  level: 'warn',
  description: 'The role of a running pipe may not read its source (`IAM_ENFORCEMENT=enforce`). The pipe tries again every minute.',
  hint: 'Give the role the permission that the line names.',
  text: ({ name, source, problem }: { name: string; source: string; problem: string }) => `pipe ${name} cannot read ${source}: ${problem}`,
});

export const PIPE_FILTERED = defineMessage({
  code: 'PIPE_FILTERED',
  level: 'info',
  tone: 'notice',
  description:
    'Records matched none of the filters of a pipe. They are deleted from a queue, and passed over in a stream, as in the cloud.',
  text: ({ name, count, source }: { name: string; count: number; source: string }) =>
    `pipe ${name}: ${count} ${count === 1 ? 'record' : 'records'} of ${source} matched no filter and ${count === 1 ? 'is' : 'are'} dropped`,
});

export const PIPE_BATCH_RETURNS = defineMessage({
  code: 'PIPE_BATCH_RETURNS',
  level: 'warn',
  description: 'Records of a pipe failed at its enrichment or target. They return to their source, and are tried again.',
  hint: 'The reason names the step. A redrive policy of the source queue, or `MaximumRetryAttempts` of a stream, ends the retries; `LogConfiguration` of the pipe shows all steps.',
  text: ({
    name,
    count,
    of,
    source,
    inS,
    reason,
  }: {
    name: string;
    count: number;
    of: number;
    source: string;
    inS: number;
    reason: string;
  }) => `pipe ${name}: ${count} of ${of} records return to ${source} in ${inS} s: ${reason}`,
});

export const PIPE_RECORDS_LOST = defineMessage({
  code: 'PIPE_RECORDS_LOST',
  level: 'warn',
  description: 'Records of a stream are given up by a pipe, because they failed too often, or because they are too old.',
  hint: '`DeadLetterConfig` of the source parameters names a queue that receives where in the stream they are.',
  text: (lost: { name: string; source: string; count: number; condition: string; to: string | undefined }) =>
    `pipe ${lost.name}: ${lost.count} ${lost.count === 1 ? 'record' : 'records'} of ${lost.source} ${lost.count === 1 ? 'is' : 'are'} given up (${lost.condition})${lost.to === undefined ? '' : ` and told to ${lost.to}`}`,
});

export const PIPE_LOG_REFUSED = defineMessage({
  code: 'PIPE_LOG_REFUSED',
  level: 'warn',
  description: 'The execution of a pipe could not be written to a destination of its `LogConfiguration`.',
  text: ({ name, destination, reason }: { name: string; destination: string; reason: string }) =>
    `pipe ${name}: its execution could not be written to ${destination}: ${reason}`,
});
