// The log lines of a run that failed, without those with which the platform frames them.
import { jsonRequest } from '#cli/cloud-request';
import type { Problem } from '#core/problems/problem';
import { parseArn } from '#lib/arn';

const MAX_LINES = 10;
const MAX_CHARACTERS = 300;
/** Lines of the platform, and the error itself, of which the problem tells already. */
const FRAME = /^(?:START|END|REPORT|INIT_\w+|EXTENSION|TELEMETRY)\b|"type":"platform\.|"errorType"|Invoke Error/;

interface LogEvent {
  readonly timestamp: number;
  readonly message: string;
  readonly logStreamName: string;
}

/** Empty without a log, and without lines of this run. */
export async function runLog({ logGroup, requestId, resource }: Problem, url: string): Promise<string[]> {
  if (logGroup === undefined || requestId === undefined) return [];
  const { account, region } = parseArn(resource ?? '') ?? {};
  if (account === undefined || region === undefined) return [];
  const ask = async (operation: string, input: object): Promise<LogEvent[]> => {
    const answer = await jsonRequest(url, `Logs_20140328.${operation}`, input, { service: 'logs', region, account, isLook: true });
    return ((await answer.json()) as { events?: LogEvent[] }).events ?? [];
  };
  const named = await ask('FilterLogEvents', { logGroupName: logGroup, filterPattern: `"${requestId}"` });
  const [first, last] = [named[0], named.at(-1)];
  if (!first || !last) return [];
  const { logStreamName } = first;
  const range = { startTime: first.timestamp, endTime: last.timestamp + 1, startFromHead: true };
  const all = await ask('GetLogEvents', { logGroupName: logGroup, logStreamName, ...range });
  const from = all.findIndex(({ message }) => message.includes(requestId));
  const lines = all
    .slice(Math.max(0, from))
    .map(({ message }) => message.trimEnd())
    .filter((line) => !FRAME.test(line));
  return lines.slice(-MAX_LINES).map((line) => (line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line));
}
