// `emulator try`: starts an emulator where none answers, deploys a sample, sends it an event, and shows what the event did.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pc from 'picocolors';
import { startUnlessRunning } from '#cli/background';
import { jsonRequest } from '#cli/cloud-request';
import { askEmulator, endpoint } from '#cli/endpoint';
import { EVENT_NOT_SENT } from '#cli/messages';
import { print } from '#cli/print';
import { SAMPLE_EVENT, sampleTemplate } from '#cli/sample-app';
import { EmulatorError } from '#lib/emulator-error';
import { deploy } from './deploy.ts';
import { explain } from './events.ts';

interface TryOptions {
  readonly endpoint?: string;
  readonly json?: boolean;
  /** False for `--no-open`. */
  readonly open: boolean;
}

const STACK = 'emulator-try';
/** The sample lies in the region that the explorer opens at. */
const REGION = 'us-east-1';
const ACCOUNT = '000000000000';
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** @throws EmulatorError */
export async function tryOut({ endpoint: given, json = false, open }: TryOptions): Promise<void> {
  const url = endpoint(given);
  const started = await startUnlessRunning(url);
  if (!json) print(started ? `An emulator was started at ${url}.` : `An emulator answers at ${url} already.`);
  const template = join(mkdtempSync(join(tmpdir(), 'emulator-try-')), 'template.json');
  writeFileSync(template, sampleTemplate());
  await deploy(template, { stackName: STACK, region: REGION, build: true, endpoint: url, json });
  const eventId = await sendEvent(url);
  // Answers when the deliveries of the event have ended.
  await askEmulator(`${url}/_emulator/clock`, { method: 'POST', body: '{"advance":"0s"}' });
  const page = `${url}/_emulator/ui/${ACCOUNT}/${REGION}/map`;
  if (json) return print(JSON.stringify({ type: 'tried', url, started: started !== undefined, eventId, page, template }));
  print(`\nAn order of 120 was sent. What became of it (${pc.bold(`emulator events explain ${eventId}`)}):`);
  await explain(eventId, { endpoint: url });
  print(`\nWhat calls what, and all else, in a browser: ${page}`);
  print(`The sample: ${template}. Next: \`emulator logs emulator-try-price\`, \`emulator new\`, \`emulator stop\`.`);
  if (open && process.stdout.isTTY && !process.env['CI']) openInBrowser(page);
}

async function sendEvent(url: string): Promise<string> {
  const answer = await jsonRequest(
    url,
    'AWSEvents.PutEvents',
    { Entries: [SAMPLE_EVENT] },
    { service: 'events', region: REGION, account: ACCOUNT },
  );
  const { Entries: [entry] = [], message } = (await answer.json()) as { Entries?: { EventId?: string }[]; message?: string };
  if (entry?.EventId !== undefined) return entry.EventId;
  throw new EmulatorError(EVENT_NOT_SENT, `The event of the sample was not sent: ${message ?? answer.status}`);
}

/** Where no browser is found, the address that was printed is enough. */
function openInBrowser(page: string): void {
  const [command, ...words] = OPENERS[process.platform] ?? [];
  if (command === undefined) return;
  spawn(command, [...words, page], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
