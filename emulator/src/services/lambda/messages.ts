// Messages about functions: their code, layers, URLs and capacity. Messages about invocations are in execution/messages.ts.
import { defineError } from '#lib/emulator-error';
import { defineMessage } from '#lib/message';

export const CODE_FOLDER_MISSING = defineError({
  code: 'CODE_FOLDER_MISSING',
  description: 'The code of a function or layer is a folder (hot reload), and there is no such folder on the machine of the emulator.',
  remedy: 'Build it, or correct `S3Key`. Where the emulator runs in a container, mount the folder into it at the same path.',
});

export const CODE_FOLDER_REFUSED = defineError({
  code: 'CODE_FOLDER_REFUSED',
  description:
    'The code of a function or layer is a folder (hot reload) that must not be code: its path has become a link to another place, or `HOT_RELOAD_FOLDERS` has changed.',
  remedy: 'Name another folder in `S3Key`, or list a folder above it in `HOT_RELOAD_FOLDERS`.',
});

export const FOLDER_ABSENT = defineMessage({
  code: 'FOLDER_ABSENT',
  level: 'warn',
  description:
    'The code of a function or layer that was created or updated is a folder (hot reload) that is not there. Invocations fail until it is; then they run it.',
  hint: 'Build it, or correct `S3Key`. Where the emulator runs in a container, mount the folder into it at the same path.',
  text: ({ folder, above, name }: { folder: string; above: string; name: string }) =>
    `The code is the folder ${folder}, which does not exist: ${above} has no folder ${name}.`,
});

interface Signing {
  readonly name: string;
  readonly config: string;
}

const unsigned = ({ name }: Signing): string =>
  `The code of ${name} counts as unsigned: no signing service is emulated, so no signature can be verified.`;

export const CODE_UNSIGNED = defineMessage({
  code: 'CODE_UNSIGNED',
  level: 'warn',
  description: 'Code was accepted although its signature cannot be verified, because its code signing configuration only warns.',
  text: (signing: Signing) => `${unsigned(signing)} It is accepted because ${signing.config} says Warn.`,
});

export const CODE_REFUSED = defineMessage({
  code: 'CODE_REFUSED',
  level: 'warn',
  description: 'Code was refused because its code signing configuration demands signatures, which cannot be verified here.',
  hint: '`UntrustedArtifactOnDeployment=Warn` in the code signing configuration accepts it.',
  text: (signing: Signing) =>
    `${unsigned(signing)} It is refused because ${signing.config} says Enforce. UntrustedArtifactOnDeployment=Warn accepts it.`,
});

export const VERSION_COPIED = defineMessage({
  code: 'VERSION_COPIED',
  level: 'info',
  description:
    'A version was published of a function that runs from a folder. A version never changes, so it is a copy of the files as they were then.',
  hint: 'Invoke the function without a qualifier, or by an alias of `$LATEST`, to run from the folder.',
  text: ({ name, folder }: { name: string; folder: string }) =>
    `The published version of ${name} is a copy of ${folder}: later changes of its files reach $LATEST alone.`,
});

export const URL_INVOKED = defineMessage({
  code: 'URL_INVOKED',
  level: 'info',
  description: "A request to a function's URL invokes the function.",
  text: ({ method, path, name, requestId }: { method: string; path: string; name: string; requestId: string }) =>
    `${method} ${path} at the URL of ${name} invokes the function (${requestId})`,
});

export const URL_FAILED = defineMessage({
  code: 'URL_FAILED',
  level: 'warn',
  description: "A request to a function's URL was answered with an error in place of the function's answer. Clients learn no reason.",
  hint: '`emulator logs <function>` shows the lines of the function.',
  text: ({ name, reason }: { name: string; reason: string }) => `the URL of ${name} cannot answer: ${reason}`,
});

export const URL_UNKNOWN = defineMessage({
  code: 'URL_UNKNOWN',
  level: 'warn',
  description: 'A request went to a function URL that does not exist. It is refused with 403, as in the cloud.',
  hint: '`aws lambda get-function-url-config --function-name <function>` shows the address of a URL.',
  text: ({ id }: { id: string }) => `no function has the URL ${id}`,
});

export const URL_ANSWERED_ERROR = defineMessage({
  code: 'URL_ANSWERED_ERROR',
  level: 'warn',
  description: 'A function answered a request to its URL with a status of 500 or more.',
  hint: '`emulator logs <function>` shows the lines of the function.',
  text: ({ name, arn, body }: { name: string; arn: string; body: string }) => `${name} by ${arn}${body && `: ${body}`}`,
});

