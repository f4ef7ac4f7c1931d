// Code signing configurations: kept and given back. Code that comes in is not checked against them.
import type { Ctx } from '#core/call';
import type { Frozen } from '#core/records';
import { formatArn } from '#lib/arn';
import { type CodeSigningConfig, operation } from '#model/lambda';
import { lambdaTime } from '#services/lambda/describe';
import { conflict, notFound } from '#services/lambda/faults';
import { functionArn } from '#services/lambda/function-name';
import { pageOf } from '#services/lambda/pages';
import { checkTags } from '#services/lambda/tag-rules';
import { functionsBySigning, type SigningRecord, signingConfigs } from './signing-record.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 17;

export const signingArn = ({ account, region }: Pick<Ctx, 'account' | 'region'>, id: string): string =>
  formatArn({ service: 'lambda', region, account, resource: `code-signing-config:${id}` });

export const signingIdIn = (arn: string): string => arn.slice(arn.lastIndexOf(':') + 1);

const describe = (ctx: Ctx, config: Frozen<SigningRecord>): CodeSigningConfig => ({
  CodeSigningConfigId: config.id,
  CodeSigningConfigArn: signingArn(ctx, config.id),
  Description: config.description,
  AllowedPublishers: { SigningProfileVersionArns: config.publishers },
  CodeSigningPolicies: { UntrustedArtifactOnDeployment: config.untrusted },
  LastModified: lambdaTime(config.modifiedMs),
});

function existing(ctx: Ctx, arn: string): Frozen<SigningRecord> {
  const found = ctx.records(signingConfigs).get([signingIdIn(arn)]);
  if (!found || arn !== signingArn(ctx, found.id)) throw notFound(`The Lambda code signing configuration ${arn} can not be found.`);
  return found;
}

const write = (ctx: Ctx, config: SigningRecord | Frozen<SigningRecord>): { CodeSigningConfig: CodeSigningConfig } => {
  ctx.write((tx) => tx.put(ctx.records(signingConfigs), [config.id], config));
  return { CodeSigningConfig: describe(ctx, config) };
};

const untrustedOf = (text: string | undefined): SigningRecord['untrusted'] => (text === 'Enforce' ? 'Enforce' : 'Warn');

export const CreateCodeSigningConfig = operation('CreateCodeSigningConfig', (input, ctx) => {
  if (input.Tags) checkTags({}, input.Tags);
  return write(ctx, {
    id: `csc-${ctx.random(ID_LENGTH, ALPHABET)}`,
    description: input.Description ?? '',
    publishers: input.AllowedPublishers.SigningProfileVersionArns,
    untrusted: untrustedOf(input.CodeSigningPolicies?.UntrustedArtifactOnDeployment),
    tags: { ...input.Tags },
    modifiedMs: ctx.now(),
  });
});

export const GetCodeSigningConfig = operation('GetCodeSigningConfig', ({ CodeSigningConfigArn }, ctx) => ({
  CodeSigningConfig: describe(ctx, existing(ctx, CodeSigningConfigArn)),
}));

export const UpdateCodeSigningConfig = operation('UpdateCodeSigningConfig', (input, ctx) => {
  const before = existing(ctx, input.CodeSigningConfigArn);
  return write(ctx, {
    ...before,
    description: input.Description ?? before.description,
    publishers: input.AllowedPublishers?.SigningProfileVersionArns ?? before.publishers,
    untrusted: input.CodeSigningPolicies ? untrustedOf(input.CodeSigningPolicies.UntrustedArtifactOnDeployment) : before.untrusted,
    modifiedMs: ctx.now(),
  });
});

export const DeleteCodeSigningConfig = operation('DeleteCodeSigningConfig', ({ CodeSigningConfigArn }, ctx) => {
  const { id } = existing(ctx, CodeSigningConfigArn);
  if (ctx.records(functionsBySigning).range([id], { limit: 1 }).length > 0)
    throw conflict('The code signing configuration is used by functions: take it from them first.');
  ctx.write((tx) => tx.delete(ctx.records(signingConfigs), [id]));
});

export const ListCodeSigningConfigs = operation('ListCodeSigningConfigs', (input, ctx) => {
  const page = pageOf<[string], CodeSigningConfig>(input, (after, limit) =>
    ctx
      .records(signingConfigs)
      .entries([], { after, limit })
      .map(([key, config]) => [key, describe(ctx, config)]),
  );
  return { CodeSigningConfigs: page.items, NextMarker: page.NextMarker };
});

export const ListFunctionsByCodeSigningConfig = operation('ListFunctionsByCodeSigningConfig', (input, ctx) => {
  const { id } = existing(ctx, input.CodeSigningConfigArn);
  const page = pageOf<[string, string], string>(input, (after, limit) =>
    ctx
      .records(functionsBySigning)
      .entries([id], { after, limit })
      .map(([key, { name }]) => [key, functionArn(ctx, name)]),
  );
  return { FunctionArns: page.items, NextMarker: page.NextMarker };
});
