// Messages about the choice of a container runtime, about images and about containers.
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
    `Functions run without a wall: they can do what this user can. ${reason} ${hint}`,
});

export const IMAGE_PROGRESS = defineMessage({
  code: 'IMAGE_PROGRESS',
  level: 'info',
  description: 'Progress of pulling the image of a runtime or function.',
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
