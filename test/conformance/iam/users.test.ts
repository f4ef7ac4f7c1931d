// Users, groups and what users sign in with.
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import * as iam from '@aws-sdk/client-iam';
import { encode } from 'uqr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuthority } from '../../../emulator/src/gateway/tls/authority.ts';
import { startTestEmulator, type TestEmulator } from '../../support/emulator.ts';
import { WAITER } from '../../support/until-passes.ts';

let emulator: TestEmulator;
let client: iam.IAM;
beforeAll(async () => {
  emulator = await startTestEmulator();
  client = emulator.client(iam.IAM);
});
afterAll(() => emulator.stop());

const create = (UserName: string, more: object = {}) => client.createUser({ UserName, ...more });

test('a user from its creation to its end, under two names', async () => {
  const { User } = await create('ada', { Path: '/eng/', Tags: [{ Key: 'k', Value: 'v' }] });
  expect(User?.UserId).toMatch(/^AIDA[A-Z2-7]{17}$/);
  await expect(create('Ada')).rejects.toMatchObject({ message: 'User with name Ada already exists.' });
  await iam.waitUntilUserExists({ client, ...WAITER }, { UserName: 'ada' });
  await client.createGroup({ GroupName: 'team' });
  await client.addUserToGroup({ GroupName: 'team', UserName: 'ada' });
  await client.createAccessKey({ UserName: 'ada' });
  await client.updateUser({ UserName: 'ada', NewUserName: 'lovelace', NewPath: '/' });
  await client.updateGroup({ GroupName: 'team', NewGroupName: 'crew' });
  expect((await client.getUser({ UserName: 'lovelace' })).User).toMatchObject({
    UserId: User?.UserId,
    Arn: 'arn:aws:iam::000000000000:user/lovelace',
    Tags: [{ Key: 'k', Value: 'v' }],
  });
  expect((await client.getGroup({ GroupName: 'crew' })).Users).toMatchObject([{ UserName: 'lovelace' }]);
  expect((await client.listGroupsForUser({ UserName: 'lovelace' })).Groups).toMatchObject([{ GroupName: 'crew' }]);
  const { AccessKeyMetadata } = await client.listAccessKeys({ UserName: 'lovelace' });
  const AccessKeyId = AccessKeyMetadata?.[0]?.AccessKeyId ?? '';
  expect(await client.getAccessKeyLastUsed({ AccessKeyId })).toMatchObject({ UserName: 'lovelace' });

  const end = () => client.deleteUser({ UserName: 'lovelace' });
  await expect(end()).rejects.toMatchObject({ message: 'Cannot delete entity, must remove users from group first.' });
  await expect(client.deleteGroup({ GroupName: 'crew' })).rejects.toMatchObject({ name: 'DeleteConflictException' });
  await client.removeUserFromGroup({ GroupName: 'crew', UserName: 'lovelace' });
  await expect(end()).rejects.toMatchObject({ message: 'Cannot delete entity, must delete access keys first.' });
  await client.updateAccessKey({ AccessKeyId, Status: 'Inactive' });
  await client.deleteAccessKey({ AccessKeyId, UserName: 'lovelace' });
  await end();
  await client.deleteGroup({ GroupName: 'crew' });
  await expect(client.getUser({ UserName: 'lovelace' })).rejects.toMatchObject({
    name: 'NoSuchEntityException',
    message: 'The user with name lovelace cannot be found.',
  });
});

test('two access keys at most', async () => {
  await create('keys');
  const make = () => client.createAccessKey({ UserName: 'keys' });
  expect((await make()).AccessKey?.SecretAccessKey).toHaveLength(40);
  await make();
  await expect(make()).rejects.toMatchObject({ name: 'LimitExceededException', message: 'Cannot exceed quota for AccessKeysPerUser: 2' });
  await expect(client.createAccessKey()).rejects.toMatchObject({
    name: 'ValidationError',
    message: 'Must specify userName when calling with non-User credentials',
  });
});

