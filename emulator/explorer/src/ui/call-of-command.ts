// Commands of the AWS CLI as calls of its API, for those that the emulator prints: `aws lambda add-permission --function-name …`.
import type { OPERATIONS, SERVICES } from 'wire:protocols';
import type { Call, ServiceId } from '#api/model.ts';

const SERVICES_OF_COMMANDS: Readonly<Record<string, string>> = { stepfunctions: 'states' };
/** Members that hold a document as text. */
const TEXTS = /(Policy|Document|Value)$/;
/** One word of a shell: pieces in single quotation marks, pieces behind a backslash, and others. */
const WORD = /(?:'[^']*'|\\.|[^\s'\\])+/g;

const unquoted = (word: string): string =>
  word.replace(/'([^']*)'|\\(.)|([^'\\]+)/g, (_, quoted?: string, escaped?: string, plain?: string) => quoted ?? escaped ?? plain ?? '');
const inCapitals = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

function memberValue(name: string, text: string): unknown {
  if (TEXTS.test(name) || !/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

interface Protocols {
  readonly services: typeof SERVICES;
  readonly operations: typeof OPERATIONS;
}

/** Undefined where the page cannot make the call. */
export function callOfCommand(command: string, { services, operations }: Protocols): Call | undefined {
  const [aws, name = '', kebab = '', ...rest] = (command.trim().match(WORD) ?? []).map(unquoted);
  const service = SERVICES_OF_COMMANDS[name] ?? name;
  const operation = inCapitals(kebab);
  const protocol = services[service]?.[0];
  if (aws !== 'aws' || protocol === undefined || protocol === 'restXml') return undefined;
  if (protocol.startsWith('rest') && !operations[service]?.[operation]) return undefined;
  const input: Record<string, unknown> = {};
  for (let at = 0; at < rest.length; at += 2) {
    const option = rest[at]!;
    const value = rest[at + 1];
    // Anything else than pairs of a name and a value is for a shell.
    if (!option.startsWith('--') || value === undefined || value.startsWith('--')) return undefined;
    const member = inCapitals(option.slice(2));
    input[member] = memberValue(member, value);
  }
  return { service: service as ServiceId, operation, input };
}
