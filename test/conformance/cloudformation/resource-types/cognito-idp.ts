// User pools.
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import type { TestEmulator } from '../../../support/emulator.ts';
import { ROLE, type TypeCase } from './type-case.ts';

const functionArn = (name: string): string => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
const MAIL = 'arn:aws:ses:us-east-1:000000000000:identity/a@example.com';

const idp = (emulator: TestEmulator): CognitoIdentityProvider => emulator.client(CognitoIdentityProvider);

const POOL = {
  UserPoolName: 'every-property',
  AliasAttributes: ['email'],
  AutoVerifiedAttributes: ['email'],
  DeletionProtection: 'INACTIVE',
  AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: '1' }] },
  AdminCreateUserConfig: {
    AllowAdminCreateUserOnly: 'true',
    InviteMessageTemplate: { EmailMessage: '{username} {####}', EmailSubject: 'Come', SMSMessage: '{username} {####}' },
  },
  DeviceConfiguration: { ChallengeRequiredOnNewDevice: 'true', DeviceOnlyRememberedOnUserPrompt: 'false' },
  EmailConfiguration: {
    EmailSendingAccount: 'DEVELOPER',
    SourceArn: MAIL,
    From: 'a@example.com',
    ReplyToEmailAddress: 'b@example.com',
    ConfigurationSet: 'set',
  },
  EmailVerificationMessage: 'code {####}',
  EmailVerificationSubject: 'Code',
  SmsVerificationMessage: 'sms {####}',
  SmsAuthenticationMessage: 'in {####}',
  MfaConfiguration: 'OPTIONAL',
  EnabledMfas: ['SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP'],
  EmailAuthenticationMessage: 'mail {####}',
  EmailAuthenticationSubject: 'Mail',
  WebAuthnRelyingPartyID: 'example.com',
  WebAuthnUserVerification: 'required',
  WebAuthnFactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
  SmsConfiguration: { SnsCallerArn: ROLE, ExternalId: 'external', SnsRegion: 'us-east-1' },
  LambdaConfig: {
    ...Object.fromEntries(
      [
        'PreSignUp',
        'CustomMessage',
        'PostConfirmation',
        'PreAuthentication',
        'PostAuthentication',
        'DefineAuthChallenge',
        'CreateAuthChallenge',
        'VerifyAuthChallengeResponse',
        'UserMigration',
        'PreTokenGeneration',
      ].map((name) => [name, functionArn(name)]),
    ),
    PreTokenGenerationConfig: { LambdaArn: functionArn('PreTokenGeneration'), LambdaVersion: 'V2_0' },
    CustomEmailSender: { LambdaArn: functionArn('mail'), LambdaVersion: 'V1_0' },
    CustomSMSSender: { LambdaArn: functionArn('sms'), LambdaVersion: 'V1_0' },
    KMSKeyID: 'arn:aws:kms:us-east-1:000000000000:key/11111111-1111-1111-1111-111111111111',
  },
  Policies: {
    PasswordPolicy: {
      MinimumLength: '12',
      RequireLowercase: 'true',
      RequireNumbers: 'false',
      RequireSymbols: 'false',
      RequireUppercase: 'true',
      TemporaryPasswordValidityDays: '3',
      PasswordHistorySize: '2',
    },
    SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] },
  },
  Schema: [
    { Name: 'name', Required: 'true', Mutable: 'true' },
    {
      Name: 'plan',
      AttributeDataType: 'String',
      DeveloperOnlyAttribute: 'false',
      Mutable: 'true',
      StringAttributeConstraints: { MinLength: '1', MaxLength: '9' },
    },
    { Name: 'age', AttributeDataType: 'Number', Mutable: 'true', NumberAttributeConstraints: { MinValue: '1', MaxValue: '150' } },
  ],
  UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
  UsernameConfiguration: { CaseSensitive: 'false' },
  UserPoolAddOns: { AdvancedSecurityMode: 'AUDIT', AdvancedSecurityAdditionalFlows: { CustomAuthMode: 'AUDIT' } },
  UserPoolTags: { team: 'blue' },
  UserPoolTier: 'PLUS',
  VerificationMessageTemplate: {
    DefaultEmailOption: 'CONFIRM_WITH_LINK',
    EmailMessage: 'code {####}',
    EmailSubject: 'Code',
    SmsMessage: 'sms {####}',
    EmailMessageByLink: '{##here##}',
    EmailSubjectByLink: 'Link',
  },
};

