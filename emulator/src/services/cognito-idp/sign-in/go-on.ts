// The steps after the first factor: a new password, a second factor, the device, and at last the tokens.
import type { Frozen } from '#core/records';
import type { User } from '#services/cognito-idp/state';
import { runTrigger } from '#services/cognito-idp/triggers/run-trigger';
import { toldAttributes } from '#services/cognito-idp/triggers/user-attributes';
import { newDevice, noteUse, provableDevice } from './devices.ts';
import { secondFactor } from './second-factor.ts';
import { openSession } from './sessions.ts';
import type { Attempt, Challenge, Done, Progress, Step } from './step.ts';

/** The password was right. */
export async function afterPassword(user: Frozen<User>, progress: Progress, attempt: Attempt): Promise<Step> {
  return user.status === 'FORCE_CHANGE_PASSWORD' ? newPasswordChallenge(user, progress, attempt) : beforeDevice(user, progress, attempt);
}

function newPasswordChallenge(user: Frozen<User>, progress: Progress, attempt: Attempt): Challenge {
  const { schema } = attempt.pool;
  const missing = schema.filter(({ Required, Name = '' }) => Required && Name !== 'sub' && !user.attributes[Name]);
  const session = openSession(attempt, progress, ['NEW_PASSWORD_REQUIRED']);
  return {
    kind: 'challenge',
    name: 'NEW_PASSWORD_REQUIRED',
    parameters: {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: JSON.stringify(missing.map(({ Name }) => `userAttributes.${Name}`)),
      userAttributes: JSON.stringify(user.attributes),
    },
    session,
  };
}

/** A remembered device takes the place of the second factor where the pool asks new devices only. */
export async function beforeDevice(user: Frozen<User>, progress: Progress, attempt: Attempt): Promise<Step> {
  const device = provableDevice(user, progress.deviceKey, attempt);
  const isSpared = device?.isRemembered && attempt.pool.settings.DeviceConfiguration?.ChallengeRequiredOnNewDevice === true;
  const second = isSpared ? undefined : await secondFactor(user, progress, attempt);
  return second ?? afterSecondFactor(user, progress, attempt);
}

export async function afterSecondFactor(user: Frozen<User>, progress: Progress, attempt: Attempt): Promise<Step> {
  const device = provableDevice(user, progress.deviceKey, attempt);
  if (!device) return complete(user, progress, attempt);
  const session = openSession(attempt, progress, ['DEVICE_SRP_AUTH']);
  return { kind: 'challenge', name: 'DEVICE_SRP_AUTH', parameters: { USERNAME: user.username, DEVICE_KEY: device.key }, session };
}

export async function complete(user: Frozen<User>, progress: Progress, attempt: Attempt, usedDevice?: string): Promise<Done> {
  const { pool, client, there, metadata } = attempt;
  const made = usedDevice === undefined ? newDevice(user, attempt) : undefined;
  const device = usedDevice === undefined ? undefined : provableDevice(user, usedDevice, attempt);
  if (device) noteUse(user, device, attempt);
  const request = {
    userAttributes: toldAttributes(user),
    newDeviceUsed: made !== undefined,
    ...(metadata && { clientMetadata: metadata }),
  };
  await runTrigger(
    'PostAuthentication',
    { source: 'Authentication', username: user.username, clientId: client.id, request, response: {} },
    pool,
    there,
  );
  return {
    kind: 'done',
    user,
    source: progress.isNewPassword ? 'NewPasswordChallenge' : usedDevice === undefined ? 'Authentication' : 'AuthenticateDevice',
    deviceKey: usedDevice ?? made,
    isNewDevice: made !== undefined,
  };
}
