// The commands as completion needs them: read from the table of commands, so that no name stands in two places.
import type { Command } from 'commander';

export interface OptionEntry {
  /** `-p`, `--port` */
  readonly flags: readonly string[];
  readonly description: string;
  /** A value follows it. */
  readonly takesValue: boolean;
}

export interface CommandEntry {
  /** `[]` for `emulator` itself, `['runtimes', 'add']`. */
  readonly path: readonly string[];
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly OptionEntry[];
  /** The only values that its argument takes. */
  readonly values: readonly string[];
}

/** The command and all below it, those above first. */
export function commandTree(command: Command, path: readonly string[] = []): CommandEntry[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const entry: CommandEntry = {
    path,
    commands: below.map((one) => ({ name: one.name(), description: one.description() })),
    options: help.visibleOptions(command).map(({ short, long, description, required, optional }) => ({
      flags: [short, long].filter((flag) => flag !== undefined),
      description,
      takesValue: required || optional,
    })),
    values: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  };
  const known = below.filter((one) => command.commands.includes(one));
  return [entry, ...known.flatMap((one) => commandTree(one, [...path, one.name()]))];
}

/** A word in quotes of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Flags of all options that a value follows. */
export const flagsWithValue = (entries: readonly CommandEntry[]): string[] => [
  ...new Set(entries.flatMap(({ options }) => options.filter(({ takesValue }) => takesValue).flatMap(({ flags }) => flags))),
];
