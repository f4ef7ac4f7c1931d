// The host names and addresses of the options, for which an authority that is made now may vouch besides the usual ones.

import type { OptionValues } from '#config/options';

const MAX_NAME_LENGTH = 253;

/** Without ports, and without what is no name. */
export const authorityNames = ({ GATEWAY_HOSTS, EMULATOR_HOST, HOSTNAME_FROM_FUNCTION }: OptionValues): readonly string[] =>
  [GATEWAY_HOSTS, EMULATOR_HOST, HOSTNAME_FROM_FUNCTION]
    .flatMap((text) => text.split(/[\s,]+/))
    .map((host) => (/^\[(.+)\](:\d+)?$/.exec(host)?.[1] ?? host.replace(/^([^:]+):\d+$/, '$1')).toLowerCase())
    .filter((host) => /^[\w.:-]+$/.test(host) && host.length <= MAX_NAME_LENGTH);
