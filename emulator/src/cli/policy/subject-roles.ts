// Finds the identities that a person names: a role, a user, a function, or a stack with its roles.
import { accountOfCredentials } from '#cli/cloud-request';
import { functionConfiguration } from '#cli/functions';
import { chosenRegion } from '#cli/region';
import { stackRoles } from '#cli/stack-functions';

/** ARNs. Where nothing here has that name, it is taken for the name of a role. */
export async function subjectRoles(subject: string, url: string): Promise<string[]> {
  const isArn = subject.startsWith('arn:');
  if (isArn && /:(?:role|user)\//.test(subject)) return [subject];
  const scope = { url, region: chosenRegion().region, account: undefined };
  const role = (await functionConfiguration(subject, undefined, scope))?.Role;
  if (role !== undefined) return [role];
  const roles = await stackRoles(subject, scope);
  const account = accountOfCredentials();
  const arnOf = (name: string) => `arn:aws:iam::${account}:role/${name}`;
  return roles.length > 0 ? roles.map(arnOf) : [arnOf(subject)];
}
