// The one table of options: environment variables, each with its type, default and a sentence.
import { EmulatorError } from '#lib/emulator-error';

interface Kinds {
  text: string;
  flag: boolean;
  number: number;
}
interface Option<K extends keyof Kinds = keyof Kinds, V extends Kinds[K] = Kinds[K]> {
  readonly kind: K;
  readonly default: V;
  readonly says: string;
  /** The only values it takes, where they are few. */
  readonly oneOf?: readonly string[];
}

const text = (fallback: string, says: string): Option<'text', string> => ({ kind: 'text', default: fallback, says });
const flag = (fallback: boolean, says: string): Option<'flag', boolean> => ({ kind: 'flag', default: fallback, says });
const number = (fallback: number, says: string): Option<'number', number> => ({ kind: 'number', default: fallback, says });
const choice = <const C extends readonly string[]>(oneOf: C, says: string): Option<'text', C[number]> => ({
  kind: 'text',
  default: oneOf[0] as C[number],
  says,
  oneOf,
});

export const OPTIONS = {
  GATEWAY_LISTEN: text('127.0.0.1:4566', 'Address and port that the gateway listens on; `0.0.0.0:4566` opens it to the network.'),
  PERSISTENCE: choice(
    ['0', '1', 'strict'],
    'Keeps everything in the data directory: `1` survives the end of the process, `strict` also a loss of power.',
  ),
  DATA_DIR: text('.emulator', 'The data directory: records, blobs, function code, certificates.'),
  AUTHORITY_DIR: text('', "Folder of the local certificate authority; empty takes `cloud-emulator/authority` in the user's data folder."),
  DEBUG: text('', 'Opens log scopes: `1` for all, or names such as `delivery,containers`.'),
  CORS_ALLOWED_ORIGINS: text('', 'Origins besides loopback whose web pages may call the emulator, comma separated.'),
  GATEWAY_HOSTS: text('', 'Host names besides loopback and the emulated ones under which the gateway may be reached, comma separated.'),
  RESOURCE_POLICIES: choice(
    ['enforce', 'warn'],
    'What happens when a resource policy does not let a service in: refused, or delivered with a warning.',
  ),
  CONTAINER_RUNTIME: choice(['auto', 'docker', 'embedded'], 'Where functions run.'),
  FUNCTION_SYNCHRONOUS_CREATE: flag(false, 'CreateFunction answers only when the function is Active or Failed.'),
  FUNCTION_KEEPALIVE_MS: number(600_000, 'How long an idle environment stays warm; 0 makes every invocation cold.'),
  FUNCTION_EXACT_VERSIONS: flag(false, 'Refuses to run a function with another version of its language than it asks for.'),
  FUNCTION_MEMORY_LIMIT: flag(true, 'Ends a function that uses more memory than it is configured with.'),
  FUNCTION_SANDBOX: choice(
    ['auto', 'bwrap', 'unshare', 'plain'],
    'How functions in the embedded container runtime are kept apart from the machine.',
  ),
  FUNCTION_MAX_ENVIRONMENTS: number(0, 'Live environments at once; 0 takes 16 per processor.'),
} as const;

export type OptionName = keyof typeof OPTIONS;
export type OptionValues = {
  readonly [N in OptionName]: (typeof OPTIONS)[N] extends Option<keyof Kinds, infer V> ? Widen<V, (typeof OPTIONS)[N]> : never;
};
type Widen<V, O> = O extends { default: infer D } ? (D extends boolean ? boolean : D extends number ? number : D) : V;

export interface Setting {
  readonly name: OptionName;
  readonly value: string | number | boolean;
  readonly origin: 'default' | 'environment' | 'start';
}

/**
 * Reads the options from environment variables, `given` (by code or command line) first.
 * @throws EmulatorError OPTION_INVALID, naming the variable, its value and what it takes.
 */
export function readOptions(environment: Readonly<Record<string, string | undefined>>, given: Partial<OptionValues> = {}): OptionValues {
  return Object.fromEntries(settings(environment, given).map(({ name, value }) => [name, value])) as OptionValues;
}

/** The same with the origin of each value. */
export function settings(environment: Readonly<Record<string, string | undefined>>, given: Partial<OptionValues> = {}): Setting[] {
  return (Object.keys(OPTIONS) as OptionName[]).map((name) => {
    const told = given[name];
    if (told !== undefined) return { name, value: told, origin: 'start' };
    const written = environment[name];
    if (written === undefined || written === '') return { name, value: OPTIONS[name].default, origin: 'default' };
    return { name, value: parse(name, OPTIONS[name], written.trim()), origin: 'environment' };
  });
}

function parse(name: string, option: Option, written: string): string | number | boolean {
  if (option.kind === 'flag') {
    if (/^(1|true|yes|on)$/i.test(written)) return true;
    if (/^(0|false|no|off)$/i.test(written)) return false;
    throw invalid(name, written, '1 or 0');
  }
  if (option.kind === 'number') {
    if (/^\d+$/.test(written)) return Number(written);
    throw invalid(name, written, 'a whole number from 0');
  }
  if (option.oneOf && !option.oneOf.includes(written)) throw invalid(name, written, option.oneOf.join(', '));
  return written;
}

const invalid = (name: string, written: string, takes: string): EmulatorError =>
  new EmulatorError('OPTION_INVALID', `${name}=${written} is not understood.`, { hint: `It takes ${takes}.` });
