// `emulator policy`: the smallest policy that a role needed for what it has done, what it has and never used, and what it lacks.
import pc from 'picocolors';
import { ask, askEmulator, endpoint } from '#cli/endpoint';
import { formatPolicy, POLICY_FORMATS, type PolicyFormat } from '#cli/policy/formats';
import { subjectRoles } from '#cli/policy/subject-roles';
import { print } from '#cli/print';
import { startOf } from '#cli/since';
import { OPTION_INVALID } from '#config/messages';
import type { PolicyReport } from '#core/authorization/policy-report';
import { usedPolicy } from '#core/authorization/used-policy';
import { IDENTITY_MISSING } from '#gateway/messages';
import { EmulatorError } from '#lib/emulator-error';

interface PolicyOptions {
  readonly endpoint?: string;
  readonly json?: boolean;
  readonly since?: string;
  readonly format?: string;
  readonly check?: boolean;
}

/**
 * Exit status 1 with `--check` where an identity lacks what it has used.
 * @throws EmulatorError IDENTITY_MISSING, NOT_RUNNING
 */
export async function policy(
  subject: string | undefined,
  { endpoint: given, json, since, format = 'json', check }: PolicyOptions,
): Promise<void> {
  const url = endpoint(given);
  const from = since === undefined ? '0' : String(await startOf(since, url));
  if (!POLICY_FORMATS.some((known) => known === format))
    throw new EmulatorError(OPTION_INVALID, `The format ${format} is not known.`, { hint: `It takes ${POLICY_FORMATS.join(', ')}.` });
  const arns = subject === undefined ? await identitiesAt(url) : await subjectRoles(subject, url);
  const reports = await Promise.all(arns.map((arn) => reportOf(arn, from, url)));
  const known = reports.filter((report) => report !== undefined);
  if (known.length === 0)
    throw new EmulatorError(
      IDENTITY_MISSING,
      subject === undefined ? 'No identity has called yet.' : `Nothing is known about "${subject}".`,
      {
        hint: 'Users, roles and functions are known once they exist or have called; calls with the key `test` are made by nobody.',
      },
    );
  if (check && known.some(({ missing }) => missing.length > 0)) process.exitCode = 1;
  if (json) return print(JSON.stringify(known));
  for (const report of known) show(report, format as PolicyFormat, check === true);
}

async function identitiesAt(url: string): Promise<string[]> {
  const answer = await askEmulator(`${url}/_emulator/identity`);
  return ((await answer.json()) as { identities: string[] }).identities;
}

async function reportOf(identity: string, since: string, url: string): Promise<PolicyReport | undefined> {
  const answer = await ask(`${url}/_emulator/identity/policy?${new URLSearchParams({ identity, since }).toString()}`);
  return answer.ok ? ((await answer.json()) as PolicyReport) : undefined;
}

function show({ identity, accesses, policy: needed, unused, missing }: PolicyReport, format: PolicyFormat, check: boolean): void {
  print(pc.bold(`# ${identity}`));
  if (accesses.length === 0) print('# has done nothing.');
  else if (!check) print(formatPolicy(needed, format));
  if (missing.length > 0) {
    print(pc.red('# lacks:'));
    print(formatPolicy(usedPolicy(missing), format));
  } else if (accesses.length > 0) print(pc.green('# may do all that it has done'));
  for (const { action, source } of unused) print(pc.dim(`# never used: ${action} (${source})`));
}
