// Options of the established emulator (LocalStack) that set nothing here, each with its replacement.
import { FOREIGN_PREFIX } from '#config/option-names';

const REGIONS = 'every region is there.';
const WRITTEN = 'with PERSISTENCE=1 every change is on disk when it is answered; POST /_emulator/state/save keeps a state under a name.';
const LOADED = 'every service is there, and loads with its first call.';
const PUSHED = 'mappings are told of what they wait for; nothing polls.';
const LIMITS = 'the limits are those of the cloud.';
const INIT_PROGRAM = 'what starts functions in containers is built in.';
const DIRECT = 'what the emulator asks of others, it asks directly.';
const ORIGINS = 'CORS_ALLOWED_ORIGINS names the web origins that may ask.';
const DEBUGGER =
  "NODE_OPTIONS=--inspect-brk among the function's variables waits for a debugger (docs/debugging.md); in containers FUNCTION_DOCKER_FLAGS opens the port: -e NODE_OPTIONS=--inspect=0.0.0.0:9229 -p 9229:9229.";
const NO_ACCOUNT = 'there is no account to sign in to, and everything is on (EMULATOR_LICENSE_MODE shows the tiers to who must see them).';

/** By the established name; the same holds for the name with its prefix, and for `FUNCTION_` in place of `LAMBDA_`. */
export const REPLACED_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['ACTIVATE_PRO', NO_ACCOUNT],
  ['ALLOW_NONSTANDARD_REGIONS', REGIONS],
  ['CFN_IGNORE_UNSUPPORTED_RESOURCE_TYPES', 'CFN_UNSUPPORTED=ignore does this.'],
  ['CFN_PER_RESOURCE_TIMEOUT', 'custom resources are waited for as long as their ServiceTimeout says, the others as long as they take.'],
  ['DISABLE_CORS_CHECKS', ORIGINS],
  ['DISABLE_CORS_HEADERS', ORIGINS],
  ['DNS_PORT', 'DNS_ADDRESS takes the port too, as in 127.0.0.1:5353.'],
  ['DOCKER_FLAGS', 'what the container of the emulator is started with belongs to the command that starts it.'],
  ['DOCKER_SOCK', 'DOCKER_HOST names the container engine; its usual sockets are found.'],
  ['EAGER_SERVICE_LOADING', LOADED],
  ['ENABLE_CONFIG_UPDATES', 'options are read at the start.'],
  ['EXTRA_CORS_ALLOWED_HEADERS', 'pages that may ask may send any header.'],
  ['EXTRA_CORS_EXPOSE_HEADERS', 'pages that may ask see what the SDKs read.'],
  ['LAMBDA_DEBUG_MODE', DEBUGGER],
  ['LAMBDA_DEBUG_MODE_CONFIG_PATH', DEBUGGER],
  ['LAMBDA_DEV_PORT_EXPOSE', 'functions in containers dial in: no port of theirs is needed.'],
  ...['POLL_INTERVAL_SEC', 'MAX_BACKOFF_ON_ERROR_SEC', 'MAX_BACKOFF_ON_EMPTY_POLL_SEC'].map(
    (name) => [`LAMBDA_EVENT_SOURCE_MAPPING_${name}`, PUSHED] as const,
  ),
  ...['DEBUG', 'BIN_PATH', 'BOOTSTRAP_PATH', 'DELVE_PATH', 'DELVE_PORT', 'POST_INVOKE_WAIT_MS', 'RELEASE_VERSION'].map(
    (name) => [`LAMBDA_INIT_${name}`, INIT_PROGRAM] as const,
  ),
  ['LAMBDA_JAVA_OPTS', 'JAVA_TOOL_OPTIONS among the variables of the function does this.'],
  ...[
    ...['CONCURRENT_EXECUTIONS', 'MINIMUM_UNRESERVED_CONCURRENCY', 'TOTAL_CODE_SIZE', 'CODE_SIZE_ZIPPED', 'CODE_SIZE_UNZIPPED'],
    ...['CREATE_FUNCTION_REQUEST_SIZE', 'MAX_FUNCTION_ENVVAR_SIZE_BYTES', 'MAX_FUNCTION_PAYLOAD_SIZE_BYTES'],
  ].map((name) => [`LAMBDA_LIMITS_${name}`, LIMITS] as const),
  ['LAMBDA_RUNTIME_EXECUTOR', 'CONTAINER_RUNTIME chooses where functions run.'],
  ['LAMBDA_RUNTIME_VALIDATION', 'runtimes that the cloud no longer takes are refused; those it is about to drop are warned about.'],
  [`${FOREIGN_PREFIX}API_KEY`, NO_ACCOUNT],
  [`${FOREIGN_PREFIX}HOSTNAME`, 'EMULATOR_HOST names the host that URLs in answers carry.'],
  ['LS_LOG', 'DEBUG opens log scopes.'],
  ['MAIN_CONTAINER_NAME', 'the container that the emulator is in is found out.'],
  ['OUTBOUND_HTTP_PROXY', DIRECT],
  ['OUTBOUND_HTTPS_PROXY', DIRECT],
  ['SERVICES', LOADED],
  ['SKIP_SSL_CERT_DOWNLOAD', 'certificates are made here, by the local authority.'],
  ['SNAPSHOT_FLUSH_INTERVAL', WRITTEN],
  ['SNAPSHOT_LOAD_STRATEGY', WRITTEN],
  ['SNAPSHOT_SAVE_STRATEGY', WRITTEN],
  ['SQS_DELAY_PURGE_RETRY', 'a queue is purged once a minute at most, as in the cloud.'],
  ['SQS_DELAY_RECENTLY_DELETED', 'a deleted queue can be made again at once.'],
  ['SQS_ENDPOINT_STRATEGY', 'URLs carry the host that the client used, or EMULATOR_HOST.'],
  ['USE_SSL', 'the one port answers TLS as well.'],
]);