test('passwords follow the policy', async () => {
  await create('pass');
  const account = () => client.getAccountPasswordPolicy();
  await expect(account()).rejects.toMatchObject({ name: 'NoSuchEntityException' });
  await client.updateAccountPasswordPolicy({ MinimumPasswordLength: 12, RequireNumbers: true, PasswordReusePrevention: 2 });
  expect((await account()).PasswordPolicy).toMatchObject({ MinimumPasswordLength: 12, RequireNumbers: true, ExpirePasswords: false });
  const make = (Password: string) => client.createLoginProfile({ UserName: 'pass', Password });
  await expect(make('tooshort1')).rejects.toMatchObject({ name: 'PasswordPolicyViolationException' });
  await make('long-enough-1');
  const update = (Password: string) => client.updateLoginProfile({ UserName: 'pass', Password });
  await expect(update('long-enough-1')).rejects.toMatchObject({ name: 'PasswordPolicyViolationException' });
  const { AccessKey } = await client.createAccessKey({ UserName: 'pass' });
  const own = emulator.client(iam.IAM, { credentials: { accessKeyId: AccessKey?.AccessKeyId ?? '', secretAccessKey: 'x' } });
  await own.changePassword({ OldPassword: 'long-enough-1', NewPassword: 'long-enough-2' });
  await expect(own.changePassword({ OldPassword: 'wrong', NewPassword: 'long-enough-3' })).rejects.toMatchObject({
    name: 'AccessDenied',
  });
  expect((await own.getLoginProfile()).LoginProfile).toMatchObject({
    UserName: 'pass',
    PasswordResetRequired: false,
  });
  await client.deleteLoginProfile({ UserName: 'pass' });
  await client.deleteAccountPasswordPolicy();
});

