// AWS::IAM::VirtualMFADevice: a device, assigned to its user with codes computed from its seed.

import type { Created, Properties } from '#core/resources/resource-handlers';
import { ignoring, tagChanges, tagList, text, texts } from '#core/resources/resource-properties';
import type { ResourceContext, ResourceType } from '#core/resources/resource-type';
import { codeAt } from '#services/iam/credentials/totp';
import { GONE } from './attached.ts';

const MAX_NAME_LENGTH = 226;
const STEP_MS = 30_000;

const made = (SerialNumber: string): Created => ({ physicalId: SerialNumber, attributes: { SerialNumber } });

function userOf({ Users }: Properties): string | undefined {
  const [user, ...more] = texts(Users);
  if (more.length > 0) throw new Error('A virtual MFA device can be assigned to one user only.');
  return user;
}

async function find(serial: string, ctx: ResourceContext) {
  let Marker: string | undefined;
  do {
    const page = await ctx.call('iam', 'ListVirtualMFADevices', { Marker });
    const found = page.VirtualMFADevices.find(({ SerialNumber }) => SerialNumber === serial);
    if (found) return found;
    ({ Marker } = page);
  } while (Marker !== undefined);
  return undefined;
}

export const resource: ResourceType = {
  async create(properties, ctx) {
    const UserName = userOf(properties);
    const { VirtualMFADevice } = await ctx.call('iam', 'CreateVirtualMFADevice', {
      VirtualMFADeviceName: text(properties.VirtualMfaDeviceName) ?? ctx.physicalName(MAX_NAME_LENGTH),
      Path: text(properties.Path),
      Tags: tagList(properties.Tags),
    });
    const { SerialNumber, Base32StringSeed } = VirtualMFADevice;
    ctx.created(SerialNumber);
    const seed = Buffer.from(Base32StringSeed!).toString();
    const codes = { AuthenticationCode1: codeAt(seed, ctx.now()), AuthenticationCode2: codeAt(seed, ctx.now() + STEP_MS) };
    if (UserName !== undefined) await ctx.call('iam', 'EnableMFADevice', { UserName, SerialNumber, ...codes });
    return made(SerialNumber);
  },
  async update(SerialNumber, properties, previous, ctx) {
    if (userOf(properties) !== userOf(previous))
      throw new Error(
        'The user of a virtual MFA device cannot be changed: its seed is known to the device only. Rename the device to make another one.',
      );
    const { put, remove } = tagChanges(previous.Tags, properties.Tags);
    if (remove.length > 0) await ctx.call('iam', 'UntagMFADevice', { SerialNumber, TagKeys: remove });
    if (put.length > 0) await ctx.call('iam', 'TagMFADevice', { SerialNumber, Tags: put });
    return made(SerialNumber);
  },
  async delete(SerialNumber, _properties, ctx) {
    const UserName = (await find(SerialNumber, ctx))?.User?.UserName;
    if (UserName !== undefined) await ignoring(GONE, ctx.call('iam', 'DeactivateMFADevice', { UserName, SerialNumber }));
    await ignoring(GONE, ctx.call('iam', 'DeleteVirtualMFADevice', { SerialNumber }));
  },
  async read(serial, _properties, ctx) {
    const found = await find(serial, ctx);
    if (!found) return undefined;
    const [, Path = '/', VirtualMfaDeviceName = ''] = /:mfa(\/(?:.*\/)?)([^/]+)$/.exec(serial) ?? [];
    const { Tags = [] } = await ctx.call('iam', 'ListMFADeviceTags', { SerialNumber: serial });
    return {
      VirtualMfaDeviceName,
      Path,
      Users: found.User ? [found.User.UserName] : [],
      Tags: Tags.map(({ Key, Value: of }) => ({ Key, Value: of })),
    };
  },
  async list(_filter, Marker, ctx) {
    const { VirtualMFADevices = [], Marker: next } = await ctx.call('iam', 'ListVirtualMFADevices', { Marker });
    return { items: VirtualMFADevices.map(({ SerialNumber }) => ({ SerialNumber })), next };
  },
  async adopt(identifier, _properties, ctx) {
    const serial = text(identifier.SerialNumber) ?? '';
    if (!(await find(serial, ctx))) throw new Error(`There is no virtual MFA device ${serial}.`);
    return made(serial);
  },
};
