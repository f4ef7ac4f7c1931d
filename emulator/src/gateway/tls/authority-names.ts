// The host names and addresses in the options, for which a new authority may issue certificates besides the usual names.

import type { OptionValues } from '#config/options';

const MAX_NAME_LENGTH = 253;

/** Without ports; drops entries that are not names. */
export const authorityNames = ({ GATEWAY_HOSTS, EMULATOR_HOST, HOSTNAME_FROM_FUNCTION }: OptionValues): readonly string[] =>
  [GATEWAY_HOSTS, EMULATOR_HOST, HOSTNAME_FROM_FUNCTION]
    .flatMap((text) => text.split(/[\s,]+/))
    .map((host) => (/^\[(.+)\](:\d+)?$/.exec(host)?.[1] ?? host.replace(/^([^:]+):\d+$/, '$1')).toLowerCase())
    .filter((host) => /^[\w.:-]+$/.test(host) && host.length <= MAX_NAME_LENGTH);