export const URL_BROKEN_OFF = defineMessage({
  code: 'URL_BROKEN_OFF',
  level: 'warn',
  description:
    'A function failed while it streamed the answer of its URL. The connection is closed, so that no client takes the answer for complete.',
  text: ({ name }: { name: string }) => `the answer of the URL of ${name} broke off, because the function failed`,
});

interface UrlRefusal {
  readonly caller: string;
  readonly resource: string;
  /** The sentence with the command that allows it. */
  readonly grant: string;
}

const urlRefusal = ({ caller, resource, grant }: UrlRefusal): string => `${caller} may not call ${resource} through its URL. ${grant}`;

export const URL_REFUSED = defineMessage({
  code: 'URL_REFUSED',
  level: 'warn',
  description: "A function's policy does not allow the caller of its URL.",
  hint: 'The line ends with the command that allows it.',
  text: urlRefusal,
});

export const URL_UNSIGNED = defineMessage({
  code: 'URL_UNSIGNED',
  level: 'warn',
  description: "A request to a function's URL of type AWS_IAM is not signed, so it is refused with 403 as in the cloud.",
  hint: 'Sign it, as curl does with `--aws-sigv4`, or give the URL the type NONE.',
  text: ({ name, region }: { name: string; region: string }) =>
    `The URL of ${name} has the type AWS_IAM and takes signed requests only: curl --aws-sigv4 aws:amz:${region}:lambda --user test:test …`,
});

export const URL_POLICY_IGNORED = defineMessage({
  code: 'URL_POLICY_IGNORED',
  level: 'warn',
  description: "A function's policy does not allow the caller of its URL, who was let in because of `RESOURCE_POLICIES=warn`.",
  hint: 'The line contains the command that allows it.',
  text: (refusal: UrlRefusal) => `${urlRefusal(refusal)} It is answered all the same because RESOURCE_POLICIES=warn.`,
});

export const URL_POLICY_DECIDES = defineMessage({
  code: 'URL_POLICY_DECIDES',
  level: 'info',
  description: "A function got a URL without authentication: the function's policy must still allow its callers.",
  text: ({ name, grant }: { name: string; grant: string }) => `The policy of ${name} decides who may call its URL. ${grant}`,
});

export const URL_ID_INVALID = defineMessage({
  code: 'URL_ID_INVALID',
  level: 'warn',
  description: 'A tag asks for a URL id that cannot be part of a host name.',
  text: ({ tag, name }: { tag: string; name: string }) =>
    `The tag ${tag} cannot be the first part of a host name: the URL of ${name} gets an id of its own.`,
});

export const LAYER_CLOSED = defineMessage({
  code: 'LAYER_CLOSED',
  level: 'warn',
  description: 'The policy of a layer in another account does not allow this account.',
  hint: 'The line ends with the command that allows it.',
  text: ({ arn, account, command }: { arn: string; account: string; command: string }) =>
    `${arn} is not open to the account ${account}. Its owner allows it by: ${command}`,
});

export const LAYER_PULLED = defineMessage({
  code: 'LAYER_PULLED',
  level: 'info',
  description: 'A layer is fetched from the real cloud, with the credentials in `FUNCTION_LAYERS_ACCESS_KEY_ID`.',
  text: ({ arn }: { arn: string }) => `Pulling ${arn} from the account that has it.`,
});

export const LAYER_FROM_FOLDER = defineMessage({
  code: 'LAYER_FROM_FOLDER',
  level: 'info',
  description: 'A layer of another account is taken from the folder in `FUNCTION_LAYERS_DIR`.',
  text: ({ arn, path }: { arn: string; path: string }) => `Taking ${arn} from ${path}.`,
});

export const LAYER_LEFT_OUT = defineMessage({
  code: 'LAYER_LEFT_OUT',
  level: 'warn',
  description: 'A layer of another account is not here, and functions run without it because of `FUNCTION_LAYERS_MISSING=skip`.',
  hint: '`FUNCTION_LAYERS_DIR` names a folder with archives of layers.',
  text: ({ arn, why }: { arn: string; why: string | undefined }) =>
    `${arn} is not here and is left out (FUNCTION_LAYERS_MISSING=skip): functions that name it find nothing of it in /opt.${why === undefined ? '' : ` ${why}`}`,
});

