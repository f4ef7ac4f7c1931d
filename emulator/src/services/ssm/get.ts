// Parameters by name: GetParameter, GetParameters, GetParameterHistory.
import { Fault } from '#core/fault';
import { operation } from '#model/ssm';
import { findAsked, invalid, type LocatedParameter } from './find-parameter.ts';
import { pageOf } from './pages.ts';
import { readValue, showFacts, showValue } from './show.ts';
import { versions } from './state.ts';

const HISTORY_PAGE = 50;

export const GetParameter = operation('GetParameter', async ({ Name, WithDecryption: decrypted }, ctx) => {
  const { parameter, version, selector } = findAsked(Name, ctx);
  return { Parameter: await showValue(parameter, version, { decrypted, selector }, ctx) };
});

/** Parameters that are not found are listed in the answer; they are no error. */
export const GetParameters = operation('GetParameters', async ({ Names, WithDecryption: decrypted }, ctx) => {
  const found: LocatedParameter[] = [];
  const InvalidParameters: string[] = [];
  for (const name of new Set(Names)) {
    try {
      found.push(findAsked(name, ctx));
    } catch (error) {
      if (!(error instanceof Fault) || error.code === 'ValidationException') throw error;
      InvalidParameters.push(name);
    }
  }
  const shown = found.map(({ parameter, version, selector }) => showValue(parameter, version, { decrypted, selector }, ctx));
  return { Parameters: await Promise.all(shown), InvalidParameters };
});

export const GetParameterHistory = operation('GetParameterHistory', async ({ Name, WithDecryption, MaxResults, NextToken }, ctx) => {
  const { parameter, selector } = findAsked(Name, ctx);
  if (selector !== '') throw invalid('A parameter version or label cannot be given when the history is asked for.');
  const { name } = parameter;
  const { items, nextToken } = pageOf(ctx.records(versions), [name], { limit: MaxResults ?? HISTORY_PAGE, token: NextToken });
  const shown = items.map(async ([, version]) => ({
    ...showFacts(parameter, version),
    Value: await readValue(name, version, WithDecryption, ctx),
    Labels: version.labels,
  }));
  return { Parameters: await Promise.all(shown), NextToken: nextToken };
});
