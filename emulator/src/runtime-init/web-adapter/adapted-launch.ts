// Starts a process with the Web Adapter at its side, which ends with it.
import { connect as connectTo } from 'node:net';
import type { Launch } from '#runtime-init/process/process';
import type { RuntimeApiAccess, RuntimeApiAddress } from '#runtime-init/runtime-api';
import { type AdapterParts, WebAdapter } from './web-adapter.ts';

export interface AdaptedLaunch extends Pick<AdapterParts, 'settings' | 'ports' | 'functionFacts'> {
  /** By default a port of this machine. */
  readonly connect?: AdapterParts['connect'] | undefined;
  readonly accepts?: AdapterParts['accepts'] | undefined;
  readonly file?: RuntimeApiAddress['file'];
  readonly token?: RuntimeApiAccess['token'] | undefined;
}

export const adaptedLaunch =
  (launch: Launch, { connect = onThisMachine, accepts = isTaken, file, token, ...parts }: AdaptedLaunch): Launch =>
  (address, output) => {
    const process = launch(address, output);
    const [host = '', port] = address.split(':');
    const api = file ? { socketPath: file.socket } : { host, port: Number(port) };
    const apiHeaders = { host: address, ...(token !== undefined && { 'emulator-access': token }) };
    const ended = new AbortController();
    void process.exited.finally(() => ended.abort());
    // It fails only together with the Runtime API, whose environment ends then.
    new WebAdapter({ ...parts, connect, accepts, api, apiHeaders }, ended.signal).run().catch(() => process.kill());
    return process;
  };

/** The function, as `x-amzn-lambda-context` tells of it, by its variables. */
export const functionFacts = (variables: Readonly<Record<string, string | undefined>>): object => ({
  function_name: variables['AWS_LAMBDA_FUNCTION_NAME'] ?? '',
  memory: Number(variables['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? 128),
  version: variables['AWS_LAMBDA_FUNCTION_VERSION'] ?? '',
  log_stream: variables['AWS_LAMBDA_LOG_STREAM_NAME'] ?? '',
  log_group: variables['AWS_LAMBDA_LOG_GROUP_NAME'] ?? '',
});

const onThisMachine = (port: number) => connectTo({ host: '127.0.0.1', port });

function isTaken(port: number): Promise<boolean> {
  const socket = onThisMachine(port);
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
