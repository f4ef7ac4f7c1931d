// MFA devices. The codes of virtual ones are checked; those of hardware ones cannot be, since only the maker knows the seed.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { accountOf } from '#services/iam/account/account';
import { findIdentity, userOfId } from '#services/iam/find-identity';
import { namedOrCallingUser } from '#services/iam/identities/caller';
import { describeUser } from '#services/iam/identities/descriptions';
import { pageOfItems, pageOfValues } from '#services/iam/listing';
import { iamArn, wholeSecond } from '#services/iam/naming';
import { type MfaDevice, mfaDevices, userDevices } from '#services/iam/state';
import { IAM_TAGS, shownTags } from '#services/iam/tag-rules';
import { qrCodePng } from './qr-code.ts';
import { areConsecutive } from './totp.ts';

const SEED_LENGTH = 64;
/** Limit: MFA devices of a user. */
const MAX_DEVICES = 8;

export function findDevice(serial: string, ctx: Ctx): Frozen<MfaDevice> {
  const device = ctx.records(mfaDevices).get([serial]);
  if (!device) throw fault('NoSuchEntityException', `VirtualMFADevice with serial number ${serial} doesn't exist.`);
  return device;
}

export const CreateVirtualMFADevice = operation('CreateVirtualMFADevice', (input, ctx) => {
  const serial = iamArn(`mfa${input.Path ?? '/'}${input.VirtualMFADeviceName}`, ctx);
  if (ctx.records(mfaDevices).has([serial]))
    throw fault('EntityAlreadyExistsException', 'MFADevice entity at the same path and name already exists.');
  const seed = ctx.random(SEED_LENGTH, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
  const device: MfaDevice = { serial, seed, tags: IAM_TAGS.ofNew(input.Tags, ctx) };
  ctx.write((tx) => tx.put(ctx.records(mfaDevices), [serial], device));
  const QRCodePNG = qrCodePng(`otpauth://totp/${input.VirtualMFADeviceName}@${accountOf(ctx).alias ?? ctx.account}?secret=${seed}`);
  return { VirtualMFADevice: { SerialNumber: serial, Base32StringSeed: Buffer.from(seed), QRCodePNG, ...shownTags(device.tags) } };
});

export const DeleteVirtualMFADevice = operation('DeleteVirtualMFADevice', (input, ctx) => {
  const device = findDevice(input.SerialNumber, ctx);
  if (device.userId !== undefined) throw fault('DeleteConflictException', 'MFA VirtualDevice in use. Must deactivate first.');
  ctx.write((tx) => tx.delete(ctx.records(mfaDevices), [device.serial]));
});

export const ListVirtualMFADevices = operation('ListVirtualMFADevices', (input, ctx) => {
  const status = input.AssignmentStatus ?? 'Any';
  const keep = ({ seed, userId }: Frozen<MfaDevice>) =>
    seed !== undefined && (status === 'Any' || (status === 'Assigned') === (userId !== undefined));
  const { items, ...end } = pageOfValues(ctx.records(mfaDevices), [], input, { keep });
  return { VirtualMFADevices: items.map((device) => ({ SerialNumber: device.serial, ...assignment(device, ctx) })), ...end };
});

const assignment = ({ userId, enabledMs }: Frozen<MfaDevice>, ctx: Ctx) =>
  userId === undefined ? {} : { User: describeUser(userOfId(userId, ctx), ctx), EnableDate: new Date(enabledMs ?? 0) };

export const EnableMFADevice = operation('EnableMFADevice', (input, ctx) => {
  const user = findIdentity('user', input.UserName, ctx);
  const devices = ctx.records(userDevices);
  const present = ctx.records(mfaDevices).get([input.SerialNumber]);
  if (present?.userId !== undefined) throw fault('EntityAlreadyExistsException', 'MFA Device is already in use.');
  if (input.SerialNumber.startsWith('arn:') && !present) findDevice(input.SerialNumber, ctx);
  if (devices.count([user.id]) >= MAX_DEVICES)
    throw fault('LimitExceededException', `Cannot exceed quota for MFADevicesPerUser: ${MAX_DEVICES}`);
  checkCodes(present, input, ctx);
  const device: MfaDevice = { ...(present ?? { serial: input.SerialNumber, tags: [] }), userId: user.id, enabledMs: wholeSecond(ctx) };
  ctx.write((tx) => {
    tx.put(ctx.records(mfaDevices), [device.serial], device);
    tx.put(devices, [user.id, device.serial], { serial: device.serial });
  });
});

interface Codes {
  readonly AuthenticationCode1: string;
  readonly AuthenticationCode2: string;
  readonly SerialNumber: string;
}

function checkCodes(device: Frozen<MfaDevice> | undefined, codes: Codes, ctx: Ctx): void {
  if (device?.seed === undefined || areConsecutive(device.seed, codes.AuthenticationCode1, codes.AuthenticationCode2, ctx.now())) return;
  throw fault('InvalidAuthenticationCodeException', `Authentication code for device is not valid.`);
}

function findOwnedDevice(serial: string, userName: string | undefined, ctx: Ctx): Frozen<MfaDevice> {
  const user = namedOrCallingUser(userName, ctx);
  const device = ctx.records(mfaDevices).get([serial]);
  if (device?.userId !== user.id) throw fault('NoSuchEntityException', `MFA Device ${serial} is invalid for user ${user.name}.`);
  return device;
}

/** There is no drift to correct: codes are checked around the emulator's own time. */
export const ResyncMFADevice = operation('ResyncMFADevice', (input, ctx) => {
  checkCodes(findOwnedDevice(input.SerialNumber, input.UserName, ctx), input, ctx);
});

export const DeactivateMFADevice = operation('DeactivateMFADevice', (input, ctx) => {
  const { userId, enabledMs: _, ...rest } = findOwnedDevice(input.SerialNumber, input.UserName, ctx);
  ctx.write((tx) => {
    tx.delete(ctx.records(userDevices), [userId as string, rest.serial]);
    if (rest.seed === undefined) tx.delete(ctx.records(mfaDevices), [rest.serial]);
    else tx.put(ctx.records(mfaDevices), [rest.serial], rest);
  });
});

export const GetMFADevice = operation('GetMFADevice', (input, ctx) => {
  const device = ctx.records(mfaDevices).get([input.SerialNumber]);
  const known = device && (input.UserName === undefined || findIdentity('user', input.UserName, ctx).id === device.userId);
  if (!known) throw fault('NoSuchEntityException', `MFADevice with serial number ${input.SerialNumber} doesn't exist.`);
  if (device.userId === undefined) return { SerialNumber: device.serial };
  return { SerialNumber: device.serial, UserName: userOfId(device.userId, ctx).name, EnableDate: new Date(device.enabledMs ?? 0) };
});

export const ListMFADevices = operation('ListMFADevices', (input, ctx) => {
  const user = namedOrCallingUser(input.UserName, ctx);
  const devices = ctx
    .records(userDevices)
    .range([user.id])
    .map(({ serial }) => findDevice(serial, ctx));
  const { items, ...end } = pageOfItems(devices, ({ serial }) => serial, input);
  return {
    MFADevices: items.map(({ serial, enabledMs }) => ({
      UserName: user.name,
      SerialNumber: serial,
      EnableDate: new Date(enabledMs ?? 0),
    })),
    ...end,
  };
});
