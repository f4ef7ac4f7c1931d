// Parameters by name: GetParameter, GetParameters, GetParameterHistory.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { operation, type Parameter as ShownParameter } from '#model/ssm';
import { findAsked, invalid } from './find-parameter.ts';
import { pageOfValues } from './pages.ts';
import { publicParameter } from './public-parameters.ts';
import { isSecretReference, readSecret } from './secret-reference.ts';
import { readValue, showFacts, showValue } from './show.ts';
import { versions } from './state.ts';

const HISTORY_PAGE = 50;

/** A parameter of the account, a public one, or a secret. */
async function readParameter(name: string, decrypted: boolean | undefined, ctx: Ctx): Promise<ShownParameter> {
  if (isSecretReference(name)) return readSecret(name, decrypted, ctx);
  const known = publicParameter(name.trim(), ctx);
  if (known) return known;
  const { parameter, version, selector } = findAsked(name, ctx);
  return showValue(parameter, version, { decrypted, selector }, ctx);
}

export const GetParameter = operation('GetParameter', async ({ Name, WithDecryption }, ctx) => ({
  Parameter: await readParameter(Name, WithDecryption, ctx),
}));

/** Parameters that are not found are listed in the answer; they are no error. */
export const GetParameters = operation('GetParameters', async ({ Names, WithDecryption }, ctx) => {
  const read = await Promise.all(
    [...new Set(Names)].map(async (name) => {
      try {
        return { name, parameter: await readParameter(name, WithDecryption, ctx) };
      } catch (error) {
        if (!(error instanceof Fault) || error.code === 'ValidationException') throw error;
        return { name, parameter: undefined };
      }
    }),
  );
  return {
    Parameters: read.flatMap(({ parameter }) => parameter ?? []),
    InvalidParameters: read.flatMap(({ name, parameter }) => (parameter ? [] : [name])),
  };
});

export const GetParameterHistory = operation('GetParameterHistory', async ({ Name, WithDecryption, MaxResults, NextToken: token }, ctx) => {
  const { parameter, selector } = findAsked(Name, ctx);
  if (selector !== '') throw invalid('A parameter version or label cannot be given when the history is asked for.');
  const { name } = parameter;
  const { items, NextToken } = pageOfValues(ctx.records(versions), [name], { limit: MaxResults ?? HISTORY_PAGE, token });
  const shown = items.map(async (version) => ({
    ...showFacts(parameter, version),
    Value: await readValue(name, version, WithDecryption, ctx),
    Labels: version.labels,
  }));
  return { Parameters: await Promise.all(shown), NextToken };
});
