// The settings of a pool: what is refused, and what the cloud puts in where nothing is given.
import type { CreateUserPoolRequest, UserPoolPolicyType } from '#model/cognito-idp';
import { invalid, refuseGiven } from '#services/cognito-idp/faults';
import type { PoolSettings } from '#services/cognito-idp/state';

const DEFAULT_PASSWORD_POLICY = {
  MinimumLength: 8,
  RequireUppercase: true,
  RequireLowercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
  TemporaryPasswordValidityDays: 7,
};
/** A policy that is given has only what it names. */
const BARE_PASSWORD_POLICY = {
  MinimumLength: 8,
  RequireUppercase: false,
  RequireLowercase: false,
  RequireNumbers: false,
  RequireSymbols: false,
  TemporaryPasswordValidityDays: 7,
};

const REFUSED = {
  DcrConfiguration: 'clients do not register themselves here.',
  AcrConfiguration: 'no levels of authentication are told apart here.',
};

type GivenSettings = Omit<CreateUserPoolRequest, 'PoolName' | 'Schema' | 'UserPoolTags'>;

/** @throws Fault for what is not honoured */
export function settingsOf(given: GivenSettings): PoolSettings {
  refuseGiven(given, REFUSED);
  const { KeyConfiguration, IssuerConfiguration, LambdaConfig, AliasAttributes, UsernameAttributes, UsernameConfiguration } = given;
  if (KeyConfiguration?.KeyType === 'CUSTOMER_MANAGED_KEY')
    throw invalid('KeyConfiguration of the type CUSTOMER_MANAGED_KEY is not emulated: users are not encrypted here.');
  if (IssuerConfiguration?.Type === 'UPDATED')
    throw invalid('IssuerConfiguration of the type UPDATED is not emulated: issuers have one form here.');
  if (LambdaConfig?.InboundFederation) throw invalid('LambdaConfig.InboundFederation is not emulated.');
  if (given.SmsConfiguration?.EumsSms) throw invalid('SmsConfiguration.EumsSms is not emulated: text messages are kept, and not sent.');
  if (AliasAttributes?.length && UsernameAttributes?.length)
    throw invalid('Only one of the aliasAttributes or usernameAttributes can be set in a user pool.');
  checkMessages(given);
  return {
    Policies: policiesOf(given.Policies),
    DeletionProtection: given.DeletionProtection ?? 'INACTIVE',
    LambdaConfig: LambdaConfig ?? {},
    AutoVerifiedAttributes: given.AutoVerifiedAttributes,
    AliasAttributes,
    UsernameAttributes,
    UsernameConfiguration,
    SmsVerificationMessage: given.SmsVerificationMessage ?? given.VerificationMessageTemplate?.SmsMessage,
    EmailVerificationMessage: given.EmailVerificationMessage ?? given.VerificationMessageTemplate?.EmailMessage,
    EmailVerificationSubject: given.EmailVerificationSubject ?? given.VerificationMessageTemplate?.EmailSubject,
    VerificationMessageTemplate: templateOf(given),
    SmsAuthenticationMessage: given.SmsAuthenticationMessage,
    UserAttributeUpdateSettings: given.UserAttributeUpdateSettings,
    MfaConfiguration: given.MfaConfiguration ?? 'OFF',
    DeviceConfiguration: given.DeviceConfiguration,
    EmailConfiguration: {
      ...given.EmailConfiguration,
      EmailSendingAccount: given.EmailConfiguration?.EmailSendingAccount ?? 'COGNITO_DEFAULT',
    },
    SmsConfiguration: given.SmsConfiguration,
    AdminCreateUserConfig: {
      ...given.AdminCreateUserConfig,
      AllowAdminCreateUserOnly: given.AdminCreateUserConfig?.AllowAdminCreateUserOnly ?? false,
      UnusedAccountValidityDays: temporaryDays(given),
    },
    UserPoolAddOns: given.UserPoolAddOns,
    AccountRecoverySetting: given.AccountRecoverySetting ?? {
      RecoveryMechanisms: [
        { Priority: 1, Name: 'verified_email' },
        { Priority: 2, Name: 'verified_phone_number' },
      ],
    },
    UserPoolTier: given.UserPoolTier ?? 'ESSENTIALS',
  };
}

/** The older member stands for the newer one where that is absent. */
const temporaryDays = ({ Policies, AdminCreateUserConfig }: GivenSettings): number =>
  Policies?.PasswordPolicy?.TemporaryPasswordValidityDays ?? (AdminCreateUserConfig?.UnusedAccountValidityDays || 7);

function policiesOf({ PasswordPolicy, SignInPolicy }: UserPoolPolicyType = {}): UserPoolPolicyType {
  const factors = SignInPolicy?.AllowedFirstAuthFactors ?? ['PASSWORD'];
  if (!factors.includes('PASSWORD')) throw invalid('PASSWORD is required in AllowedFirstAuthFactors.');
  const given = Object.fromEntries(Object.entries(PasswordPolicy ?? {}).filter(([, value]) => value !== undefined));
  return {
    PasswordPolicy: PasswordPolicy ? { ...BARE_PASSWORD_POLICY, ...given } : DEFAULT_PASSWORD_POLICY,
    SignInPolicy: { AllowedFirstAuthFactors: factors },
  };
}

const templateOf = (given: GivenSettings) => ({
  SmsMessage: given.SmsVerificationMessage,
  EmailMessage: given.EmailVerificationMessage,
  EmailSubject: given.EmailVerificationSubject,
  ...given.VerificationMessageTemplate,
  DefaultEmailOption: given.VerificationMessageTemplate?.DefaultEmailOption ?? 'CONFIRM_WITH_CODE',
});

function checkMessages({ MfaConfiguration, SmsConfiguration, EmailConfiguration, AutoVerifiedAttributes }: GivenSettings): void {
  if (EmailConfiguration?.EmailSendingAccount === 'DEVELOPER' && EmailConfiguration.SourceArn === undefined)
    throw invalid('SourceArn is required when EmailSendingAccount is DEVELOPER.');
  if (AutoVerifiedAttributes?.includes('phone_number') && !SmsConfiguration)
    throw invalid('SMS configuration is required when phone_number is auto-verified.');
  // MFA without SMS is set by SetUserPoolMfaConfig.
  if (MfaConfiguration === 'ON' && !SmsConfiguration)
    throw invalid('SMS configuration and Auto verification for phone_number are required when MFA is required/optional');
}
