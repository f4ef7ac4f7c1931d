// Warnings at the start about variables that resemble an option, or that mean nothing here or no longer mean anything.
import { distance } from '#lib/edit-distance';
import { REPLACED_OPTIONS } from './compat/options.ts';
import { REMOVED_OPTIONS } from './compat/removed.ts';
import { type Environment, FOREIGN_PREFIX, namesOf, parityIn } from './option-names.ts';
import { OPTIONS, type OptionName, type Setting } from './options.ts';

const OWN_PREFIX = /^(FUNCTION|LAMBDA|EMULATOR|LOCALSTACK)_/;
/** Shorter names resemble too many others. */
const MIN_LOOKALIKE_LENGTH = 8;
const NEAR = 2;

interface Row {
  readonly aliases?: readonly string[];
  readonly breaks?: { readonly because: string };
}
const rows = Object.entries(OPTIONS) as [OptionName, Row][];

/** One sentence each. */
export function optionWarnings(environment: Environment, settings: readonly Setting[]): string[] {
  const parity = parityIn(environment);
  const known = new Map(rows.flatMap(([name, { aliases }]) => namesOf(name, aliases, true).map((other) => [other, name] as const)));
  const set = Object.keys(environment).filter((name) => environment[name]);
  return [...set.flatMap((name) => unknown(name, known, parity)), ...settings.flatMap((setting) => without(setting, environment))];
}

function unknown(name: string, known: ReadonlyMap<string, OptionName>, parity: boolean): string[] {
  const bare = name.replace(new RegExp(`^${FOREIGN_PREFIX}`), '').replace(/^FUNCTION_/, 'LAMBDA_');
  const [gone, elsewhere] = [REMOVED_OPTIONS.get(bare), REPLACED_OPTIONS.get(name) ?? REPLACED_OPTIONS.get(bare)];
  if (gone && !known.has(name)) return [`${name} is discontinued: ${gone}`];
  if (elsewhere && !known.has(name)) return [`${name} sets nothing here: ${elsewhere}`];
  const option = known.get(name);
  if (option !== undefined)
    return parity || option === name ? [] : [`${name} is not read, as EMULATOR_PARITY is off: its name here is ${option}.`];
  if (OWN_PREFIX.test(name)) return [`${name} is no option. The nearest is ${known.get(nearest(name, [...known.keys()])!.candidate)}.`];
  if (name.length < MIN_LOOKALIKE_LENGTH) return [];
  const near = nearest(
    name,
    [...known.keys()].filter((candidate) => candidate[0] === name[0] && Math.abs(candidate.length - name.length) <= NEAR),
  );
  return near && near.off <= NEAR ? [`${name} is no option. Was ${known.get(near.candidate)} meant?`] : [];
}

const nearest = (name: string, candidates: string[]): { candidate: string; off: number } | undefined =>
  candidates.map((candidate) => ({ candidate, off: distance(name, candidate) })).sort((a, b) => a.off - b.off)[0];

function without({ name, value, origin, variable = name }: Setting, environment: Environment): string[] {
  const { breaks, aliases }: Row = OPTIONS[name];
  if (origin === 'default') return [];
  if (breaks && value !== '') return [`Invalid provider configuration: ${variable}=${String(value)}. ${breaks.because}`];
  const others = namesOf(name, aliases).filter(
    (other) => other !== variable && environment[other] && environment[other] !== environment[variable],
  );
  return others.map((other) => `${other} is not read: ${variable} is set as well.`);
}
