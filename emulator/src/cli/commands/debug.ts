// `emulator debug`: opens a debugger in a function that is deployed, leads editors to it, and closes it again on Ctrl-C. Nothing that is deployed changes.
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pc from 'picocolors';
import { cloudRequest } from '#cli/cloud-request';
import { openDebugger } from '#cli/debug/debug-events';
import { type DebuggerPort, openDebuggerPort, type Protocol } from '#cli/debug/debugger-port';
import { type WrittenConfiguration, workspaceFolder, writeLaunchConfiguration } from '#cli/debug/launch-configuration';
import { endpoint } from '#cli/endpoint';
import { functionPath } from '#cli/functions';
import { type LocatedFunction, locateFunction, onlyFunction } from '#cli/locate-function';
import { DEBUGGER_MISSING } from '#cli/messages';
import { MAX_PORT } from '#config/listen-address';
import { OPTION_INVALID } from '#config/messages';
import { EmulatorError } from '#lib/emulator-error';
import type { DebugEvent } from '#services/lambda/execution/debug-sessions';

interface DebugOptions {
  readonly port?: string;
  readonly qualifier?: string;
  readonly code?: string;
  /** `--no-launch` makes it false. */
  readonly launch: boolean;
  readonly endpoint?: string;
  readonly json?: boolean;
}

const OPEN_WITHIN_MS = 10_000;
const USUAL_PORTS: Readonly<Record<Protocol, number>> = { inspector: 9229, debugpy: 5678 };

/** @throws EmulatorError FUNCTION_UNKNOWN, DEBUG_REFUSED, DEBUGGER_MISSING, NOT_RUNNING */
export async function debug(text: string | undefined, options: DebugOptions): Promise<void> {
  const url = endpoint(options.endpoint);
  const located = await locateFunction(text ?? (await onlyFunction(url)), options.qualifier, url);
  const protocol: Protocol = located.configuration.Runtime?.startsWith('python') ? 'debugpy' : 'inspector';
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort());
  const port = await openDebuggerPort(portOf(options.port) ?? USUAL_PORTS[protocol], { protocol, unreachable });
  try {
    const events = await openDebugger(located, ending.signal);
    const codeFolder = (options.code && resolve(options.code)) ?? (await folderOf(located)) ?? process.cwd();
    const attach = { functionName: located.name, protocol, port: port.port, codeFolder };
    const written = options.launch ? writeLaunchConfiguration(workspaceFolder(codeFolder), attach) : undefined;
    if (options.json) print({ type: 'debugger', function: located.name, port: port.port, protocol, launch: written?.file });
    else process.stdout.write(introduction(located, port.port, protocol, written));
    await follow(events, port, options);
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  } finally {
    port.close();
  }
  if (options.json) return;
  process.stdout.write(ending.signal.aborted ? `The debugger of ${located.name} is switched off.\n` : 'The emulator has stopped.\n');
}

async function follow(events: AsyncGenerator<DebugEvent>, port: DebuggerPort, { json }: DebugOptions): Promise<void> {
  const opened = warnUnlessOpened();
  const addresses = new Map<string, string>();
  for await (const event of events) {
    if (json) print(event);
    if (event.type === 'unavailable') throw missing(event.reason);
    if (event.type === 'listening') {
      opened();
      addresses.delete(event.environment);
      addresses.set(event.environment, event.address);
      port.lead(event.address);
    } else if (event.type === 'gone') {
      addresses.delete(event.environment);
      port.lead([...addresses.values()].at(-1));
    } else if (!json) process.stdout.write(`${pc.green('●')} A debugger is attached: no time-out holds.\n`);
  }
}

function introduction(
  { name, configuration }: LocatedFunction,
  port: number,
  protocol: Protocol,
  written: WrittenConfiguration | undefined,
): string {
  const at = `127.0.0.1:${port}`;
  const lines = [
    `${pc.bold(name)} (${configuration.Runtime}) can be debugged at ${pc.bold(at)}; its next invocation runs in a process of its own for that.`,
    ...(written ? [`  Visual Studio Code  ${vsCodeLine(written)}`] : []),
    ...(protocol === 'inspector'
      ? [
          `  WebStorm            Run › Edit Configurations › Attach to Node.js/Chrome, host 127.0.0.1, port ${port}, reconnect automatically; /var/task is the code`,
          `  Chrome              chrome://inspect${port === USUAL_PORTS.inspector ? '' : ` › Configure › ${at}`}`,
        ]
      : [`  Other editors       attach to ${at} by the Debug Adapter Protocol; /var/task is the code`]),
    `While a debugger is attached, the time-out of ${configuration.Timeout} s does not hold. Ctrl-C switches the debugger off.`,
  ];
  return `${lines.join('\n')}\n`;
}

function vsCodeLine({ name, file, state }: WrittenConfiguration): string {
  const path = relative(process.cwd(), file);
  if (state === 'unreadable') return `${path} is no JSON and was not touched: emulator docs debugging shows the entry`;
  return `F5 with "${name}" (${path}${state === 'kept' ? '' : ' has the entry now'})`;
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) <= MAX_PORT) return Number(text);
  throw new EmulatorError(OPTION_INVALID, `--port ${text} is not a port.`, { hint: 'It takes a number from 0 to 65535.' });
}

/** The folder from which the function runs, where it runs from one. */
async function folderOf({ name, scope }: LocatedFunction): Promise<string | undefined> {
  const { url, region, account } = scope;
  const answer = await cloudRequest(url, { service: 'lambda', region, account, method: 'GET', path: functionPath(name) });
  if (!answer.ok) return undefined;
  const { Code } = (await answer.json()) as { Code?: { Location?: string } };
  return Code?.Location?.startsWith('file:') ? fileURLToPath(Code.Location) : undefined;
}

/** Where `NODE_OPTIONS` of an image, or a wrapper, leaves the debugger out. */
function warnUnlessOpened(): () => void {
  const timer = setTimeout(() => process.stderr.write('No process has opened a debugger yet.\n'), OPEN_WITHIN_MS).unref();
  return () => clearTimeout(timer);
}

const unreachable = (address: string): void =>
  void process.stderr.write(
    `The debugger listens at ${address}, and cannot be reached: an emulator in a container has a loopback of its own.\n`,
  );

const missing = (reason: string): EmulatorError =>
  new EmulatorError(DEBUGGER_MISSING, `The debugger could not be opened: ${reason}.`, {
    hint: '`pip install --target <folder of the code> debugpy` puts it there; in the site-packages of the interpreter it is found, too.',
  });

const print = (value: object): void => void process.stdout.write(`${JSON.stringify(value)}\n`);
