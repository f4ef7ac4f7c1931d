// Console passwords. There is no console to sign in to, but the password policy applies, and ChangePassword checks the old password.

import { scryptSync, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '#core/ctx';
import { unmodelled } from '#core/operation';
import type { Frozen } from '#core/records';
import { fault, operation } from '#model/iam';
import { accountOf } from '#services/iam/account/account';
import { callingUser, namedOrCallingUser } from '#services/iam/identities/caller';
import { wholeSecond } from '#services/iam/naming';
import { type FoundUser, type LoginProfile, loginProfiles } from '#services/iam/state';
import { checkPassword } from './password-policy.ts';

/** Limit: earlier passwords that a new one is compared with. */
const MAX_REMEMBERED = 24;
const HASH_BYTES = 32;
/** Cheap on purpose: the emulator keeps nobody's real passwords. */
const COST = { N: 1024 };

const hashed = (password: string, salt: string): string => scryptSync(password, salt, HASH_BYTES, COST).toString('hex');
const matches = (password: string, kept: { readonly salt: string; readonly hash: string }): boolean =>
  timingSafeEqual(Buffer.from(hashed(password, kept.salt), 'hex'), Buffer.from(kept.hash, 'hex'));

function findProfile(user: FoundUser, ctx: Ctx): Frozen<LoginProfile> {
  const profile = ctx.records(loginProfiles).get([user.id]);
  if (!profile) throw fault('NoSuchEntityException', `Login Profile for User ${user.name} cannot be found.`);
  return profile;
}

const describe = (user: FoundUser, profile: Frozen<LoginProfile>) => ({
  LoginProfile: { UserName: user.name, CreateDate: new Date(profile.createdMs), PasswordResetRequired: profile.resetRequired },
});

export const CreateLoginProfile = operation('CreateLoginProfile', (input, ctx) => {
  const user = namedOrCallingUser(input.UserName, ctx);
  if (ctx.records(loginProfiles).has([user.id]))
    throw fault('EntityAlreadyExistsException', `Login Profile for user ${user.name} already exists.`);
  if (input.Password === undefined) throw unmodelled('ValidationError', 'A password is required to create a login profile.');
  checkPassword(input.Password, accountOf(ctx).passwordPolicy);
  const salt = ctx.random(32);
  const profile: LoginProfile = {
    createdMs: wholeSecond(ctx),
    changedMs: wholeSecond(ctx),
    salt,
    hash: hashed(input.Password, salt),
    resetRequired: input.PasswordResetRequired ?? false,
    earlier: [],
  };
  ctx.write((tx) => tx.put(ctx.records(loginProfiles), [user.id], profile));
  return describe(user, profile);
});

export const GetLoginProfile = operation('GetLoginProfile', (input, ctx) => {
  const user = namedOrCallingUser(input.UserName, ctx);
  return describe(user, findProfile(user, ctx));
});

export const UpdateLoginProfile = operation('UpdateLoginProfile', (input, ctx) => {
  const user = namedOrCallingUser(input.UserName, ctx);
  const profile = findProfile(user, ctx);
  const resetRequired = input.PasswordResetRequired ?? profile.resetRequired;
  const next = input.Password === undefined ? profile : withPassword(profile, input.Password, ctx);
  ctx.write((tx) => tx.put(ctx.records(loginProfiles), [user.id], { ...next, resetRequired }));
});

export const DeleteLoginProfile = operation('DeleteLoginProfile', (input, ctx) => {
  const user = namedOrCallingUser(input.UserName, ctx);
  findProfile(user, ctx);
  ctx.write((tx) => tx.delete(ctx.records(loginProfiles), [user.id]));
});

export const ChangePassword = operation('ChangePassword', (input, ctx) => {
  const user = callingUser(ctx);
  if (!user) throw fault('InvalidUserTypeException', 'Only IAM Users can change their own password.');
  const profile = findProfile(user, ctx);
  if (!matches(input.OldPassword, profile)) throw unmodelled('AccessDenied', 'The old password was incorrect.', { status: 403 });
  const next = withPassword(profile, input.NewPassword, ctx);
  ctx.write((tx) => tx.put(ctx.records(loginProfiles), [user.id], { ...next, resetRequired: false }));
});

function withPassword(profile: Frozen<LoginProfile>, password: string, ctx: Ctx): LoginProfile {
  const policy = accountOf(ctx).passwordPolicy;
  checkPassword(password, policy);
  const kept = [{ salt: profile.salt, hash: profile.hash }, ...profile.earlier];
  if (kept.slice(0, policy?.PasswordReusePrevention ?? 0).some((earlier) => matches(password, earlier)))
    throw fault('PasswordPolicyViolationException', 'Password does not conform to the account password policy: it was used before');
  const salt = ctx.random(32);
  return { ...profile, changedMs: wholeSecond(ctx), salt, hash: hashed(password, salt), earlier: kept.slice(0, MAX_REMEMBERED) };
}
