// Whether licensed features are available. They are, free and without an account, unless the established emulator's tiers are requested.
import type { OptionValues } from './options.ts';

type LicenceOptions = Pick<OptionValues, 'EMULATOR_LICENSE_MODE' | 'EMULATOR_AUTH_TOKEN'>;

export const isLicensed = ({ EMULATOR_LICENSE_MODE: mode, EMULATOR_AUTH_TOKEN: token }: LicenceOptions): boolean =>
  mode === 'off' || token !== '';

/** Why a feature is refused, and how to unlock it. */
export const lacksLicence = (feature: string): string =>
  `${feature} needs a licence, as EMULATOR_LICENSE_MODE=enforced: set EMULATOR_AUTH_TOKEN (any text), or leave the mode off.`;
