// Messages about the choice of a container runtime, about images and about containers.
import { defineError } from '#lib/emulator-error';
import { defineMessage } from '#lib/message';

export const RUNTIME_CHOSEN = defineMessage({
  code: 'RUNTIME_CHOSEN',
  level: 'info',
  description: 'How functions run, embedded or in containers, and why. Written once per choice.',
  hint: '`CONTAINER_RUNTIME` and `FUNCTION_NETWORK` decide; `DEBUG=containers` lists the addresses at which an engine was looked for.',
  text: ({ sentence }: { sentence: string }) => sentence,
});

export const RUNTIME_UNAVAILABLE = defineMessage({
  code: 'RUNTIME_UNAVAILABLE',
  level: 'warn',
  description: 'The container runtime that was chosen cannot run functions: they fail with this sentence.',
  text: ({ sentence }: { sentence: string }) => sentence,
});

export const NO_SANDBOX = defineMessage({
  code: 'NO_SANDBOX',
  level: 'warn',
  description: 'No sandbox works on this machine, so functions can do what the user of the emulator can.',
  hint: 'The line says what is missing; `FUNCTION_SANDBOX=plain` chooses this on purpose.',
  text: ({ reason, hint }: { reason: string; hint: string }) =>
    `Functions run without a sandbox: they can do what this user can. ${reason} ${hint}`,
});

export const NO_SYSTEM_CALL_FILTER = defineMessage({
  code: 'NO_SYSTEM_CALL_FILTER',
  level: 'warn',
  description: 'Nothing on this machine can keep sandboxed functions from single system calls, such as those for keyrings.',
  hint: 'bubblewrap loads the filter itself; for `unshare`, Perl or Python does. It is known for x86-64 and ARM64.',
  text: () =>
    "The sandbox refuses functions no system calls: they reach this user's keyrings in the kernel. Install bubblewrap, Perl or Python.",
});

export const IMAGE_PROGRESS = defineMessage({
  code: 'IMAGE_PROGRESS',
  level: 'info',
  description: 'Progress of pulling the image of a runtime or function, or of building one with the code of a function inside.',
  text: ({ progress }: { progress: string }) => progress,
});

export const INIT_PROGRESS = defineMessage({
  code: 'INIT_PROGRESS',
  level: 'info',
  description: 'Progress of compiling the program that starts functions in containers, once per version.',
  text: ({ progress }: { progress: string }) => progress,
});

export const CONTAINER_NOT_REMOVED = defineMessage({
  code: 'CONTAINER_NOT_REMOVED',
  level: 'warn',
  description: 'The engine did not remove the container of a function.',
  hint: 'It is removed when it ends, or at the next start.',
  text: ({ name, problem }: { name: string; problem: string }) => `A container of function ${name} could not be removed: ${problem}`,
});

export const CONTAINER_NOT_FILTERED = defineMessage({
  code: 'CONTAINER_NOT_FILTERED',
  level: 'warn',
  description: "The kernel took no filter of system calls for functions in containers: the engine's own profile stands alone.",
  hint: 'Images for the processor of this machine have it; programs that imitate another one (QEMU) may not. Written once.',
  text: () => "Functions in containers are refused the system calls that the engine's own profile refuses, and no others.",
});

export const CONTAINERS_SWEPT = defineMessage({
  code: 'CONTAINERS_SWEPT',
  level: 'info',
  description: 'Containers that an earlier emulator left were removed.',
  text: ({ count }: { count: number }) => `Removed ${count} container${count === 1 ? '' : 's'} that an earlier emulator left.`,
});

export const CODE_COPIED = defineMessage({
  code: 'CODE_COPIED',
  level: 'info',
  description: 'The engine runs elsewhere, so code is copied into containers instead of mounted.',
  text: () => 'The container engine does not see the files of this machine: code is copied into containers.',
});

export const ENGINE_NOT_AVAILABLE = defineError({
  code: 'ENGINE_NOT_AVAILABLE',
  description: '`CONTAINER_RUNTIME=docker`, and no container engine answers at the addresses in the message.',
  remedy:
    'Start it, name it in `DOCKER_HOST`, or mount its socket: `-v /var/run/docker.sock:/var/run/docker.sock`. `CONTAINER_RUNTIME=embedded` needs none.',
});

export const INIT_NOT_BUILT = defineError({
  code: 'INIT_NOT_BUILT',
  description: 'The program that starts functions in containers is compiled at its first use, and that failed.',
  remedy: 'The message says why; it needs the npm registry once. `CONTAINER_RUNTIME=embedded` does not use it.',
});

export const IMAGE_MAPPING_INVALID = defineError({
  code: 'IMAGE_MAPPING_INVALID',
  description: '`FUNCTION_RUNTIME_IMAGE_MAPPING` is neither a pattern nor JSON.',
  remedy: 'Write `custom/<runtime>-image:tag`, or `{"python3.12": "image:tag"}`.',
});

export const DOCKER_FLAGS_INVALID = defineError({
  code: 'DOCKER_FLAGS_INVALID',
  description: '`FUNCTION_DOCKER_FLAGS` has a flag that is unknown or not possible for containers of functions.',
  remedy: 'The message names it; write flags as for `docker run`.',
});

export const RUNTIME_NOT_AVAILABLE = defineError({
  code: 'RUNTIME_NOT_AVAILABLE',
  description: 'No interpreter or container engine of this machine can run the function.',
  remedy: 'The message lists what was tried; `emulator doctor` lists what is available.',
});

export const RUNTIME_NOT_BROUGHT = defineError({
  code: 'RUNTIME_NOT_BROUGHT',
  description: '`emulator runtimes add` could not install the runtime.',
  remedy:
    "The message says why. Node.js is installed by npm from its registry, Python by apt-get where Debian's packages have the version; other languages use the machine's own interpreters.",
});

export const NETWORK_NOT_AVAILABLE = defineError({
  code: 'NETWORK_NOT_AVAILABLE',
  description: '`FUNCTION_NETWORK=gateway` does not work on this machine; the message says what is missing.',
  remedy: 'It needs Linux, a sandbox (`FUNCTION_SANDBOX`), `unshare`, `nsenter` and `ip`. Or leave it at `open`.',
});

export const SANDBOX_NOT_AVAILABLE = defineError({
  code: 'SANDBOX_NOT_AVAILABLE',
  description: 'The sandbox in `FUNCTION_SANDBOX` does not work on this machine, or it is `required` and none works.',
  remedy: '`emulator doctor` says why, and what helps; `auto` runs functions without a sandbox then.',
});

export const ENVIRONMENT_START_FAILED = defineError({
  code: 'ENVIRONMENT_START_FAILED',
  description: "The function's process could not be started.",
  remedy: 'Read the cause; `emulator doctor` checks the machine.',
});
