// The names under which an option is read: its own, and those of the established emulator.

export type Environment = Readonly<Record<string, string | undefined>>;

export const FOREIGN_PREFIX = 'LOCALSTACK_';

/** The native name first: where several are set, it wins. */
export function namesOf(name: string, aliases: readonly string[] = [], parity = true): string[] {
  if (!parity) return [name];
  const renamed = name.replace(/^FUNCTION_/, 'LAMBDA_').replace(/^EMULATOR_/, FOREIGN_PREFIX);
  const names = [name, ...(renamed === name ? [] : [renamed]), ...aliases];
  return [...names, ...names.filter((other) => !other.startsWith(FOREIGN_PREFIX)).map((other) => FOREIGN_PREFIX + other)];
}

/** Read before all other options, because it decides which names count. */
export function parityIn(environment: Environment): boolean {
  const written = environment['EMULATOR_PARITY'] || environment[`${FOREIGN_PREFIX}PARITY`];
  return !/^(0|false|no|off)$/i.test(written?.trim() ?? '');
}
