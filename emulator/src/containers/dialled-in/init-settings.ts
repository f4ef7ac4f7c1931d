// Makes the variables by which an environment that dials in is told what to run, whichever engine starts it. Pure.

import type { EnvironmentSpec } from '#containers/container-runtime';
import type { FunctionSettings } from '#runtime-init/channel-wire';

/** Where it connects, and by which secret. */
export interface DialOut {
  readonly url: string;
  readonly runtimeId: string;
  readonly token: string;
}

export interface InitParts {
  readonly spec: EnvironmentSpec;
  readonly dialOut: DialOut;
  /** ENTRYPOINT and CMD of a function's own image. */
  readonly imageCommand?: readonly string[] | undefined;
  readonly imageDirectory?: string | undefined;
  /** Whether it downloads its code and its layers. */
  readonly fetches: boolean;
  /** Give up the system calls that no function may make. */
  readonly filters: boolean;
  /** Inside, the cloud's names lead to the emulator, except names that match `leave`. */
  readonly names?: { readonly leave: string } | undefined;
  /** Freeze the function between invocations. */
  readonly freezes?: boolean | undefined;
  readonly user?: string | undefined;
  readonly initLogLevel?: string | undefined;
  /** On a network that it shares with others every environment needs a different port. */
  readonly sharesPorts: boolean;
}

/** The hash in a form that can be part of a path. */
export const archiveName = (sha256: string): string => Buffer.from(sha256).toString('base64url');

/** Variables for init alone; the function does not see them. */
export const initVariables = (parts: InitParts): Readonly<Record<string, string | undefined>> => ({
  EMULATOR_RUNTIME_ENDPOINT: parts.dialOut.url,
  EMULATOR_RUNTIME_ID: parts.dialOut.runtimeId,
  EMULATOR_RUNTIME_TOKEN: parts.dialOut.token,
  EMULATOR_FUNCTION: JSON.stringify(functionSettings(parts)),
  EMULATOR_USER: parts.user,
  EMULATOR_INIT_LOG_LEVEL: parts.initLogLevel,
  EMULATOR_RUNTIME_API_PORT: parts.sharesPorts ? '0' : undefined,
});

function functionSettings({ spec, ...parts }: InitParts): FunctionSettings {
  const zip = spec.function.packageType === 'Zip';
  const contents = [
    ...(zip ? [{ sha256: spec.code.sha256, path: '/var/task' }] : []),
    ...spec.layers.map(({ sha256 }) => ({ sha256, path: '/opt' })),
  ];
  return {
    functionName: spec.functionName,
    functionVersion: spec.functionVersion,
    accountId: spec.accountId,
    handler: spec.handler,
    timeoutMs: spec.timeoutMs,
    memoryMb: spec.memoryMb,
    logFormat: spec.logFormat,
    freezes: parts.freezes ?? true,
    filters: parts.filters,
    ownBootstrapFirst: /^provided(\.|$)/.test(spec.function.runtime ?? ''),
    fetch: parts.fetches ? contents.map(({ sha256, path }) => ({ sha256: archiveName(sha256), path })) : [],
    ...(parts.names ? { names: parts.names } : {}),
    ...(parts.imageCommand ? { command: parts.imageCommand } : {}),
    ...(parts.imageDirectory ? { workingDirectory: parts.imageDirectory } : {}),
  };
}
