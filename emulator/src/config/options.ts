// The table of all options: environment variables, each with its type, default and a sentence.
import { HOT_BUCKET } from '#hot-reload/folder/hot-marker';
import { EmulatorError } from '#lib/emulator-error';
import { own } from '#lib/table';
import { KUBERNETES_OPTIONS } from './kubernetes-options.ts';
import { OPTION_INVALID } from './messages.ts';
import { choice, flag, type Kinds, number, type Option, row, text } from './option-kinds.ts';
import { type Environment, FOREIGN_PREFIX, namesOf, parityIn } from './option-names.ts';

export const OPTIONS = {
  GATEWAY_LISTEN: row(text('127.0.0.1:4566', 'Address and port that the gateway listens on; `0.0.0.0:4566` opens it to the network.'), {
    aliases: ['EDGE_PORT'],
  }),
  PERSISTENCE: choice(
    ['0', '1', 'strict'],
    'Keeps all state in the data directory: with `1` it survives the end of the process, with `strict` also a power failure.',
  ),
  DATA_DIR: text('.emulator', 'The data directory: records, blobs, function code, certificates.'),
  AUTHORITY_DIR: text('', "Folder of the local certificate authority; empty takes `cloud-emulator/authority` in the user's data folder."),
  DEBUG: text(
    '',
    'Log scopes to print: `1` for all, or names such as `delivery,containers,events`. `logs` and `sts` include the calls with which the emulator itself writes logs and assumes roles.',
  ),
  EMULATOR_PARITY: flag(true, 'Accepts the names, variables and paths of the established emulator, besides the native ones.'),
  EMULATOR_INIT_DIR: text(
    '/etc/emulator/init',
    'Folder of `boot.d`, `start.d`, `ready.d` and `shutdown.d`; with EMULATOR_PARITY, `/etc/localstack/init` is read too.',
  ),
  EXTENSION_AUTO_INSTALL: text(
    '',
    'Extensions to enable, comma separated: `emulator-extension-terraform-init` applies the `main.tf` of an init folder.',
  ),
  DNS_ADDRESS: text(
    '',
    'Address (port 53 by default) of a name server that resolves cloud host names to the emulator; empty starts none. With `0`, such names do not lead to the emulator inside containers of functions either.',
  ),
  SNS_CERT_URL_HOST: text(
    '',
    'Host in the URLs of the certificates that verify messages of topics; empty takes `sns.<region>.amazonaws.com` where DNS_ADDRESS starts a name server, and otherwise the address of the emulator.',
  ),
  DNS_SERVER: text('', "Name server that answers all other questions; empty takes the system's."),
  DNS_NAME_PATTERNS_TO_RESOLVE_UPSTREAM: text(
    '',
    "Regular expressions of cloud names, comma separated, that the system's name server resolves: for the emulator's name server, and for functions in the embedded container runtime.",
  ),
  CORS_ALLOWED_ORIGINS: row(text('', 'Origins besides loopback whose web pages may call the emulator, comma separated.'), {
    aliases: ['EXTRA_CORS_ALLOWED_ORIGINS'],
  }),
  GATEWAY_HOSTS: text(
    '',
    'Host names under which the gateway may be reached besides loopback, emulated names and, over a network, addresses and names without a dot; comma separated.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: text(
    '',
    'A collector of OpenTelemetry that is sent the traces of requests, as JSON over HTTP (`http://127.0.0.1:4318`): Jaeger and others draw them.',
  ),
  TRACE_PAYLOADS: flag(true, 'Keeps the last requests and answers in memory, for `emulator replay` and the explorer, which hide secrets.'),
  EXPLORER: flag(true, 'Serves the explorer, a web page that shows and changes all resources, at `/_emulator/ui`.'),
  MCP_SERVER: choice(
    ['off', 'read-only', 'on'],
    'Serves tools for agents at `/_emulator/mcp` (streamable HTTP): `read-only` those that change nothing, `on` all. Whoever reaches the port may use them.',
  ),
  STUBS: text('', 'File with answers for operations that are not emulated: [stubs](stubs.md).'),
  EXPLORER_READONLY: flag(false, 'The explorer offers nothing that changes a resource, and the gateway refuses its pages every such call.'),
  KAFKA_LISTEN: text(
    '127.0.0.1',
    'Address of the brokers of clusters, with the port that the first one takes: `127.0.0.1:9092`. Without a port, each takes a free one. Nothing listens before a cluster is asked for its address.',
  ),
  KAFKA_BOOTSTRAP: text(
    '',
    "Addresses of a broker of your own, comma separated: clusters answer with them, and no broker of the emulator's opens.",
  ),
  KINESIS_ERROR_PROBABILITY: number(
    0,
    'Share of records and reads of data streams that are refused at random with `ProvisionedThroughputExceededException`: from 0 to 1.',
  ),
  KINESIS_LIMITS: choice(
    ['none', 'cloud'],
    'With `cloud`, a shard of a data stream takes 1 MB and 1,000 records a second, and gives 2 MB in 5 calls; more is refused with `ProvisionedThroughputExceededException`.',
  ),
  RESOURCE_POLICIES: choice(
    ['enforce', 'warn'],
    'The answer where a resource policy does not admit a service, a caller of a function URL, or who asks for a bucket or an object: `enforce` refuses, `warn` delivers and logs a warning.',
  ),
  S3_SKIP_KMS_KEY_VALIDATION: flag(false, 'Objects may name KMS keys that do not exist, are disabled or are about to be deleted.'),
  IAM_ENFORCEMENT: row(
    choice(
      ['off', 'warn', 'enforce'],
      'Whether calls are judged by the policies of who makes them: not at all (`off`); logged where the cloud would refuse them (`warn`); refused as the cloud does (`enforce`). Finds mistakes, and keeps nobody out.',
    ),
    {
      aliases: ['IAM_SOFT_MODE', 'ENFORCE_IAM'],
      aliasValues: { IAM_SOFT_MODE: { 1: 'warn' }, ENFORCE_IAM: { 1: 'enforce', 0: 'off' } },
    },
  ),
  IAM_ENFORCE_DEFAULT: flag(false, 'With IAM_ENFORCEMENT, access keys that were not made here (`test`, account numbers) may do nothing.'),
  COGNITO_ISSUER: choice(
    ['cloud', 'local'],
    'The issuer in tokens of user pools: `cloud` is the address that programs work out from region and pool, `local` is `http://localhost:4566/POOL`, where OpenID clients outside of functions find its documents.',
  ),
  SIGNATURES: choice(
    ['ignore', 'warn', 'verify'],
    'Signatures of requests: `ignore` verifies none, `warn` logs a line for each bad one, `verify` refuses it as the cloud does. Known are the keys made here (users, temporary credentials), ACCESS_KEYS, and with the secret `test` the key `test` and all account numbers.',
  ),
  ACCESS_KEYS: row(text('', 'Additional access keys for SIGNATURES, as `id:secret`, comma separated.'), { secret: true }),
  CONTAINER_RUNTIME: choice(['auto', 'docker', 'embedded', 'kubernetes'], 'Where functions run.'),
  FUNCTION_SYNCHRONOUS_CREATE: flag(false, 'CreateFunction answers only once the function is Active or Failed.'),
  FUNCTION_UPDATE_MS: number(
    0,
    'Milliseconds that an update of a function takes at least. The cloud takes seconds, and refuses further changes meanwhile: with 2000, programs that do not wait fail here, too.',
  ),
  DYNAMODB_REPLICATION_DELAY_MS: number(0, 'Milliseconds after which a write reaches the other regions of a global table.'),
  FUNCTION_KEEPALIVE_MS: number(600_000, 'Milliseconds that an idle environment stays warm; 0 makes every invocation a cold start.'),
  FUNCTION_PARKED: number(
    32,
    'Most processes that wait started ahead, before the code is loaded: for each function in use one for its next environment, and for code in a folder one for the next save. They take at most a quarter of the free memory, and end a minute after the last call. 0 starts none, and FUNCTION_KEEPALIVE_MS=0 neither.',
  ),
  FUNCTION_EXACT_VERSIONS: flag(false, 'Refuses to run a function with a version of its language other than that of its runtime.'),
  FUNCTION_MEMORY_LIMIT: flag(true, 'Ends a function that uses more memory than its configuration allows.'),
  FUNCTION_FREEZE: flag(
    true,
    'Freezes the processes of a function between invocations, as the cloud does (embedded on Linux, and in containers). Functions whose variables start a debugger are not frozen.',
  ),
  FUNCTION_SANDBOX: choice(
    ['auto', 'bwrap', 'unshare', 'plain', 'required'],
    'How functions in the embedded container runtime are kept apart from the machine: by what works here, or not at all, with a line in the log (`auto`); by bubblewrap; by `unshare`; not at all; by what works, and else they do not run (`required`).',
  ),
  FUNCTION_NETWORK: choice(
    ['open', 'gateway'],
    'Network of functions: with `open` they reach what this machine reaches, with `gateway` the emulator alone (embedded, in a sandbox; containers are refused).',
  ),
  FIREHOSE_BUFFERING: choice(
    ['quick', 'cloud'],
    'How long delivery streams buffer records: one second at most (`quick`), or as long as the buffering hints of their destinations say (`cloud`).',
  ),
  STATES_MOCK_CONFIG: row(
    text(
      '',
      'File of mocked results of tasks, by state machine and test case, in the format of Step Functions Local (`MockConfigFile.json`).',
    ),
    { aliases: ['SFN_MOCK_CONFIG'] },
  ),
  STATES_UNSUPPORTED: choice(
    ['fail', 'mock'],
    'State machines whose tasks call services that are not here: `fail` refuses the definition, `mock` takes it; such tasks then need a mocked result of STATES_MOCK_CONFIG, and fail without one.',
  ),
  CFN_UNSUPPORTED: choice(
    ['fail', 'ignore', 'record'],
    'Resource types that no service offers: `fail` refuses the stack before anything is created, `ignore` leaves them out with a warning, `record` keeps their properties and does nothing. Networks, alarms, content delivery and the like are recorded in any case (resource-types.md).',
  ),
  CUSTOM_RESOURCE_TIMEOUT: text(
    '1h',
    'Longest wait of a stack for the answer of a custom resource: seconds, or a duration such as `90s` or `10m`, at most the hour of the cloud. `ServiceTimeout` of the resource counts where it is shorter.',
  ),
  FUNCTION_MAX_ENVIRONMENTS: number(0, 'Maximum number of environments alive at once; 0 means 16 per processor.'),
  PROVIDER_OVERRIDE_EVENTS: row(text('', 'Must not be set: there is a single event bus service.'), {
    breaks: { service: 'events', because: 'The old provider (v1) went with release 2026.04.0: remove the variable.' },
  }),
  PROVIDER_OVERRIDE_FUNCTION: row(
    text('', 'Must not be `legacy`: there is a single function service. With that value no function can be created.'),
    {
      aliases: ['PROVIDER_OVERRIDE_LAMBDA'],
    },
  ),
  BUCKET_MARKER_LOCAL: text(
    HOT_BUCKET,
    'Bucket name by which the code of a function or layer is a folder of this machine (hot reload): its key is the absolute path. `__local__` is understood, too. `0` turns both off.',
  ),
  HOT_RELOAD_FOLDERS: text(
    '',
    "Folders below which the code of functions may lie where it is a folder of this machine, separated by commas. Empty takes the folder in which the emulator was started, the user's home and the folder of temporary files.",
  ),
  FUNCTION_TRUNCATE_STDOUT: number(2000, "Maximum length of a line of a function's output in the emulator's own log, in characters."),
  FUNCTION_RETRY_BASE_DELAY: number(60, 'Seconds before the first retry of a failed asynchronous invocation.'),
  FUNCTION_IGNORE_ARCHITECTURE: flag(false, 'Runs functions on the architecture of this machine, whatever their configuration says.'),
  FUNCTION_RUNTIME_ENVIRONMENT_TIMEOUT: number(20, 'Seconds that an environment may take to start.'),
  FUNCTION_DISABLE_AWS_ENDPOINT_URL: flag(false, 'Does not set AWS_ENDPOINT_URL among the variables of functions.'),
  FUNCTION_CONTAINER_NETWORK: row(text('', 'Networks that containers of functions join, comma separated.'), {
    aliases: ['LAMBDA_DOCKER_NETWORK', 'MAIN_DOCKER_NETWORK'],
  }),
  FUNCTION_CONTAINER_DNS: row(text('', 'Name server of containers of functions.'), { aliases: ['LAMBDA_DOCKER_DNS'] }),
  FUNCTION_DOCKER_FLAGS: text('', 'Flags of `docker run` for containers of functions.'),
  FUNCTION_REMOVE_CONTAINERS: flag(true, 'Removes containers of functions once they have ended.'),
  FUNCTION_PREBUILD_IMAGES: flag(
    false,
    'Builds an image of each code of a function with its layers inside before its first container, so that later ones mount and copy nothing. Folders of this machine go on to be mounted.',
  ),
  FUNCTION_RUNTIME_IMAGE_MAPPING: text('', 'Images of runtimes: a pattern with `<runtime>`, or a JSON object from runtimes to images.'),
  ...KUBERNETES_OPTIONS,
  FUNCTION_LAYERS_ACCESS_KEY_ID: text('', 'Access key of a real account, to download layers whose ARNs name no layer in the emulator.'),
  FUNCTION_LAYERS_SECRET_ACCESS_KEY: row(text('', 'The secret of FUNCTION_LAYERS_ACCESS_KEY_ID.'), { secret: true }),
  FUNCTION_LAYERS_SESSION_TOKEN: row(text('', 'The session token of FUNCTION_LAYERS_ACCESS_KEY_ID, if it has one.'), { secret: true }),
  FUNCTION_LAYERS_ENDPOINT: text('', "Address to download layers from; empty takes the cloud's own in the function's region."),
  FUNCTION_LAYERS_DIR: text(
    '',
    'Folder with layers of other accounts, as `<account>/<name>/<version>.zip`, or `<account>/<name>.zip` for every version.',
  ),
  FUNCTION_LAYERS_MISSING: choice(
    ['fail', 'skip'],
    'Whether a layer of another account that is nowhere, and that is not made here (`docs/layers.md`), fails the function that names it, or is skipped with a warning: the function finds nothing of it in `/opt`.',
  ),
  HOSTNAME_FROM_FUNCTION: row(text('', 'Host name under which functions reach the emulator; detected if empty.'), {
    aliases: ['HOSTNAME_FROM_LAMBDA'],
  }),
  EMULATOR_HOST: text('', 'Host name, with or without a port, of URLs in answers; empty takes the one that the client used.'),
  EMULATOR_USER: row(text('sbx_user1051', 'User that functions in containers run as.'), { aliases: ['LAMBDA_INIT_USER'] }),
  EMULATOR_INIT_LOG_LEVEL: text('warn', 'Log level of the program that starts functions in containers (internal).'),
  EMULATOR_AUTH_TOKEN: row(
    text('', 'Any value is accepted: there is no account to sign in to. Only `EMULATOR_LICENSE_MODE=enforced` requires one.'),
    { secret: true },
  ),
  EMULATOR_LICENSE_MODE: choice(
    ['off', 'enforced'],
    'Features that work without a token: everything (`off`), or what the tiers of the established emulator allow (`enforced`): layers are stored but not applied, Kafka sources and the event bus service are refused.',
  ),
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
  /** The variable that set it, where it is not the option's own name. */
  readonly variable?: string;
}

