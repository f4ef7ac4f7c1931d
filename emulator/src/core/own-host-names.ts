// Host names by which the emulator itself is reached. No resource may claim one: who asks there wants the cloud's API.
import { advertisedHost } from '#config/kubernetes-options';
import type { OptionValues } from '#config/options';
import { EMULATED_DOMAINS, isEmulated } from '#lib/emulated-names';

/** The name by which containers reach their host machine. Its domain is reserved: no public name server answers for it. */
export const MACHINE_OF_CONTAINERS = 'host.docker.internal';

type HostOptions = Pick<
  OptionValues,
  'GATEWAY_LISTEN' | 'GATEWAY_HOSTS' | 'EMULATOR_HOST' | 'HOSTNAME_FROM_FUNCTION' | 'KUBERNETES_ADVERTISED_URL'
>;

const ADDRESS = /(?:^|\.)\d+$/;

/** Names without ports, in lower case. */
const namesIn = (list: string): string[] =>
  list.split(',').flatMap((word) => {
    const name = word.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
    return name === '' ? [] : [name];
  });

/** `name`: lower case. `*.example.com` stands for all names one level below: it may contain none of the emulator's, either. */
export function isOwnHostName(name: string, options: HostOptions): boolean {
  const { GATEWAY_LISTEN, GATEWAY_HOSTS, EMULATOR_HOST, HOSTNAME_FROM_FUNCTION } = options;
  const domain = name.startsWith('*.') ? name.slice(2) : undefined;
  if (ADDRESS.test(name) || isEmulated(domain ?? name) || name === 'localhost' || domain === 'localhost') return true;
  const own = [GATEWAY_LISTEN, GATEWAY_HOSTS, EMULATOR_HOST, HOSTNAME_FROM_FUNCTION, advertisedHost(options)].flatMap(namesIn);
  return [MACHINE_OF_CONTAINERS, ...EMULATED_DOMAINS, ...own].some((each) => each === name || each.slice(each.indexOf('.') + 1) === domain);
}
