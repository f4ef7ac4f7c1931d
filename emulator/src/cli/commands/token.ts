// `emulator token`: a JSON web token that authorizers of APIs here accept.
import { ask, endpoint } from '#cli/endpoint';
import { TOKEN_INVALID } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';

interface TokenOptions {
  readonly issuer?: string;
  readonly claim?: readonly string[];
  readonly lifetime?: string;
  readonly endpoint?: string;
  readonly json?: boolean;
}

/** @throws EmulatorError TOKEN_INVALID, NOT_RUNNING */
export async function token({ issuer, claim = [], lifetime, endpoint: given, json }: TokenOptions): Promise<void> {
  const claims = Object.fromEntries(claim.map(claimIn));
  const answer = await ask(`${endpoint(given)}/_emulator/issuer/tokens`, {
    method: 'POST',
    body: JSON.stringify({ issuer, claims, lifetime }),
  });
  const signed = (await answer.json()) as { token: string; message?: string; hint?: string };
  if (!answer.ok) throw new EmulatorError(TOKEN_INVALID, signed.message ?? String(answer.status), { hint: signed.hint });
  process.stdout.write(`${json ? JSON.stringify(signed) : signed.token}\n`);
}

/** `name=text`, or `name:=JSON` for anything else. */
function claimIn(text: string): [name: string, value: unknown] {
  const [, name, kind, value = ''] = /^([^=]+?)(:?=)(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw invalid(`--claim ${text} has no value.`);
  if (kind === '=') return [name, value];
  try {
    return [name, JSON.parse(value)];
  } catch {
    throw invalid(`--claim ${text}: what follows := is not JSON.`);
  }
}

const invalid = (message: string): EmulatorError =>
  new EmulatorError(TOKEN_INVALID, message, { hint: `Write it as --claim sub=ann --claim 'groups:=["admin"]'.` });
