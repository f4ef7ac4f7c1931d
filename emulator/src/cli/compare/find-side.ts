// Finds the other side of a comparison by its name: an address, or a profile of the AWS CLI, which alone leads to the real cloud.
import { SIDE_INVALID } from '#cli/messages';
import { chosenRegion } from '#cli/region';
import { isEmulated } from '#lib/emulated-names';
import { EmulatorError } from '#lib/emulator-error';
import { signedHeaders } from '#lib/sign-v4';
import { readAnswer } from '#protocol/client/read-answer';
import { writeRequest } from '#protocol/client/write-request';
import type { Models } from '#protocol/models';
import { cloudSide, endpointSide, type Side } from './other-side.ts';
import { readProfile } from './profile.ts';

interface SideOptions {
  readonly with: string;
  readonly region?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws EmulatorError SIDE_INVALID, PROFILE_UNUSABLE */
export function sideOf(
  options: SideOptions,
  environment: Environment,
  proxyUrl: () => string,
): { readonly side: Side; readonly region: string } {
  const { with: name } = options;
  if (!/^https?:\/\//.test(name)) {
    const { key, region: home } = readProfile(name, environment);
    const region = options.region ?? home ?? chosenRegion(environment).region;
    return { side: cloudSide({ profile: name, key, region, proxyUrl, now: Date.now }), region };
  }
  const url = name.replace(/\/$/, '');
  if (!URL.canParse(url) || isEmulated(new URL(url).hostname) || new URL(url).pathname !== '/')
    throw new EmulatorError(SIDE_INVALID, `${name} cannot be compared with.`, {
      hint: 'An endpoint is an address with a port, such as http://127.0.0.1:5000; the real cloud is called with a profile only.',
    });
  return { side: endpointSide(url), region: options.region ?? chosenRegion(environment).region };
}

/** The account that the side's token service names; empty where it names none. */
export async function accountOfSide(url: string, key: string, region: string, models: Models): Promise<string> {
  const { ir } = models.service('sts');
  const { method, path, headers, body } = writeRequest(ir, 'GetCallerIdentity', {});
  const signable = { method, url: new URL(path, url), body, service: 'sts', region, atMs: Date.now() };
  const signature = signedHeaders(signable, { accessKeyId: key, secretAccessKey: 'test' });
  const answer = await fetch(`${url}${path}`, { method, headers: { ...headers, ...signature }, body: body as string });
  const read = { status: answer.status, headers: Object.fromEntries(answer.headers), body: new Uint8Array(await answer.arrayBuffer()) };
  try {
    const outcome = readAnswer(ir, 'GetCallerIdentity', 'awsQuery', read);
    return 'output' in outcome ? String(outcome.output['Account'] ?? '') : '';
  } catch {
    return '';
  }
}
