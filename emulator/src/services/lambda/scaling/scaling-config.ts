// Scaling of versions on managed instances: a minimum of environments is kept ready, and a maximum is enforced.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { operation } from '#model/lambda';
import { SCALE, type ScalingRecord, scalings } from '#services/lambda/concurrency/scaling-record';
import { deploymentOf } from '#services/lambda/execution/deployment';
import { executionOf } from '#services/lambda/execution/execution';
import { invalidParameter } from '#services/lambda/faults';
import { findVersion, named } from '#services/lambda/lookup/find-function';
import { functionArn, versionName } from '#services/lambda/lookup/function-name';
import { untilActive } from '#services/lambda/lookup/until-active';
import { SCALING_FAILED } from '#services/lambda/messages';
import { type VersionRecord, versions } from '#services/lambda/state';

const scaledKey = (name: string, version: number): string => `lambda.scaled/${name}/${version}`;

interface QualifiedFunction {
  readonly FunctionName: string;
  readonly Qualifier: string;
}

function managed(input: QualifiedFunction, ctx: Ctx): { name: string; version: Frozen<VersionRecord> } {
  const { name, qualifier } = named(input, ctx);
  if (qualifier === '$LATEST.PUBLISHED')
    throw invalidParameter('Nothing is published to $LATEST.PUBLISHED here: name a published version.');
  const { version } = findVersion({ name, qualifier }, ctx);
  if (!version.settings.capacity)
    throw invalidParameter(
      `A function scaling configuration is only for functions with a capacity provider; ${functionArn(ctx, name, qualifier)} has none.`,
    );
  return { name, version };
}

export const PutFunctionScalingConfig = operation('PutFunctionScalingConfig', (input, ctx) => {
  const { name, version } = managed(input, ctx);
  const { MinExecutionEnvironments: least = 0, MaxExecutionEnvironments: most } = input.FunctionScalingConfig ?? {};
  if (most !== undefined && least > most)
    throw invalidParameter('MinExecutionEnvironments must be less than or equal to MaxExecutionEnvironments.');
  const record: ScalingRecord = { name, version: version.version, least, most };
  ctx.write((tx) => {
    tx.put(ctx.records(scalings), [name, version.version], record);
    ctx.watch(tx, SCALE, [name, version.version], scaledKey(name, version.version));
  });
  return { FunctionState: version.state };
});

export const GetFunctionScalingConfig = operation('GetFunctionScalingConfig', (input, ctx) => {
  const { name, version } = managed(input, ctx);
  const record = ctx.records(scalings).get([name, version.version]);
  const config = record && {
    MinExecutionEnvironments: record.least,
    ...(record.most !== undefined && { MaxExecutionEnvironments: record.most }),
  };
  return {
    FunctionArn: functionArn(ctx, name, versionName(version.version)),
    ...(config && { AppliedFunctionScalingConfig: config, RequestedFunctionScalingConfig: config }),
  };
});

/** Runs after the configuration was put, and at each start of the emulator. */
export async function scale(name: string, version: number, ctx: Ctx): Promise<void> {
  const record = ctx.records(scalings).get([name, version]);
  if (!record) return;
  await untilActive(name, version, ctx);
  const found = ctx.records(versions).get([name, version]);
  if (found?.state !== 'Active') return;
  try {
    await executionOf(ctx).pool.provision(deploymentOf({ name, version, settings: found.settings }, ctx), record.least);
  } catch (error) {
    const facts = { name, version, count: record.least, reason: (error as Error).message };
    ctx.report(SCALING_FAILED, facts, { what: 'problem', resource: functionArn(ctx, name, versionName(version)) });
  }
}
