// Services whose calls answer an error because a forbidden option is set.
import { OPTIONS, type OptionName, type OptionValues } from './options.ts';

/** The message by service. */
export function brokenServices(options: OptionValues): ReadonlyMap<string, string> {
  const broken = new Map<string, string>();
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    const { breaks } = OPTIONS[name] as { breaks?: { service: string; because: string } };
    const value = options[name];
    if (breaks && value !== '') broken.set(breaks.service, `Invalid provider configuration: ${name}=${String(value)}. ${breaks.because}`);
  }
  return broken;
}