export const LAYER_MADE = defineMessage({
  code: 'LAYER_MADE',
  level: 'info',
  description:
    "A public layer is made of the packages of a registry, once: its archive is kept in the user's cache (`~/.cache/cloud-emulator/layers`).",
  hint: 'Delete the archive to have it made anew of newer packages.',
  text: ({ arn, packages }: { arn: string; packages: string }) => `Making ${arn} of ${packages}. This takes a moment, once.`,
});

export const LAYER_SERVED = defineMessage({
  code: 'LAYER_SERVED',
  level: 'info',
  description: 'A function names the Parameters and Secrets extension or the Web Adapter: the emulator does itself what they do.',
  text: ({ arn, title }: { arn: string; title: string }) => `${arn}: the emulator itself does what the ${title} does.`,
});

export const LAYER_SENDS_NOTHING = defineMessage({
  code: 'LAYER_SENDS_NOTHING',
  level: 'warn',
  description: 'A public layer only sends telemetry away: an empty one is in its place. Written once for each version.',
  hint: '`FUNCTION_LAYERS_DIR` names a folder with archives of layers, for those who want the real one.',
  text: ({ arn, title }: { arn: string; title: string }) =>
    `${arn} (${title}) sends telemetry to elsewhere: it is empty here, and functions run without it.`,
});

export const LAYERS_NOT_APPLIED = defineMessage({
  code: 'LAYERS_NOT_APPLIED',
  level: 'warn',
  description: "A function's layers are stored and not mounted, because the established emulator's tiers are requested.",
  text: ({ name, reason }: { name: string; reason: string }) => `The layers of ${name} are stored and not applied. ${reason}`,
});

export const PROVISIONING_FAILED = defineMessage({
  code: 'PROVISIONING_FAILED',
  level: 'warn',
  description: 'The environments of a provisioned concurrency could not be started.',
  text: ({ name, qualifier, reason }: { name: string; qualifier: string; reason: string }) =>
    `The provisioned concurrency of ${name}:${qualifier} could not be allocated: ${reason}`,
});

export const SCALING_FAILED = defineMessage({
  code: 'SCALING_FAILED',
  level: 'warn',
  description: 'The environments that a scaling configuration keeps ready could not be started.',
  text: ({ name, version, count, reason }: { name: string; version: number; count: number; reason: string }) =>
    `${count} environments of ${name}:${version} cannot be kept ready: ${reason}`,
});

export const RUNTIME_DEPRECATED = defineMessage({
  code: 'RUNTIME_DEPRECATED',
  level: 'warn',
  description: 'A function was created with a runtime that the cloud has deprecated.',
  hint: 'The cloud refuses new functions of it: choose a newer runtime.',
  text: ({ name, runtime }: { name: string; runtime: string }) => `The runtime ${runtime} of ${name} is deprecated. It still runs here.`,
});

export const PROVIDER_DISCONTINUED = defineMessage({
  code: 'PROVIDER_DISCONTINUED',
  level: 'error',
  description: '`PROVIDER_OVERRIDE_FUNCTION=legacy` is set, so no function is created.',
  hint: 'Remove the variable.',
  text: ({ reason }: { reason: string }) => `No function is created. ${reason}`,
});

export const START_IN_ADVANCE_FAILED = defineMessage({
  code: 'START_IN_ADVANCE_FAILED',
  level: 'warn',
  description: 'No environment could be started in advance for a new function; its first invocation tries again.',
  text: ({ name, reason }: { name: string; reason: string }) => `No environment of ${name} could be started in advance: ${reason}`,
});

export const CAPACITY_RECORD_ONLY = defineMessage({
  code: 'CAPACITY_RECORD_ONLY',
  level: 'warn',
  description: 'A capacity provider was created, which is only a record here.',
  text: ({ name }: { name: string }) =>
    `The capacity provider ${name} is only a record: no instances are started, and functions that name it run like others.`,
});

export const RECURSION_ENDED = defineMessage({
  code: 'RECURSION_ENDED',
  level: 'warn',
  description: 'A function was invoked too often in one chain of functions, queues and buses, so the loop is ended as the cloud ends it.',
  hint: 'The line ends with the command that allows loops.',
  text: ({ name, times }: { name: string; times: number }) =>
    `${name} was invoked ${times} times in one chain, so the loop is ended. To allow it: aws lambda put-function-recursion-config --function-name ${name} --recursive-loop Allow`,
});
