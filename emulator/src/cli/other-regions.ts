// The regions that hold something besides the one in which a command looked.
import { accountOfCredentials } from './cloud-request.ts';
import { askEmulator } from './endpoint.ts';

/** By name; of the account of the credentials. */
export async function otherRegions(url: string, besides: string): Promise<string[]> {
  const answer = await askEmulator(`${url}/_emulator/regions`);
  const { regions } = (await answer.json()) as { regions: readonly { readonly account: string; readonly region: string }[] };
  const account = accountOfCredentials();
  return regions.filter((place) => place.account === account && place.region !== besides).map(({ region }) => region);
}