export const cases: readonly TypeCase[] = [
  {
    type: 'AWS::Cognito::UserPool',
    properties: POOL,
    readBack: async (emulator, { ref: { It: UserPoolId } }) => {
      const { UserPool } = await idp(emulator).describeUserPool({ UserPoolId: UserPoolId! });
      const mfa = await idp(emulator).getUserPoolMfaConfig({ UserPoolId: UserPoolId! });
      return {
        ...UserPool,
        mfa,
        custom: UserPool!.SchemaAttributes!.filter(({ Name }) => Name!.startsWith('custom:')).map(({ Name }) => Name),
      };
    },
    ref: /^us-east-1_[A-Za-z0-9]{9}$/,
    expected: {
      Name: 'every-property',
      AliasAttributes: ['email'],
      Policies: { PasswordPolicy: { MinimumLength: 12, RequireNumbers: false, PasswordHistorySize: 2, TemporaryPasswordValidityDays: 3 } },
      LambdaConfig: { PreSignUp: functionArn('PreSignUp'), PreTokenGenerationConfig: { LambdaVersion: 'V2_0' } },
      MfaConfiguration: 'OPTIONAL',
      UsernameConfiguration: { CaseSensitive: false },
      UserPoolTags: { team: 'blue' },
      UserPoolTier: 'PLUS',
      custom: ['custom:plan', 'custom:age'],
      mfa: {
        SoftwareTokenMfaConfiguration: { Enabled: true },
        EmailMfaConfiguration: { Message: 'mail {####}', Subject: 'Mail' },
        WebAuthnConfiguration: {
          RelyingPartyId: 'example.com',
          UserVerification: 'required',
          FactorConfiguration: 'MULTI_FACTOR_WITH_USER_VERIFICATION',
        },
      },
    },
    change: {
      properties: {
        UserPoolName: 'every-property',
        AliasAttributes: ['email'],
        UsernameConfiguration: { CaseSensitive: 'false' },
        Schema: [...POOL.Schema],
        UserPoolTags: { team: 'red' },
        AutoVerifiedAttributes: ['email'],
      },
      expected: {
        Policies: { PasswordPolicy: { MinimumLength: 8, RequireSymbols: true } },
        LambdaConfig: {},
        MfaConfiguration: 'OFF',
        UserPoolTags: { team: 'red' },
        UserPoolTier: 'ESSENTIALS',
        mfa: { SoftwareTokenMfaConfiguration: undefined },
      },
    },
    untested: {
      ...Object.fromEntries(
        ['KeyConfiguration.KeyType', 'KeyConfiguration.KmsKeyArn'].map((path) => [path, 'refused: users are not encrypted here']),
      ),
      'IssuerConfiguration.Type': 'refused: issuers have one form here',
      'LambdaConfig.InboundFederation.LambdaArn': 'refused: functions do not change what identity providers tell',
      'LambdaConfig.InboundFederation.LambdaVersion': 'refused: functions do not change what identity providers tell',
      ...Object.fromEntries(
        ['CallerArn', 'ExternalId', 'OriginationIdentity', 'ConfigurationSetName', 'InEntityId', 'InTemplateId', 'Region'].map((name) => [
          `SmsConfiguration.EumsSms.${name}`,
          'refused: text messages are kept, and not sent',
        ]),
      ),
      UsernameAttributes: 'excludes AliasAttributes',
      'AdminCreateUserConfig.UnusedAccountValidityDays': 'excludes TemporaryPasswordValidityDays',
    },
  },
  {
    type: 'AWS::Cognito::UserPool',
    title: 'addresses',
    properties: {
      UserPoolName: 'addresses',
      UsernameAttributes: ['email', 'phone_number'],
      AdminCreateUserConfig: { UnusedAccountValidityDays: '4' },
    },
    readBack: async (emulator, { ref: { It: UserPoolId } }) => (await idp(emulator).describeUserPool({ UserPoolId: UserPoolId! })).UserPool,
    ref: /^us-east-1_/,
    expected: { UsernameAttributes: ['email', 'phone_number'], AdminCreateUserConfig: { UnusedAccountValidityDays: 4 } },
  },
];
