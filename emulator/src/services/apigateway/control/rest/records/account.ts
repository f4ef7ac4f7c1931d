// GetAccount, UpdateAccount: the role by which the service writes logs.
import type { Ctx } from '#core/ctx';
import { operation } from '#model/apigateway';
import { bad } from '#services/apigateway/control/rest/faults';
import { type PatchPath, patched } from '#services/apigateway/control/rest/patch/patch';
import { text } from '#services/apigateway/control/rest/patch/patch-paths';
import { type AccountSettings, account } from '#services/apigateway/rest-state';

const KEY: [name: 'account'] = ['account'];
const ROLE = /^arn:aws[a-z-]*:iam::\d{12}:role\/.+$/;

const settingsOf = (ctx: Ctx): AccountSettings => ctx.records(account).get(KEY) ?? {};

const shown = ({ cloudwatchRoleArn }: AccountSettings) => ({
  cloudwatchRoleArn,
  throttleSettings: { burstLimit: 5000, rateLimit: 10_000 },
  features: ['UsagePlans'],
  apiKeyVersion: '4',
});

export const GetAccount = operation('GetAccount', (_, ctx) => shown(settingsOf(ctx)));

const PATHS: readonly PatchPath<AccountSettings>[] = [
  text('/cloudwatchRoleArn', (arn) => {
    if (arn !== '' && !ROLE.test(arn)) throw bad('The role ARN does not have required permissions set to API Gateway');
  }),
];

export const UpdateAccount = operation('UpdateAccount', ({ patchOperations }, ctx) => {
  const after = patched<AccountSettings>(settingsOf(ctx), patchOperations, PATHS, 'listed');
  ctx.write((tx) => tx.put(ctx.records(account), KEY, after));
  return shown(after);
});
