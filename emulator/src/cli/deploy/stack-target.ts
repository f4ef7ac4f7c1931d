// Where a stack is deployed: the emulator at the endpoint, the account of the access key, and the region of the project or of the environment. A key that
// the emulator made is used, so that its holder's policies judge the calls; one of the real cloud is not sent.
import type { Target } from 'cloud-emulator-stacks/target';
import { chosenRegion } from '#cli/region';
import { accountOf, isMadeHere } from '#core/access-key';

export function stackTarget(url: string, region: string | undefined): Target {
  const key = process.env['AWS_ACCESS_KEY_ID'] ?? '';
  return { url, account: accountOf(key), region: region ?? chosenRegion().region, ...(isMadeHere(key) && { accessKeyId: key }) };
}
