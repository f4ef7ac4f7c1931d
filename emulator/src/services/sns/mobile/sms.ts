// Settings of text messages and phone numbers of the sandbox: records. No message leaves the emulator.
import type { Ctx } from '#core/ctx';
import { table } from '#lib/table';
import { fault, operation } from '#model/sns';
import { invalid, invalidParameter } from '#services/sns/faults';
import { pageOfValues } from '#services/sns/pages';
import { sandboxNumbers, smsSettings } from '#services/sns/state';
import { isE164 } from './phone-number.ts';

const NAMES: Readonly<Record<string, (value: string) => string | undefined>> = table({
  MonthlySpendLimit: (value) => (/^\d+$/.test(value) ? undefined : 'MonthlySpendLimit is invalid'),
  DeliveryStatusIAMRole: () => undefined,
  DeliveryStatusSuccessSamplingRate: (value) =>
    /^\d+$/.test(value) && Number(value) <= 100 ? undefined : 'DeliveryStatusSuccessSamplingRate is invalid',
  DefaultSenderID: (value) => (/^(?=.*[A-Za-z])[A-Za-z0-9]{1,11}$/.test(value) ? undefined : 'DefaultSenderID is not a valid attribute'),
  DefaultSMSType: (value) => (value === 'Promotional' || value === 'Transactional' ? undefined : 'DefaultSMSType is invalid'),
  UsageReportS3Bucket: () => undefined,
});

/** In US dollars. */
const DEFAULTS = { MonthlySpendLimit: '1' };

/** An empty value takes a setting away: Terraform resets all of them so. */
export const SetSMSAttributes = operation('SetSMSAttributes', ({ attributes }, ctx) => {
  for (const [name, value] of Object.entries(attributes)) {
    const check = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    const problem = check ? value !== '' && check(value) : `${name} is not a valid attribute`;
    if (problem) throw invalid(problem);
  }
  const before = ctx.records(smsSettings).get(['sms'])?.attributes ?? {};
  const kept = Object.fromEntries(Object.entries({ ...before, ...attributes }).filter(([, value]) => value !== ''));
  ctx.write((tx) => tx.put(ctx.records(smsSettings), ['sms'], { attributes: kept }));
});

export const GetSMSAttributes = operation('GetSMSAttributes', ({ attributes: names }, ctx) => {
  const all = Object.entries({ ...DEFAULTS, ...ctx.records(smsSettings).get(['sms'])?.attributes });
  return { attributes: Object.fromEntries(all.filter(([name]) => !names?.length || names.includes(name))) };
});

const checkNumber = (number: string): void => {
  if (!isE164(number)) throw invalidParameter('PhoneNumber Reason: input incorrectly formatted');
};

/** Nobody can answer STOP here, so no number is ever on the list. */
export const CheckIfPhoneNumberIsOptedOut = operation('CheckIfPhoneNumberIsOptedOut', ({ phoneNumber }) => {
  checkNumber(phoneNumber);
  return { isOptedOut: false };
});
export const OptInPhoneNumber = operation('OptInPhoneNumber', ({ phoneNumber }) => checkNumber(phoneNumber));
export const ListPhoneNumbersOptedOut = operation('ListPhoneNumbersOptedOut', () => ({ phoneNumbers: [] }));
export const ListOriginationNumbers = operation('ListOriginationNumbers', () => ({ PhoneNumbers: [] }));
export const GetSMSSandboxAccountStatus = operation('GetSMSSandboxAccountStatus', () => ({ IsInSandbox: false }));

export const ListSMSSandboxPhoneNumbers = operation('ListSMSSandboxPhoneNumbers', (input, ctx) => {
  const { items, NextToken } = pageOfValues(ctx.records(sandboxNumbers), [], input);
  return { PhoneNumbers: items.map(({ number, status }) => ({ PhoneNumber: number, Status: status })), NextToken };
});

export const CreateSMSSandboxPhoneNumber = operation('CreateSMSSandboxPhoneNumber', ({ PhoneNumber: number }, ctx) => {
  checkNumber(number);
  const known = ctx.records(sandboxNumbers).get([number]);
  ctx.write((tx) => tx.put(ctx.records(sandboxNumbers), [number], known ?? { number, status: 'Pending' }));
});

const findNumber = (number: string, ctx: Ctx): void => {
  checkNumber(number);
  if (!ctx.records(sandboxNumbers).has([number]))
    throw fault('ResourceNotFoundException', `Phone number ${number} does not exist in the sandbox.`);
};

export const DeleteSMSSandboxPhoneNumber = operation('DeleteSMSSandboxPhoneNumber', ({ PhoneNumber: number }, ctx) => {
  findNumber(number, ctx);
  ctx.write((tx) => tx.delete(ctx.records(sandboxNumbers), [number]));
});

/** No password was sent, so every one of the right form is taken. */
export const VerifySMSSandboxPhoneNumber = operation('VerifySMSSandboxPhoneNumber', ({ PhoneNumber: number }, ctx) => {
  findNumber(number, ctx);
  ctx.write((tx) => tx.put(ctx.records(sandboxNumbers), [number], { number, status: 'Verified' }));
});
