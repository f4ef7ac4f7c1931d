// Weighted aliases: checks the weights, and chooses the version of an invocation. Pure.
import { constraint, invalidAmount, invalidParameter } from '#services/lambda/faults';
import { LATEST } from './function-name.ts';

type Weights = Readonly<Record<string, number>>;

/** @throws Fault in the words of the service */
export function checkWeights(weights: Weights, main: string): void {
  const entries = Object.entries(weights);
  if (entries.length > 1) throw invalidParameter('Number of items in AdditionalVersionWeights cannot be greater than 1');
  for (const [version, weight] of entries) {
    if (!(weight >= 0 && weight <= 1)) throw badWeight(version, weight);
    if (version === main)
      throw invalidParameter(`Invalid function version ${main}. Function version ${main} is already included in routing configuration.`);
    if (main === LATEST) throw invalidAmount('$LATEST is not supported for an alias pointing to more than 1 version');
  }
}

const badWeight = (version: string, weight: number) =>
  constraint(
    'routingConfig.additionalVersionWeights',
    `{${version}=${Number.isInteger(weight) ? weight.toFixed(1) : weight}}`,
    'Map value must satisfy constraint: [Member must have value less than or equal to 1.0, Member must have value greater than or equal to 0.0, Member must not be null]',
  );

/** `chance` is a random number from 0 (included) to 1 (excluded). */
export function routed(main: number, weights: Weights | undefined, chance: number): number {
  for (const [version, weight] of Object.entries(weights ?? {})) if (chance < weight) return Number(version);
  return main;
}
