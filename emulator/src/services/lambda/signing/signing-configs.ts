// Code signing configurations as records. code-signing-check.ts applies them.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import { type CodeSigningConfig, fault, operation } from '#model/lambda';
import { conflict } from '#services/lambda/faults';
import { functionArn } from '#services/lambda/lookup/function-name';
import { lambdaTime } from '#services/lambda/lookup/lambda-time';
import { pageOfKeyed } from '#services/lambda/lookup/pages';
import { LAMBDA_TAGS } from '#services/lambda/tag-rules';
import { functionsBySigning, type SigningRecord, signingConfigs } from './signing-record.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 17;

export const signingArn = (id: string, { account, region }: Pick<Ctx, 'account' | 'region'>): string =>
  formatArn({ service: 'lambda', region, account, resource: `code-signing-config:${id}` });

export const signingIdIn = (arn: string): string => arn.slice(arn.lastIndexOf(':') + 1);

const describe = (config: Frozen<SigningRecord>, ctx: Ctx): CodeSigningConfig => ({
  CodeSigningConfigId: config.id,
  CodeSigningConfigArn: signingArn(config.id, ctx),
  Description: config.description,
  AllowedPublishers: { SigningProfileVersionArns: config.publishers },
  CodeSigningPolicies: { UntrustedArtifactOnDeployment: config.untrusted },
  LastModified: lambdaTime(config.modifiedMs),
});

/** Without a type, unlike other refusals (recorded in November 2025). */
const noSuchConfig = (arn: string) => fault('ResourceNotFoundException', `The Lambda code signing configuration ${arn} can not be found.`);

function existing(arn: string, ctx: Ctx): Frozen<SigningRecord> {
  const found = ctx.records(signingConfigs).get([signingIdIn(arn)]);
  if (!found || arn !== signingArn(found.id, ctx)) throw noSuchConfig(arn);
  return found;
}

const write = (config: SigningRecord | Frozen<SigningRecord>, ctx: Ctx): { CodeSigningConfig: CodeSigningConfig } => {
  ctx.write((tx) => tx.put(ctx.records(signingConfigs), [config.id], config));
  return { CodeSigningConfig: describe(config, ctx) };
};

const untrustedOf = (text: string | undefined): SigningRecord['untrusted'] => (text === 'Enforce' ? 'Enforce' : 'Warn');

export const CreateCodeSigningConfig = operation('CreateCodeSigningConfig', (input, ctx) => {
  const tags = LAMBDA_TAGS.ofNew(input.Tags, ctx);
  return write(
    {
      id: `csc-${ctx.random(ID_LENGTH, ALPHABET)}`,
      description: input.Description ?? '',
      publishers: input.AllowedPublishers.SigningProfileVersionArns,
      untrusted: untrustedOf(input.CodeSigningPolicies?.UntrustedArtifactOnDeployment),
      tags,
      modifiedMs: ctx.now(),
    },
    ctx,
  );
});

export const GetCodeSigningConfig = operation('GetCodeSigningConfig', ({ CodeSigningConfigArn }, ctx) => ({
  CodeSigningConfig: describe(existing(CodeSigningConfigArn, ctx), ctx),
}));

export const UpdateCodeSigningConfig = operation('UpdateCodeSigningConfig', (input, ctx) => {
  const before = existing(input.CodeSigningConfigArn, ctx);
  return write(
    {
      ...before,
      description: input.Description ?? before.description,
      publishers: input.AllowedPublishers?.SigningProfileVersionArns ?? before.publishers,
      untrusted: input.CodeSigningPolicies ? untrustedOf(input.CodeSigningPolicies.UntrustedArtifactOnDeployment) : before.untrusted,
      modifiedMs: ctx.now(),
    },
    ctx,
  );
});

export const DeleteCodeSigningConfig = operation('DeleteCodeSigningConfig', ({ CodeSigningConfigArn }, ctx) => {
  const { id } = existing(CodeSigningConfigArn, ctx);
  if (ctx.records(functionsBySigning).range([id], { limit: 1 }).length > 0)
    throw conflict('The code signing configuration is used by functions: take it from them first.');
  ctx.write((tx) => tx.delete(ctx.records(signingConfigs), [id]));
});

export const ListCodeSigningConfigs = operation('ListCodeSigningConfigs', (input, ctx) => {
  const page = pageOfKeyed<[string], CodeSigningConfig>(input, (after, limit) =>
    ctx
      .records(signingConfigs)
      .entries([], { after, limit })
      .map(([key, config]) => [key, describe(config, ctx)]),
  );
  return { CodeSigningConfigs: page.items, NextMarker: page.NextMarker };
});

export const ListFunctionsByCodeSigningConfig = operation('ListFunctionsByCodeSigningConfig', (input, ctx) => {
  const { id } = existing(input.CodeSigningConfigArn, ctx);
  const page = pageOfKeyed<[string, string], string>(input, (after, limit) =>
    ctx
      .records(functionsBySigning)
      .entries([id], { after, limit })
      .map(([key, { name }]) => [key, functionArn(ctx, name)]),
  );
  return { FunctionArns: page.items, NextMarker: page.NextMarker };
});
