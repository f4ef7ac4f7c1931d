// Whether licensed features are open. They are, free and without an account, unless the tiers of the established emulator are asked for.
import type { OptionValues } from './options.ts';

type LicenceOptions = Pick<OptionValues, 'EMULATOR_LICENSE_MODE' | 'EMULATOR_AUTH_TOKEN'>;

export const isLicensed = ({ EMULATOR_LICENSE_MODE: mode, EMULATOR_AUTH_TOKEN: token }: LicenceOptions): boolean =>
  mode === 'off' || token !== '';

/** Why something is refused, and what opens it. */
export const lacksLicence = (feature: string): string =>
  `${feature} needs a licence, as EMULATOR_LICENSE_MODE=enforced: set EMULATOR_AUTH_TOKEN (any text), or leave the mode off.`;
