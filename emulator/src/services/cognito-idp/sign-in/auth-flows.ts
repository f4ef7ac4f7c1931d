// Which ways of signing in a client allows.
import type { Frozen } from '#core/records';
import { invalid, notAuthorized } from '#services/cognito-idp/faults';
import type { Client } from '#services/cognito-idp/state';

const DEFAULTS = ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH'];

/** Names of earlier days stand for several of today's. */
function allowedBy({ settings }: Frozen<Client>): readonly string[] {
  const given = settings.ExplicitAuthFlows ?? [];
  if (given.length === 0) return DEFAULTS;
  if (given.some((flow) => flow.startsWith('ALLOW_'))) return given;
  if (given.includes('CUSTOM_AUTH_FLOW_ONLY')) return ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_CUSTOM_AUTH'];
  return [
    ...DEFAULTS,
    ...(given.includes('ADMIN_NO_SRP_AUTH') ? ['ALLOW_ADMIN_USER_PASSWORD_AUTH'] : []),
    ...(given.includes('USER_PASSWORD_AUTH') ? ['ALLOW_USER_PASSWORD_AUTH'] : []),
  ];
}

export const allows = (flow: string, client: Frozen<Client>): boolean => allowedBy(client).includes(`ALLOW_${flow}`);

/** @throws Fault for a flow that the client, or the operation, does not have */
export function checkFlow(flow: string, isAdmin: boolean, client: Frozen<Client>): void {
  switch (flow) {
    case 'ADMIN_NO_SRP_AUTH':
    case 'ADMIN_USER_PASSWORD_AUTH':
      if (!isAdmin) throw invalid('Initiate Auth method not supported.');
      if (!allows('ADMIN_USER_PASSWORD_AUTH', client)) throw invalid('Auth flow not enabled for this client');
      return;
    case 'USER_PASSWORD_AUTH':
      if (isAdmin) throw invalid('Initiate Auth method not supported.');
      if (!allows('USER_PASSWORD_AUTH', client)) throw invalid('USER_PASSWORD_AUTH flow not enabled for this client');
      return;
    case 'CUSTOM_AUTH':
      if (!allows('CUSTOM_AUTH', client)) throw notAuthorized('CUSTOM_AUTH is not enabled for the client.');
      return;
    case 'REFRESH_TOKEN':
    case 'REFRESH_TOKEN_AUTH':
      if (client.settings.RefreshTokenRotation?.Feature === 'ENABLED')
        throw invalid('Refresh token is not supported when rotation is enabled');
      if (!allows('REFRESH_TOKEN_AUTH', client)) throw invalid('REFRESH_TOKEN_AUTH flow not enabled for this client');
      return;
    case 'USER_SRP_AUTH':
    case 'USER_AUTH':
      if (!allows(flow, client)) throw invalid(`${flow} is not enabled for the client.`);
      return;
    default:
      throw invalid('Initiate Auth method not supported.');
  }
}

export const hidesUsers = ({ settings }: Frozen<Client>): boolean => settings.PreventUserExistenceErrors === 'ENABLED';
