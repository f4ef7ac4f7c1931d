// `emulator events tail | explain | replay`: the last events of event buses, what became of one, and sending it again.

import pc from 'picocolors';
import { jsonRequest } from '#cli/cloud-request';
import { ask, askEmulator, endpoint } from '#cli/endpoint';
import { linesOf } from '#cli/log-stream';
import { EVENT_NOT_SENT } from '#cli/messages';
import { print } from '#cli/print';
import { OPTION_INVALID } from '#config/messages';
import { EVENT_MISSING } from '#gateway/messages';
import { parseArn } from '#lib/arn';
import { EmulatorError } from '#lib/emulator-error';
import { partsOf, wholeValue } from '#lib/json-slice';

interface Where {
  endpoint?: string;
  json?: boolean;
}
interface TailOptions extends Where {
  follow?: boolean;
  lines: string;
}
interface EventLine {
  id: string;
  bus: string;
  atMs: number;
  source: string;
  detailType: string;
  matched: string[];
}
interface Explained {
  id: string;
  publications: {
    bus: string;
    atMs: number;
    event: string;
    tried: number;
    matched: { rule: string; targets: string[] }[];
    missed?: { rule: string; reason: string }[];
    changed: boolean;
  }[];
  deliveries: { rule?: string; target: string; state: string; attempts: { atMs: number; problem?: string }[]; nextMs?: number }[];
}

const timeOf = (ms: number): string => pc.dim(new Date(ms).toISOString().slice(11, 23));

export async function tail({ lines, follow, json, endpoint: given }: TailOptions): Promise<void> {
  if (!/^\d+$/.test(lines))
    throw new EmulatorError(OPTION_INVALID, `--lines ${lines} is not a number.`, { hint: 'It takes a whole number.' });
  const answer = await askEmulator(`${endpoint(given)}/_emulator/events?lines=${lines}${follow ? '&follow=1' : ''}`);
  for await (const line of linesOf(answer)) print(json ? line : readable(JSON.parse(line) as EventLine));
}

function readable({ id, bus, atMs, source, detailType, matched }: EventLine): string {
  const rules = matched.length === 0 ? pc.yellow('no rule') : pc.green(matched.join(', '));
  return `${timeOf(atMs)} ${id} ${source}, ${detailType} on ${busName(bus)} → ${rules}`;
}

const busName = (arn: string): string => arn.slice(arn.lastIndexOf('/') + 1);

/** @throws EmulatorError EVENT_MISSING */
async function read(id: string, url: string): Promise<Explained> {
  const answer = await ask(`${url}/_emulator/events/${encodeURIComponent(id)}`);
  const body = (await answer.json()) as Explained & { message?: string; hint?: string };
  if (!answer.ok) throw new EmulatorError(EVENT_MISSING, body.message ?? `No event ${id} is kept.`, { hint: body.hint });
  return body;
}

export async function explain(id: string, { endpoint: given, json }: Where): Promise<void> {
  const event = await read(id, endpoint(given));
  if (json) return print(JSON.stringify(event));
  for (const { bus, atMs, tried, matched, missed = [], changed } of event.publications) {
    print(
      `${timeOf(atMs)} ${id} on ${busName(bus)}: ${tried} rule${tried === 1 ? '' : 's'} tried${changed ? pc.dim(' (rules have changed since)') : ''}`,
    );
    for (const { rule, targets } of matched) print(`  ${pc.green('✓')} ${rule} → ${targets.join(', ') || pc.yellow('no target')}`);
    for (const { rule, reason } of missed) print(`  ${pc.red('✗')} ${rule}: ${reason}`);
  }
  for (const { target, state, attempts, nextMs } of event.deliveries) {
    print(`${state === 'delivered' ? pc.green(state) : pc.yellow(state)} ${target}`);
    for (const { atMs, problem } of attempts) print(`  ${timeOf(atMs)} ${problem ?? 'taken'}`);
    if (nextMs !== undefined && state === 'retrying') print(`  ${timeOf(nextMs)} next attempt`);
  }
}

interface PutAnswer {
  readonly Entries?: readonly { readonly EventId?: string; readonly ErrorCode?: string; readonly ErrorMessage?: string }[];
  readonly message?: string;
}

export async function replay(id: string, { endpoint: given, json }: Where): Promise<void> {
  const url = endpoint(given);
  const [first] = (await read(id, url)).publications;
  const region = parseArn(first?.bus ?? '')?.region ?? '';
  const entry = { ...entryOf(first?.event ?? '{}'), EventBusName: first?.bus };
  const answer = await jsonRequest(url, 'AWSEvents.PutEvents', { Entries: [entry] }, { service: 'events', region });
  const { Entries: [result] = [], message } = (await answer.json()) as PutAnswer;
  if (result?.EventId === undefined)
    throw new EmulatorError(EVENT_NOT_SENT, `The event ${id} was not sent again: ${result?.ErrorMessage ?? message ?? answer.status}`);
  print(json ? JSON.stringify({ id: result.EventId }) : `sent again as ${result.EventId}`);
}

/** The entry of PutEvents that makes this event; the detail keeps its spelling. */
function entryOf(text: string) {
  const members = new Map([...partsOf(text, wholeValue(text))].map(({ key, start, end }) => [key, text.slice(start, end)]));
  const value = (name: string): unknown => JSON.parse(members.get(name) ?? 'null');
  return {
    Source: value('source'),
    DetailType: value('detail-type'),
    Detail: members.get('detail'),
    Resources: value('resources'),
    Time: Date.parse(String(value('time'))) / 1000,
  };
}
