// Users bring an access token, a session or the id of a client, and no credentials: nothing is asked of policies then (API reference, 2026-11).
import type { ActionFacts } from '../build/action-facts.ts';

const UNSIGNED = [
  ...['AssociateSoftwareToken', 'ChangePassword', 'ConfirmDevice', 'ConfirmForgotPassword', 'ConfirmSignUp', 'DeleteUser'],
  ...['DeleteUserAttributes', 'ForgetDevice', 'ForgotPassword', 'GetDevice', 'GetTokensFromRefreshToken', 'GetUser'],
  ...['GetUserAttributeVerificationCode', 'GetUserAuthFactors', 'GlobalSignOut', 'InitiateAuth', 'ListDevices'],
  ...['ResendConfirmationCode', 'RespondToAuthChallenge', 'RevokeToken', 'SetUserMFAPreference', 'SetUserSettings', 'SignUp'],
  ...['CompleteWebAuthnRegistration', 'DeleteWebAuthnCredential', 'ListWebAuthnCredentials', 'StartWebAuthnRegistration'],
  ...['UpdateDeviceStatus', 'UpdateUserAttributes', 'VerifySoftwareToken', 'VerifyUserAttribute'],
];

export const facts: ActionFacts = {
  resourceControl: {},
  types: { userpool: 'arn:$p:cognito-idp:$r:$a:userpool/${UserPoolId}' },
  passes: { CreateUserImportJob: ['CloudWatchLogsRoleArn'] },
  slots: { UserPoolId: ['UserPoolId', 'ResourceArn'] },
  operations: Object.fromEntries(UNSIGNED.map((name) => [name, []])),
};