/** RFC 6238, once more and apart from the emulator's own. */
function code(seed: string, ms: number): string {
  const bits = [...seed].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(ms / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  return String((digest.readUInt32BE((digest[19] ?? 0) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The modules of a QR code in the form in which the service draws it: 6 black or white pixels a side, lines without a filter. */
function darkModules(png: Uint8Array): boolean[][] {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const side = bytes.readUInt32BE(16);
  const at = bytes.indexOf('IDAT');
  const lines = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  const width = 1 + Math.ceil(side / 8);
  const isDark = (x: number, y: number) => (lines[y * 6 * width + 1 + ((x * 6) >> 3)]! & (128 >> ((x * 6) & 7))) === 0;
  return Array.from({ length: side / 6 }, (_, y) => Array.from({ length: side / 6 }, (__, x) => isDark(x, y)));
}

test('virtual MFA devices check their codes', async () => {
  await create('careful');
  const { VirtualMFADevice } = await client.createVirtualMFADevice({ VirtualMFADeviceName: 'phone' });
  const SerialNumber = VirtualMFADevice?.SerialNumber ?? '';
  expect(SerialNumber).toBe('arn:aws:iam::000000000000:mfa/phone');
  const seed = Buffer.from(VirtualMFADevice?.Base32StringSeed ?? []).toString();
  expect(darkModules(VirtualMFADevice!.QRCodePNG!)).toEqual(
    encode(`otpauth://totp/phone@000000000000?secret=${seed}`, { ecc: 'M', border: 4 }).data,
  );
  const enable = (first: string, second: string) =>
    client.enableMFADevice({ UserName: 'careful', SerialNumber, AuthenticationCode1: first, AuthenticationCode2: second });
  const now = Date.now();
  await expect(enable(code(seed, now), code(seed, now))).rejects.toMatchObject({ name: 'InvalidAuthenticationCodeException' });
  await enable(code(seed, now - 30_000), code(seed, now));
  expect((await client.listMFADevices({ UserName: 'careful' })).MFADevices).toMatchObject([{ SerialNumber }]);
  expect((await client.getMFADevice({ SerialNumber })).UserName).toBe('careful');
  const assigned = await client.listVirtualMFADevices({ AssignmentStatus: 'Assigned' });
  expect(assigned.VirtualMFADevices).toMatchObject([{ SerialNumber, User: { UserName: 'careful' } }]);
  await expect(client.deleteVirtualMFADevice({ SerialNumber })).rejects.toMatchObject({
    name: 'DeleteConflictException',
  });
  await client.deactivateMFADevice({ UserName: 'careful', SerialNumber });
  await client.deleteVirtualMFADevice({ SerialNumber });
  await client.deleteUser({ UserName: 'careful' });
});

test('certificates and keys are read, not only kept', async () => {
  await create('certs');
  const { key, cert } = await (await openAuthority(undefined)).leaf('example.com');
  const other = await (await openAuthority(undefined)).leaf('example.org');
  const { Certificate } = await client.uploadSigningCertificate({ UserName: 'certs', CertificateBody: cert });
  expect(Certificate).toMatchObject({ Status: 'Active', UserName: 'certs', CertificateBody: cert });
  await expect(client.uploadSigningCertificate({ UserName: 'certs', CertificateBody: 'nonsense' })).rejects.toMatchObject({
    name: 'MalformedCertificateException',
  });
  const upload = (PrivateKey: string) =>
    client.uploadServerCertificate({ ServerCertificateName: 'web', CertificateBody: `${cert.trim()}\n`, PrivateKey });
  await expect(upload(other.key)).rejects.toMatchObject({ name: 'KeyPairMismatchException' });
  const { ServerCertificateMetadata } = await upload(key);
  expect(ServerCertificateMetadata?.Expiration?.getTime()).toBeGreaterThan(Date.now());
  await client.updateServerCertificate({ ServerCertificateName: 'web', NewServerCertificateName: 'site' });
  const { ServerCertificate } = await client.getServerCertificate({ ServerCertificateName: 'site' });
  expect(ServerCertificate).toMatchObject({
    CertificateBody: cert.trim(),
    ServerCertificateMetadata: { ServerCertificateId: ServerCertificateMetadata?.ServerCertificateId },
  });
  await client.deleteServerCertificate({ ServerCertificateName: 'site' });

  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const { SSHPublicKey } = await client.uploadSSHPublicKey({ UserName: 'certs', SSHPublicKeyBody: pem });
  expect(SSHPublicKey?.Fingerprint).toMatch(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/);
  const get = async (Encoding: iam.EncodingType) =>
    (await client.getSSHPublicKey({ UserName: 'certs', SSHPublicKeyId: SSHPublicKey?.SSHPublicKeyId, Encoding })).SSHPublicKey;
  expect((await get('PEM'))?.SSHPublicKeyBody).toBe(pem);
  const line = (await get('SSH'))?.SSHPublicKeyBody ?? '';
  expect(line).toMatch(/^ssh-rsa AAAAB3NzaC1yc2E/);
  await expect(client.uploadSSHPublicKey({ UserName: 'certs', SSHPublicKeyBody: `${line} me@here` })).rejects.toMatchObject({
    name: 'DuplicateSSHPublicKeyException',
  });
});

test('credentials for one service', async () => {
  await create('git');
  const make = (ServiceName: string) => client.createServiceSpecificCredential({ UserName: 'git', ServiceName });
  await expect(make('none.amazonaws.com')).rejects.toMatchObject({ name: 'NoSuchEntityException' });
  const { ServiceSpecificCredential } = await make('codecommit.amazonaws.com');
  expect(ServiceSpecificCredential).toMatchObject({ ServiceUserName: 'git-at-000000000000', Status: 'Active' });
  const ServiceSpecificCredentialId = ServiceSpecificCredential?.ServiceSpecificCredentialId ?? '';
  const reset = await client.resetServiceSpecificCredential({ ServiceSpecificCredentialId });
  expect(reset.ServiceSpecificCredential?.ServicePassword).not.toBe(ServiceSpecificCredential?.ServicePassword);
  expect((await client.listServiceSpecificCredentials({ AllUsers: true })).ServiceSpecificCredentials).toHaveLength(1);
  await client.deleteServiceSpecificCredential({ ServiceSpecificCredentialId });
});
