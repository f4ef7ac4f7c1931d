// The option `--port` of every command that has `--endpoint`: the emulator at that port of this machine.
import type { Command } from 'commander';
import { MAX_PORT } from '#config/listen-address';
import { OPTION_INVALID } from '#config/messages';
import { EmulatorError } from '#lib/emulator-error';

const longNames = (command: Command): readonly (string | undefined)[] => command.options.map(({ long }) => long);

/** Commands that take a port for something else keep it. */
export function addPorts(parent: Command): void {
  for (const command of parent.commands) {
    const names = longNames(command);
    if (names.includes('--endpoint') && !names.includes('--port')) addPort(command);
    addPorts(command);
  }
}

const addPort = (command: Command): Command =>
  command.option('--port <port>', 'the same, by its port on this machine').hook('preAction', (called) => {
    const { port } = called.opts<{ port?: string }>();
    if (port !== undefined && called === command) called.setOptionValue('endpoint', `http://127.0.0.1:${checkedPort(port)}`);
  });

/** @throws EmulatorError OPTION_INVALID */
export function checkedPort(port: string): number {
  if (/^\d+$/.test(port) && Number(port) <= MAX_PORT) return Number(port);
  throw new EmulatorError(OPTION_INVALID, `--port ${port} is not a port.`, { hint: `It takes a number from 0 to ${MAX_PORT}.` });
}
