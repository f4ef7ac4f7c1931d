// Findings of `emulator doctor` in a running emulator: functions that fail, roles that are missing, rules that match no event.
import type { LogLine } from '#core/log';
import { cloudRequest, jsonRequest } from './cloud-request.ts';
import type { Finding } from './finding.ts';
import { type FunctionConfiguration, listFunctions } from './functions.ts';
import { otherRegions } from './other-regions.ts';
import { chosenRegion } from './region.ts';

/** Pages that are read at most. */
const MAX_PAGES = 20;
/** Lines that are shown for one subject. */
const MAX_SHOWN = 5;
/** Messages of the log that tell of a failing app. */
const FAILURES = ['FUNCTION_FAILED', 'FUNCTION_TIMED_OUT', 'FUNCTION_OUT_OF_MEMORY', 'FUNCTION_EXITED', 'POLICY_REFUSED'];
const UNMATCHED = ['EVENT_UNMATCHED', 'BUS_MISSING', 'PATTERN_KEY_UNKNOWN'];

interface RuleFacts {
  readonly Name: string;
  readonly State?: string;
}

/** `url`: an emulator that answers. Reads the region that the AWS CLI would use. */
export async function emulatorFindings(url: string): Promise<Finding[]> {
  const { region, from } = chosenRegion();
  const where = `in ${region} (${from})`;
  const [functions, rules, lines] = await Promise.all([listFunctions({ url, region }), rulesIn(url, region), logLines(url)]);
  if (functions === undefined || rules === undefined)
    return [
      {
        about: 'app',
        state: 'note',
        text: `the emulator refuses to list functions and rules ${where}`,
        hint: 'With SIGNATURES=verify, requests must be signed.',
      },
    ];
  return [
    { about: 'app', state: 'good', text: `${count(functions.length, 'function')} and ${count(rules.length, 'rule')} ${where}` },
    ...(functions.length + rules.length > 0 ? [] : await elsewhere(url, region)),
    ...failedFunctions(functions),
    ...(await missingRoles(functions, url, region)),
    ...rules.filter(({ targets }) => targets === 0).map(withoutTargets),
    ...recent(lines, FAILURES, 'failures', '`emulator logs <function>` shows more.'),
    ...recent(
      lines,
      UNMATCHED,
      'events',
      '`DEBUG=events emulator start` says for every event which rules took it, and why others did not.',
    ),
  ];
}

const count = (number: number, name: string): string => `${number} ${name}${number === 1 ? '' : 's'}`;

/** Nothing is in the region: the app may be in another one. */
async function elsewhere(url: string, region: string): Promise<Finding[]> {
  const [other] = await otherRegions(url, region);
  if (other === undefined) return [];
  return [{ about: 'app', state: 'note', text: `${other} holds something`, hint: `AWS_REGION=${other} emulator doctor looks there.` }];
}

const failedFunctions = (functions: readonly FunctionConfiguration[]): Finding[] =>
  functions
    .filter(({ State }) => State === 'Failed')
    .map(({ FunctionName, StateReason = '' }) => ({ about: 'function', state: 'bad', text: `${FunctionName} cannot run: ${StateReason}` }));

async function missingRoles(functions: readonly FunctionConfiguration[], url: string, region: string): Promise<Finding[]> {
  const users = byRole(functions);
  const findings: Finding[] = [];
  for (const [role, by] of users) {
    const RoleName = role.split('/').at(-1) ?? '';
    const body = new URLSearchParams({ Action: 'GetRole', Version: '2010-05-08', RoleName }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await cloudRequest(url, { service: 'iam', region, headers, body, isLook: true });
    await answer.body?.cancel();
    if (answer.status !== 404) continue;
    const names = by.map(({ FunctionName }) => FunctionName).join(', ');
    const text = `the role ${role} of ${names} does not exist here`;
    findings.push({
      about: 'role',
      state: 'note',
      text,
      hint: 'The emulator lets it be assumed; the cloud refuses to create such a function.',
    });
  }
  return findings;
}

function byRole(functions: readonly FunctionConfiguration[]): Map<string, FunctionConfiguration[]> {
  const groups = new Map<string, FunctionConfiguration[]>();
  for (const each of functions) groups.set(each.Role ?? '', [...(groups.get(each.Role ?? '') ?? []), each]);
  return groups;
}

const withoutTargets = ({ bus, name }: { readonly bus: string; readonly name: string }): Finding => ({
  about: 'rule',
  state: 'note',
  text: `the rule ${name} on bus ${bus} has no target: what it takes goes nowhere`,
  hint: `aws events put-targets --event-bus-name ${bus} --rule ${name} --targets Id=1,Arn=…`,
});

/** The last lines of the log with one of these codes, the newest last. */
function recent(lines: readonly LogLine[], codes: readonly string[], about: string, hint: string): Finding[] {
  const texts = lines.filter(({ code }) => code !== undefined && codes.includes(code)).map(({ text }) => text);
  const shown = texts.slice(-MAX_SHOWN);
  return shown.map((text, i): Finding => ({ about, state: 'note', text, ...(i === shown.length - 1 ? { hint } : {}) }));
}

async function logLines(url: string): Promise<LogLine[]> {
  const answer = await fetch(`${url}/_emulator/log?lines=200`);
  const text = answer.ok ? await answer.text() : '';
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as LogLine]));
}

/** Enabled rules of all buses, with the number of their targets. */
async function rulesIn(url: string, region: string): Promise<{ bus: string; name: string; targets: number }[] | undefined> {
  const list = async <T>(operation: string, member: string, input: object): Promise<T[] | undefined> => {
    const found: T[] = [];
    let NextToken: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await jsonRequest(url, `AWSEvents.${operation}`, { ...input, NextToken }, { service: 'events', region, isLook: true });
      if (!answer.ok) return undefined;
      const listed = (await answer.json()) as Record<string, T[]> & { readonly NextToken?: string };
      found.push(...(listed[member] ?? []));
      NextToken = listed.NextToken;
      if (NextToken === undefined) break;
    }
    return found;
  };
  const buses = await list<{ Name: string }>('ListEventBuses', 'EventBuses', {});
  if (!buses) return undefined;
  const found: { bus: string; name: string; targets: number }[] = [];
  for (const { Name: bus } of buses) {
    const rules = await list<RuleFacts>('ListRules', 'Rules', { EventBusName: bus });
    for (const { Name: name, State } of rules ?? []) {
      if (State === 'DISABLED') continue;
      const targets = await list<unknown>('ListTargetsByRule', 'Targets', { EventBusName: bus, Rule: name });
      found.push({ bus, name, targets: targets?.length ?? 0 });
    }
  }
  return found;
}
