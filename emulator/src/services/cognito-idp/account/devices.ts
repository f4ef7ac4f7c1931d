// The devices of users, for themselves and for administrators.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type DeviceType, fault, operation } from '#model/cognito-idp';
import { invalid, notFound } from '#services/cognito-idp/faults';
import { paginationTokenPages } from '#services/cognito-idp/pages';
import { findPool } from '#services/cognito-idp/pools/find-pool';
import { findDevice } from '#services/cognito-idp/sign-in/devices';
import { type Device, devices, type Pool, type User } from '#services/cognito-idp/state';
import { bearerOf } from '#services/cognito-idp/tokens/access-token';
import { findUser, keyOf } from '#services/cognito-idp/users/find-user';

interface UserPlace {
  readonly pool: Frozen<Pool>;
  readonly user: Frozen<User>;
  readonly there: Ctx;
}

function asAdmin({ UserPoolId, Username }: { readonly UserPoolId: string; readonly Username: string }, ctx: Ctx): UserPlace {
  const pool = findPool(UserPoolId, ctx);
  return { pool, user: findUser(Username, pool, ctx), there: ctx };
}

function deviceOf(key: string, { pool, user, there }: UserPlace): Frozen<Device> {
  const found = findDevice(pool, user, key, there);
  if (!found?.isConfirmed) throw notFound('Device does not exist.');
  return found;
}

const describe = (device: Frozen<Device>): DeviceType => ({
  DeviceKey: device.key,
  DeviceAttributes: [
    { Name: 'device_status', Value: 'valid' },
    ...(device.name === undefined ? [] : [{ Name: 'device_name', Value: device.name }]),
    { Name: 'dev:device_remembered_status', Value: device.isRemembered ? 'remembered' : 'not_remembered' },
  ],
  DeviceCreateDate: new Date(device.createdMs),
  DeviceLastModifiedDate: new Date(device.modifiedMs),
  DeviceLastAuthenticatedDate: new Date(device.authenticatedMs),
});

const put = (device: Frozen<Device>, { pool, user, there }: UserPlace): void =>
  there.write((tx) => tx.put(there.records(devices), [pool.id, keyOf(user.username, pool), device.key], device));

const remove = ({ key }: Frozen<Device>, { pool, user, there }: UserPlace): void =>
  there.write((tx) => tx.delete(there.records(devices), [pool.id, keyOf(user.username, pool), key]));

function list(
  input: { readonly Limit?: number | undefined; readonly PaginationToken?: string | undefined },
  { pool, user, there }: UserPlace,
) {
  const keep = ({ isConfirmed }: Frozen<Device>) => isConfirmed;
  const page = paginationTokenPages.pageOfValues(there.records(devices), [pool.id, keyOf(user.username, pool)], input, { keep });
  return { Devices: page.items.map(describe), PaginationToken: page.PaginationToken };
}

/** A number in base64 becomes the hexadecimal text that SRP works with. */
const hexOf = (text: string): string => {
  const hex = Buffer.from(text, 'base64').toString('hex');
  if (hex === '' || hex.length > 770) throw invalid('DeviceSecretVerifierConfig is not valid.');
  return hex;
};

export const ConfirmDevice = operation('ConfirmDevice', ({ AccessToken, DeviceKey, DeviceSecretVerifierConfig, DeviceName }, ctx) => {
  const bearer = bearerOf(AccessToken, ctx);
  const device = findDevice(bearer.pool, bearer.user, DeviceKey, bearer.there);
  if (!device || bearer.claims['device_key'] !== DeviceKey) throw notFound('Device does not exist.');
  const { PasswordVerifier, Salt } = DeviceSecretVerifierConfig ?? {};
  if (PasswordVerifier === undefined || Salt === undefined) throw invalid('DeviceSecretVerifierConfig needs PasswordVerifier and Salt.');
  if (device.isConfirmed) throw fault('DeviceKeyExistsException', 'Device already exists.');
  // Where users are asked, a device is remembered once they have said so.
  const asks = bearer.pool.settings.DeviceConfiguration?.DeviceOnlyRememberedOnUserPrompt === true;
  const password = { salt: hexOf(Salt), verifier: hexOf(PasswordVerifier) };
  put({ ...device, name: DeviceName, password, isConfirmed: true, isRemembered: !asks, modifiedMs: bearer.there.now() }, bearer);
  return { UserConfirmationNecessary: asks };
});

export const GetDevice = operation('GetDevice', ({ AccessToken = '', DeviceKey }, ctx) => ({
  Device: describe(deviceOf(DeviceKey, bearerOf(AccessToken, ctx))),
}));

export const ListDevices = operation('ListDevices', (input, ctx) => list(input, bearerOf(input.AccessToken, ctx)));

export const ForgetDevice = operation('ForgetDevice', ({ AccessToken = '', DeviceKey }, ctx) => {
  const bearer = bearerOf(AccessToken, ctx);
  remove(deviceOf(DeviceKey, bearer), bearer);
});

const remembered = (key: string, status: string | undefined, place: UserPlace): void =>
  put({ ...deviceOf(key, place), isRemembered: status === 'remembered', modifiedMs: place.there.now() }, place);

export const UpdateDeviceStatus = operation('UpdateDeviceStatus', ({ AccessToken, DeviceKey, DeviceRememberedStatus }, ctx) =>
  remembered(DeviceKey, DeviceRememberedStatus, bearerOf(AccessToken, ctx)),
);

export const AdminGetDevice = operation('AdminGetDevice', (input, ctx) => ({
  Device: describe(deviceOf(input.DeviceKey, asAdmin(input, ctx))),
}));

export const AdminListDevices = operation('AdminListDevices', (input, ctx) => list(input, asAdmin(input, ctx)));

export const AdminForgetDevice = operation('AdminForgetDevice', (input, ctx) => {
  const place = asAdmin(input, ctx);
  remove(deviceOf(input.DeviceKey, place), place);
});

export const AdminUpdateDeviceStatus = operation('AdminUpdateDeviceStatus', (input, ctx) =>
  remembered(input.DeviceKey, input.DeviceRememberedStatus, asAdmin(input, ctx)),
);
