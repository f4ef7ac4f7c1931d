// `emulator logs`: prints the emulator's own lines, or those of one function, as they come.
import pc from 'picocolors';
import { jsonRequest } from '#cli/cloud-request';
import { askEmulator, endpoint } from '#cli/endpoint';
import { events } from '#cli/event-frames';
import { LOGS_REFUSED, NO_LOG } from '#cli/messages';
import { chosenRegion } from '#cli/region';
import { OPTION_INVALID } from '#config/messages';
import type { LogLine } from '#core/log';
import { EmulatorError } from '#lib/emulator-error';

interface LogsOptions {
  follow?: boolean;
  lines: string;
  endpoint?: string;
  json?: boolean;
}
interface LogEvent {
  timestamp: number;
  message: string;
}

export async function logs(name: string | undefined, wanted: LogsOptions): Promise<void> {
  if (!/^\d+$/.test(wanted.lines))
    throw new EmulatorError(OPTION_INVALID, `--lines ${wanted.lines} is not a number.`, { hint: 'It takes a whole number.' });
  const url = endpoint(wanted.endpoint);
  if (name === undefined) await ownLines(url, wanted);
  else await functionLines(url, `/aws/lambda/${name.replace(/^.*:function:/, '')}`, wanted);
}

async function ownLines(url: string, { lines, follow, json }: LogsOptions): Promise<void> {
  const answer = await askEmulator(`${url}/_emulator/log?lines=${lines}${follow ? '&follow=1' : ''}`);
  let rest = '';
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream() as never) as unknown as AsyncIterable<string>) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) process.stdout.write(json ? `${part}\n` : `${readable(JSON.parse(part) as LogLine)}\n`);
  }
}

const readable = ({ atMs, level, tone, scope, text, depth, id }: LogLine): string => {
  const colour =
    level === 'error' || tone === 'failure' ? pc.red : level === 'warn' || tone === 'notice' ? pc.yellow : (plain: string) => plain;
  return `${pc.dim(new Date(atMs).toISOString().slice(11, 23))} ${id ? `${pc.dim(id.slice(0, 8))} ${'  '.repeat(depth)}` : `${scope}: `}${colour(text)}`;
};

async function functionLines(url: string, group: string, { lines, follow, json }: LogsOptions): Promise<void> {
  const show = ({ timestamp, message }: LogEvent) =>
    process.stdout.write(
      json
        ? `${JSON.stringify({ timestamp, message })}\n`
        : `${pc.dim(new Date(timestamp).toISOString().slice(11, 23))} ${message.replace(/\n$/, '')}\n`,
    );
  const tail = follow ? await liveTail(url, group) : undefined;
  const earlier = await call<{ events?: LogEvent[]; nextToken?: string }>(url, 'FilterLogEvents', { logGroupName: group });
  let page = earlier;
  const seen = [...(earlier.events ?? [])];
  while (page.nextToken) {
    page = await call(url, 'FilterLogEvents', { logGroupName: group, nextToken: page.nextToken });
    seen.push(...(page.events ?? []));
  }
  for (const event of seen.slice(Math.max(0, seen.length - Number(lines)))) show(event);
  if (!tail) return;
  for await (const { type, body } of events(tail)) {
    if (type !== 'sessionUpdate') continue;
    for (const event of (body as { sessionResults?: LogEvent[] }).sessionResults ?? []) show(event);
  }
}

async function liveTail(url: string, group: string): Promise<AsyncIterable<Uint8Array>> {
  const { logGroups = [] } = await call<{ logGroups?: { logGroupArn?: string; logGroupName: string }[] }>(url, 'DescribeLogGroups', {
    logGroupNamePrefix: group,
  });
  const arn = logGroups.find(({ logGroupName }) => logGroupName === group)?.logGroupArn;
  if (!arn) throw noGroup(group);
  const answer = await request(url, 'StartLiveTail', { logGroupIdentifiers: [arn] });
  return answer.body as unknown as AsyncIterable<Uint8Array>;
}

async function call<T>(url: string, operation: string, input: object): Promise<T> {
  const answer = await request(url, operation, input);
  const body = (await answer.json()) as T & { __type?: string; message?: string };
  if (answer.ok) return body;
  if (/ResourceNotFound/.test(body.__type ?? '')) throw noGroup((input as { logGroupName?: string }).logGroupName ?? '');
  throw new EmulatorError(LOGS_REFUSED, `${operation}: ${body.__type}: ${body.message}`, {
    hint: '`emulator status` tells whether the emulator works.',
  });
}

function noGroup(group: string): EmulatorError {
  const { region, from } = chosenRegion();
  return new EmulatorError(NO_LOG, `There is no log group ${group} in ${region} (${from}).`, {
    hint: `It is made with the first invocation of the function. For another region: AWS_REGION=eu-west-1 emulator logs ${group.replace('/aws/lambda/', '')}`,
  });
}

const request = (url: string, operation: string, input: object): Promise<Response> =>
  jsonRequest(url, `Logs_20140328.${operation}`, input, { service: 'logs', region: chosenRegion().region });
