// The texts of messages: those of the pool, or the cloud's own.
import type { Frozen } from '#core/records';
import type { Pool } from '#services/cognito-idp/state';

/** Why a message is sent, as in the trigger sources of CustomMessage. */
export type Reason =
  | 'SignUp'
  | 'AdminCreateUser'
  | 'ResendCode'
  | 'ForgotPassword'
  | 'UpdateUserAttribute'
  | 'VerifyUserAttribute'
  | 'Authentication';

export interface Texts {
  readonly sms: string;
  readonly email: string;
  readonly subject: string;
}

export const CODE = '{####}';
export const USERNAME = '{username}';

export function textsOf(reason: Reason, { settings, mfa }: Frozen<Pool>): Texts {
  if (reason === 'AdminCreateUser') {
    const { SMSMessage, EmailMessage, EmailSubject } = settings.AdminCreateUserConfig?.InviteMessageTemplate ?? {};
    const usual = `Your username is ${USERNAME} and temporary password is ${CODE}.`;
    return { sms: SMSMessage ?? usual, email: EmailMessage ?? usual, subject: EmailSubject ?? 'Your temporary password' };
  }
  if (reason === 'Authentication') {
    const { Message, Subject } = mfa.EmailMfaConfiguration ?? {};
    const usual = `Your authentication code is ${CODE}. `;
    const sms = mfa.SmsMfaConfiguration?.SmsAuthenticationMessage ?? settings.SmsAuthenticationMessage ?? usual;
    return { sms, email: Message ?? usual, subject: Subject ?? 'Your authentication code' };
  }
  const { SmsMessage, EmailMessage, EmailSubject, EmailMessageByLink, EmailSubjectByLink, DefaultEmailOption } =
    settings.VerificationMessageTemplate ?? {};
  const isLink = DefaultEmailOption === 'CONFIRM_WITH_LINK' && (reason === 'SignUp' || reason === 'ResendCode');
  const usual = reason === 'ForgotPassword' ? `Your password reset code is ${CODE}` : `Your confirmation code is ${CODE}`;
  return {
    sms: SmsMessage ?? usual,
    email: isLink
      ? (EmailMessageByLink ?? 'Please click the link below to verify your email address. {##Verify Email##}')
      : (EmailMessage ?? usual),
    subject:
      (isLink ? EmailSubjectByLink : EmailSubject) ??
      (reason === 'ForgotPassword' ? 'Your password reset code' : isLink ? 'Your verification link' : 'Your verification code'),
  };
}

const LINK = /\{##([^#]{0,500})##\}/g;

/** Puts the code in the place of `{####}`, and a link in that of `{##Text##}`. */
export const filled = (
  text: string,
  { code, username, link }: { readonly code: string; readonly username: string; readonly link: string },
): string =>
  text
    .replaceAll(CODE, () => code)
    .replaceAll(USERNAME, () => username)
    .replace(LINK, (_, words: string) => `<a href="${link}">${words}</a>`);
