// The words and lines of the development loop. Pure, but for the colours of the terminal.
import { relative } from 'node:path';
import pc from 'picocolors';
import { readableOutcome } from '#cli/invoke/outcome-view';
import { colouredMessage, readableLine } from '#cli/logs/log-view';
import type { LogLine } from '#core/log';
import type { DevFunction } from '#hot-reload/loop/deployer';
import type { DevEvent } from './dev-event.ts';

const KINDS = {
  cdk: 'a CDK app',
  cdktf: 'a CDKTF app',
  terraform: 'a Terraform configuration',
  template: 'a template',
  handler: 'the handler of a function',
} as const;

/** Undefined where nothing is shown of it. */
export function lineOf(event: DevEvent): string | undefined {
  switch (event.type) {
    case 'project':
      return `${pc.bold(relative(process.cwd(), event.project.folder) || '.')} is ${KINDS[event.project.kind]}. The emulator ${event.started ? 'was started' : 'runs already'} at ${event.url}.`;
    case 'deploying':
      return event.reason === 'start' ? pc.dim('Deploying …') : `${pc.cyan('↻')} ${event.reason}: deploying …`;
    case 'note':
      return event.state === 'bad'
        ? `  ${pc.red('✗')} ${event.text}`
        : `  ${event.state === 'good' ? pc.green('·') : pc.dim('·')} ${pc.dim(event.text)}`;
    case 'deployed':
      return `${pc.green('✓')} ${event.isChanged ? `Deployed ${event.subject}` : `Nothing to change in ${event.subject}`} in ${event.ms} ms`;
    case 'failed':
      return `${pc.red('✗')} ${pc.red(event.text)}${event.hint === undefined ? '' : `\n  ${pc.dim(event.hint)}`}\n  ${pc.dim('It is tried again after the next change; r tries at once.')}`;
    case 'reloaded':
      return `${pc.green('↻')} ${event.text}`;
    case 'invoked': {
      const { stdout, stderr } = readableOutcome({ ...event.outcome, log: [] }, false);
      return `${stderr}${stdout}`.trimEnd();
    }
    case 'log':
      return logLine(event.line);
    case 'ended':
      return event.text;
  }
}

/** The role of functions that are made of plain handlers. */
const OWN_ROLE = 'role/emulator-dev ';

/** Calls that carry the events and data of an app; those of deployments and of readers are left out. */
const TRAFFIC =
  /^(lambda\.Invoke|events\.PutEvents|sqs\.SendMessage|sns\.Publish|s3\.(PutObject|DeleteObject|CompleteMultipartUpload) |dynamodb\.(PutItem|UpdateItem|DeleteItem|BatchWrite|TransactWrite)|kinesis\.PutRecord|firehose\.PutRecord|states\.Start|scheduler\.)/;
const HIDDEN = ['FUNCTION_RELOADED'];

function logLine(line: LogLine): string | undefined {
  const { code, level, tone, text } = line;
  if (code === 'FUNCTION_OUTPUT') {
    const [, name = '', message = ''] = /^([\w-]+): ([\s\S]*)$/.exec(text) ?? [];
    return `${pc.cyan(name)} ${pc.dim('│')} ${colouredMessage(message)}`;
  }
  if (text.includes(OWN_ROLE)) return undefined;
  if (code !== undefined)
    return HIDDEN.includes(code) || level === 'debug' ? undefined : level === 'info' && tone === undefined ? undefined : readableLine(line);
  return TRAFFIC.test(text) || (tone === 'failure' && line.depth > 0) ? readableLine(line) : undefined;
}

export interface FooterState {
  readonly url: string;
  /** `deploying …`, or what was deployed last. */
  readonly state: string;
  readonly functions: readonly DevFunction[];
  readonly addresses: readonly { readonly name: string; readonly url: string }[];
}

/** Rows that functions or addresses take at most. */
const MAX_ROWS = 9;

export function footerLines({ url, state, functions, addresses }: FooterState): string[] {
  const known = new Set(addresses.map(({ name }) => name));
  const rest = functions.filter(({ name }) => !known.has(name));
  const more = (count: number, what: string) => (count > MAX_ROWS ? [pc.dim(`  and ${count - MAX_ROWS} more ${what}`)] : []);
  return [
    pc.dim('─'.repeat(60)),
    ...addresses.slice(0, MAX_ROWS).map(({ name, url: address }) => `  ${pc.bold(name)}  ${pc.cyan(`curl ${address}`)}`),
    ...more(addresses.length, 'addresses'),
    ...rest
      .slice(0, MAX_ROWS)
      .map(
        ({ name, label, folder }) =>
          `  ${pc.bold(name)}${label ? pc.dim(`  ${label}`) : ''}${folder ? pc.dim(`  ${relative(process.cwd(), folder) || '.'}`) : ''}`,
      ),
    ...more(rest.length, 'functions'),
    `${state}  ${pc.dim(url)}   ${key('r', 'redeploy')} ${key('i', 'invoke')} ${key('c', 'clear')} ${key('q', 'quit')}`,
  ];
}

const key = (letter: string, what: string): string => `${pc.bold(letter)} ${pc.dim(what)}`;

/** One JSON document per line. */
export const documentOf = (event: DevEvent): string => JSON.stringify(event);
