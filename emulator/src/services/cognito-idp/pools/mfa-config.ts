// Which second factors a pool has, and whether they are required.
import type { Frozen } from '#core/records';
import { operation, type SetUserPoolMfaConfigRequest } from '#model/cognito-idp';
import { invalid } from '#services/cognito-idp/faults';
import type { Pool, PoolMfa } from '#services/cognito-idp/state';
import { findPool, putPool } from './find-pool.ts';

const shown = ({ settings, mfa }: Pick<Frozen<Pool>, 'settings' | 'mfa'>) => ({
  SmsMfaConfiguration:
    mfa.SmsMfaConfiguration ??
    (settings.SmsConfiguration && {
      SmsAuthenticationMessage: settings.SmsAuthenticationMessage,
      SmsConfiguration: settings.SmsConfiguration,
    }),
  SoftwareTokenMfaConfiguration: mfa.SoftwareTokenMfaConfiguration,
  EmailMfaConfiguration: mfa.EmailMfaConfiguration,
  WebAuthnConfiguration: mfa.WebAuthnConfiguration,
  MfaConfiguration: settings.MfaConfiguration,
});

export const GetUserPoolMfaConfig = operation('GetUserPoolMfaConfig', ({ UserPoolId }, ctx) => shown(findPool(UserPoolId, ctx)));

export const SetUserPoolMfaConfig = operation('SetUserPoolMfaConfig', ({ UserPoolId, MfaConfiguration, ...given }, ctx) => {
  const pool = findPool(UserPoolId, ctx);
  const mfa: PoolMfa = given;
  const wanted = MfaConfiguration ?? 'OFF';
  if (wanted !== 'OFF' && !hasFactor(given)) throw invalid("Invalid MFA configuration given, can't turn on MFA without an MFA method.");
  const sms = given.SmsMfaConfiguration;
  const settings = {
    ...pool.settings,
    MfaConfiguration: wanted,
    ...(sms?.SmsConfiguration && { SmsConfiguration: sms.SmsConfiguration }),
    ...(sms?.SmsAuthenticationMessage !== undefined && { SmsAuthenticationMessage: sms.SmsAuthenticationMessage }),
  };
  ctx.write((tx) => putPool(tx, { ...pool, settings, mfa, modifiedMs: ctx.now() }, ctx));
  return shown({ settings, mfa });
});

const hasFactor = ({
  SmsMfaConfiguration,
  SoftwareTokenMfaConfiguration,
  EmailMfaConfiguration,
}: Omit<SetUserPoolMfaConfigRequest, 'UserPoolId'>): boolean =>
  SmsMfaConfiguration !== undefined || SoftwareTokenMfaConfiguration?.Enabled === true || EmailMfaConfiguration !== undefined;