/**
 * Reads the options from environment variables; values in `given` (from code or the command line) win.
 * @throws EmulatorError OPTION_INVALID, naming the variable, its value and the accepted ones
 */
export function readOptions(environment: Environment, given: Partial<OptionValues> = {}): OptionValues {
  return Object.fromEntries(settings(environment, given).map(({ name, value }) => [name, value])) as OptionValues;
}

/** The same with the origin of each value. */
export function settings(environment: Environment, given: Partial<OptionValues> = {}): Setting[] {
  const parity = given.EMULATOR_PARITY ?? parityIn(environment);
  return (Object.keys(OPTIONS) as OptionName[]).map((name) => {
    const explicit = given[name];
    if (explicit !== undefined) return { name, value: explicit, origin: 'start' };
    const option: Option = OPTIONS[name];
    const names = namesOf(name, option.aliases, parity || name === 'EMULATOR_PARITY');
    const variable = names.find((candidate) => environment[candidate] && meaning(candidate, option, environment[candidate]) !== undefined);
    if (variable === undefined) return { name, value: option.default, origin: 'default' };
    const value = parse(variable, option, meaning(variable, option, environment[variable]!)!);
    return { name, value, origin: 'environment', ...(variable === name ? {} : { variable }) };
  });
}

/** A setting's value for display. */
export const shown = ({ name, value }: Setting): Setting['value'] => ((OPTIONS[name] as Option).secret && value !== '' ? '(set)' : value);

/** The value in the option's own words; undefined for a value of an alias that means nothing here. */
function meaning(variable: string, { aliasValues }: Option, written: string): string | undefined {
  const values = own(aliasValues ?? {}, variable.replace(FOREIGN_PREFIX, ''));
  if (!values) return written.trim();
  return own(values, /^(1|true|yes|on)$/i.test(written.trim()) ? '1' : '0');
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
  new EmulatorError(OPTION_INVALID, `${name}=${written} is not understood.`, { hint: `It takes ${takes}.` });
