// GetFunction, GetFunctionConfiguration, ListFunctions.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { type FunctionCodeLocation, type FunctionConfiguration, operation } from '#model/lambda';
import { codeLocation } from '#services/lambda/code/location';
import { findFunction, findVersion, named } from '#services/lambda/lookup/find-function';
import { versionName } from '#services/lambda/lookup/function-name';
import { pageOfKeyed } from '#services/lambda/lookup/pages';
import { inOwnersAccount } from '#services/lambda/permissions/across-accounts';
import { functions, type Settings, versions } from '#services/lambda/state';
import { configuration, listed } from './describe.ts';
import { imageLocation } from './image.ts';

export const GetFunction = operation(
  'GetFunction',
  inOwnersAccount((input, ctx) => {
    const { name, qualifier } = named(input, ctx);
    const fn = findFunction(name, ctx, qualifier);
    const { version } = findVersion({ name, qualifier }, ctx);
    return {
      Configuration: configuration(ctx, version, { name, qualifier }),
      Code: codeOf(version.settings, ctx),
      ...(Object.keys(fn.tags).length > 0 && !isVersion(qualifier) && { Tags: fn.tags }),
      ...(fn.reserved !== undefined && { Concurrency: { ReservedConcurrentExecutions: fn.reserved } }),
    };
  }),
);

/** Tags are those of the function, and not told of a version (localstack/localstack, cloudformation/resources/test_lambda.py::test_lambda_version; 2024). */
const isVersion = (qualifier: string | undefined): boolean => /^\d+$/.test(qualifier ?? '');

function codeOf({ code, image, codeKmsKeyArn }: Frozen<Settings>, ctx: Ctx): FunctionCodeLocation {
  if (image) return imageLocation(image);
  return {
    RepositoryType: 'S3',
    ...(code && { Location: codeLocation(code, ctx) }),
    ...(codeKmsKeyArn && { SourceKMSKeyArn: codeKmsKeyArn }),
  };
}

export const GetFunctionConfiguration = operation(
  'GetFunctionConfiguration',
  inOwnersAccount((input, ctx) => {
    const { name, qualifier } = named(input, ctx);
    findFunction(name, ctx, qualifier);
    return configuration(ctx, findVersion({ name, qualifier }, ctx).version, { name, qualifier });
  }),
);

export const ListFunctions = operation('ListFunctions', (input, ctx) => {
  const page =
    input.FunctionVersion === 'ALL'
      ? pageOfKeyed<[string, number], FunctionConfiguration>(input, (after, limit) =>
          ctx
            .records(versions)
            .entries([], { after, limit })
            .map(([key, version]) => [key, listed(ctx, version, { name: key[0], qualifier: versionName(key[1]) })]),
        )
      : pageOfKeyed<[string], FunctionConfiguration>(input, (after, limit) =>
          ctx
            .records(functions)
            .entries([], { after, limit })
            .map(([key, { name }]) => [key, listed(ctx, ctx.records(versions).get([name, 0])!, { name })]),
        );
  return { Functions: page.items, NextMarker: page.NextMarker };
});
