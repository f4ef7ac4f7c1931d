// Functions of a running emulator, as commands read them.
import { cloudRequest } from './cloud-request.ts';

/** Pages that are read at most. */
const MAX_PAGES = 20;

export interface FunctionConfiguration {
  readonly FunctionName: string;
  readonly FunctionArn: string;
  readonly Runtime?: string;
  readonly Handler?: string;
  readonly Role?: string;
  readonly State?: string;
  readonly StateReason?: string;
  readonly LastUpdateStatus?: string;
  readonly LastUpdateStatusReason?: string;
  readonly Timeout: number;
  readonly MemorySize: number;
  readonly DurableConfig?: object;
  readonly LoggingConfig?: { readonly LogGroup?: string };
}

/** The place of a function: a region, and an account where it is not that of the credentials. */
export interface FunctionScope {
  readonly url: string;
  readonly region: string;
  readonly account?: string | undefined;
}

/** The path of a function in the API: `/2015-03-31/functions/orders`. */
export const functionPath = (name: string): string => `/2015-03-31/functions/${encodeURIComponent(name)}`;

/** Undefined where the emulator refuses. */
export async function listFunctions({ url, region, account }: FunctionScope): Promise<FunctionConfiguration[] | undefined> {
  const found: FunctionConfiguration[] = [];
  let marker: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const path = `/2015-03-31/functions/${marker === undefined ? '' : `?Marker=${encodeURIComponent(marker)}`}`;
    const answer = await cloudRequest(url, { service: 'lambda', region, account, method: 'GET', path });
    if (!answer.ok) return undefined;
    const { Functions, NextMarker } = (await answer.json()) as { Functions: FunctionConfiguration[]; NextMarker?: string };
    found.push(...Functions);
    if (!NextMarker) break;
    marker = NextMarker;
  }
  return found;
}

/** Undefined if the function, version or alias does not exist. */
export async function functionConfiguration(
  name: string,
  qualifier: string | undefined,
  { url, region, account }: FunctionScope,
): Promise<FunctionConfiguration | undefined> {
  const query = qualifier === undefined ? '' : `?Qualifier=${encodeURIComponent(qualifier)}`;
  const path = `${functionPath(name)}/configuration${query}`;
  const answer = await cloudRequest(url, { service: 'lambda', region, account, method: 'GET', path });
  if (answer.ok) return (await answer.json()) as FunctionConfiguration;
  await answer.body?.cancel();
  return undefined;
}
