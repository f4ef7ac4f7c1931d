// Where a stack is deployed: the emulator at the endpoint, the account of the access key, and the region of the project or of the environment.
import type { Target } from 'cloud-emulator-stacks/target';
import { chosenRegion } from '#cli/region';

const ACCOUNT = /^\d{12}$/;
const DEFAULT_ACCOUNT = '000000000000';

export function stackTarget(url: string, region: string | undefined): Target {
  const key = process.env['AWS_ACCESS_KEY_ID'] ?? '';
  return { url, account: ACCOUNT.test(key) ? key : DEFAULT_ACCOUNT, region: region ?? chosenRegion().region };
}
