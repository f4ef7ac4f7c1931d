// Readers of the properties of AWS::Cognito::UserPool: numbers and flags may be text.

import type { Value } from '#core/resources/resource-handlers';
import { flag, list, number, object, text } from '#core/resources/resource-properties';
import { each, must, requiredText, shape, textMap } from '#core/resources/resource-shape';

export const texts = each(text);

const passwordPolicy = shape({
  MinimumLength: number,
  RequireUppercase: flag,
  RequireLowercase: flag,
  RequireNumbers: flag,
  RequireSymbols: flag,
  PasswordHistorySize: number,
  TemporaryPasswordValidityDays: number,
});
const policies = shape({ PasswordPolicy: passwordPolicy, SignInPolicy: shape({ AllowedFirstAuthFactors: texts }) });

const version = shape({ LambdaArn: requiredText, LambdaVersion: requiredText });
const lambdaConfig = shape({
  PreSignUp: text,
  CustomMessage: text,
  PostConfirmation: text,
  PreAuthentication: text,
  PostAuthentication: text,
  DefineAuthChallenge: text,
  CreateAuthChallenge: text,
  VerifyAuthChallengeResponse: text,
  PreTokenGeneration: text,
  UserMigration: text,
  PreTokenGenerationConfig: version,
  CustomSMSSender: version,
  CustomEmailSender: version,
  KMSKeyID: text,
});
const template = shape({
  SmsMessage: text,
  EmailMessage: text,
  EmailSubject: text,
  EmailMessageByLink: text,
  EmailSubjectByLink: text,
  DefaultEmailOption: text,
});

export const smsConfiguration = shape({ SnsCallerArn: requiredText, ExternalId: text, SnsRegion: text });

export const POOL_PROPERTIES = {
  Policies: policies,
  DeletionProtection: text,
  LambdaConfig: lambdaConfig,
  AutoVerifiedAttributes: texts,
  AliasAttributes: texts,
  UsernameAttributes: texts,
  UsernameConfiguration: shape({ CaseSensitive: must(flag) }),
  SmsVerificationMessage: text,
  EmailVerificationMessage: text,
  EmailVerificationSubject: text,
  VerificationMessageTemplate: template,
  SmsAuthenticationMessage: text,
  UserAttributeUpdateSettings: shape({ AttributesRequireVerificationBeforeUpdate: must(texts) }),
  DeviceConfiguration: shape({ ChallengeRequiredOnNewDevice: flag, DeviceOnlyRememberedOnUserPrompt: flag }),
  EmailConfiguration: shape({ SourceArn: text, ReplyToEmailAddress: text, EmailSendingAccount: text, From: text, ConfigurationSet: text }),
  SmsConfiguration: smsConfiguration,
  AdminCreateUserConfig: shape({
    AllowAdminCreateUserOnly: flag,
    UnusedAccountValidityDays: number,
    InviteMessageTemplate: shape({ SMSMessage: text, EmailMessage: text, EmailSubject: text }),
  }),
  UserPoolAddOns: shape({ AdvancedSecurityMode: requiredText, AdvancedSecurityAdditionalFlows: shape({ CustomAuthMode: text }) }),
  AccountRecoverySetting: shape({ RecoveryMechanisms: each(shape({ Priority: must(number), Name: requiredText })) }),
  UserPoolTier: text,
};

const constraints = {
  StringAttributeConstraints: shape({ MinLength: text, MaxLength: text }),
  NumberAttributeConstraints: shape({ MinValue: text, MaxValue: text }),
};

export const schema = each(
  shape({ Name: text, AttributeDataType: text, DeveloperOnlyAttribute: flag, Mutable: flag, Required: flag, ...constraints }),
);

/** The input of SetUserPoolMfaConfig, from eight properties; undefined where a template says nothing of second factors. */
export function mfaOf(properties: Readonly<Record<string, Value>>) {
  const { MfaConfiguration, EnabledMfas, EmailAuthenticationMessage: Message, EmailAuthenticationSubject: Subject } = properties;
  const passkeys = passkeysOf(properties);
  if ([MfaConfiguration, EnabledMfas, Message, Subject, passkeys].every((each) => each === undefined)) return undefined;
  const sms = smsConfiguration(properties['SmsConfiguration']);
  const named = list(EnabledMfas).map(text);
  // Text messages are the factor of a template that names none.
  const isEnabled = (name: string) => (named.length > 0 ? named.includes(name) : name === 'SMS_MFA' && sms !== undefined);
  return {
    MfaConfiguration: text(MfaConfiguration) ?? 'OFF',
    ...(isEnabled('SMS_MFA') && {
      SmsMfaConfiguration: { SmsAuthenticationMessage: text(properties['SmsAuthenticationMessage']), SmsConfiguration: sms },
    }),
    ...(isEnabled('SOFTWARE_TOKEN_MFA') && { SoftwareTokenMfaConfiguration: { Enabled: true } }),
    ...((isEnabled('EMAIL_OTP') || Message !== undefined || Subject !== undefined) && {
      EmailMfaConfiguration: { Message: text(Message), Subject: text(Subject) },
    }),
    ...(passkeys && { WebAuthnConfiguration: passkeys }),
  };
}

function passkeysOf(properties: Readonly<Record<string, Value>>) {
  const RelyingPartyId = text(properties['WebAuthnRelyingPartyID']);
  const UserVerification = text(properties['WebAuthnUserVerification']);
  const FactorConfiguration = text(properties['WebAuthnFactorConfiguration']);
  if ([RelyingPartyId, UserVerification, FactorConfiguration].every((each) => each === undefined)) return undefined;
  return { RelyingPartyId, UserVerification, FactorConfiguration };
}

export const userPoolTags = (value: Value | undefined) =>
  textMap(value === undefined ? undefined : object(value)) as Record<string, string> | undefined;
