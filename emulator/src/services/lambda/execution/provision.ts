// Provisioned concurrency: keeps environments of one fleet ready, with their code loaded.
import { type Fleet, failedToLoad, InitializationFailed, initialised, type Slot } from './fleet.ts';

export interface ProvisionParts {
  /** How many environments are provisioned for other fleets. */
  readonly others: number;
  readonly maxEnvironments: number;
  /** Makes one more environment of the fleet. */
  readonly start: () => Promise<void>;
  /** The environment is free. */
  readonly offer: (slot: Slot) => void;
  /** Environments may have become superfluous. */
  readonly look: () => void;
}

/** See `Pool.provision`. */
export async function provision(fleet: Fleet, count: number, parts: ProvisionParts): Promise<void> {
  const { others, maxEnvironments, start, offer, look } = parts;
  if (count > 0 && others + count >= maxEnvironments)
    throw new Error(
      `${others + count} provisioned environments leave no room for others: the limit is ${maxEnvironments} (FUNCTION_MAX_ENVIRONMENTS)`,
    );
  fleet.provisioned = count;
  const missing = Math.max(0, count - fleet.live - fleet.preparing);
  const started = Array.from({ length: missing }, start);
  const initialise = async (slot: Slot): Promise<void> => {
    const loaded = await initialised(slot.environment);
    offer(slot);
    if (!loaded) throw new InitializationFailed();
  };
  const there = count === 0 ? [] : fleet.idle.splice(0).map(initialise);
  look();
  try {
    await Promise.all([...started, ...there]);
    // An environment that was being made already may have taken the place of one of these.
    await Promise.all(fleet.making);
    if (count > 0 && fleet.idle.some(failedToLoad)) throw new InitializationFailed();
  } catch (error) {
    // Nothing is kept ready that cannot load its code.
    if (error instanceof InitializationFailed && fleet.provisioned === count) fleet.provisioned = 0;
    throw error;
  }
}
