// Lists parameters by path and by filter.

import type { Ctx } from '#core/ctx';
import type { PageRequest } from '#core/page';
import type { Frozen } from '#core/records';
import { operation } from '#model/ssm';
import { absolute, type Filter, isUnder, passes, readFilters } from './filters.ts';
import { invalid, latestOf, versionLabelled } from './find-parameter.ts';
import { pageOfItems, pageOfValues } from './pages.ts';
import { pathFlaw } from './parameter-name.ts';
import { publicParametersUnder } from './public-parameters.ts';
import { showFacts, showValue } from './show.ts';
import { type Parameter, parameters, type Version } from './state.ts';

const BY_PATH_PAGE = 10;
const DESCRIBE_PAGE = 50;
const PUBLIC = '/aws/service/';

export const GetParametersByPath = operation('GetParametersByPath', async (input, ctx) => {
  const path = input.Path.trim();
  const flaw = pathFlaw(path);
  if (flaw !== undefined) throw invalid(flaw);
  const filters = readFilters(input.ParameterFilters ?? [], 'path');
  const known = path.startsWith(PUBLIC) ? publicParametersUnder(path, input.Recursive ?? false, ctx) : undefined;
  if (known) {
    // All are of the type String; they have neither keys nor labels
    const passing = filters.every(({ key, values }) => key === 'Type' && values.includes('String')) ? known : [];
    const page = { limit: input.MaxResults ?? BY_PATH_PAGE, token: input.NextToken };
    const { items, NextToken } = pageOfItems(passing, ({ Name }): [string] => [Name], page);
    return { Parameters: [...items], NextToken };
  }
  const label = filters.find(({ key }) => key === 'Label');
  const chosen = (parameter: Frozen<Parameter>): Frozen<Version> | undefined =>
    label ? firstOf(label.values, (value) => versionLabelled(parameter.name, value, ctx)) : latestOf(parameter, ctx);
  const { items, NextToken } = pageOfValues(
    ctx.records(parameters),
    [],
    { limit: input.MaxResults ?? BY_PATH_PAGE, token: input.NextToken },
    {
      startsWith: startOf(path),
      keep: (parameter) => {
        const version = isUnder(parameter.name, path, input.Recursive ?? false) ? chosen(parameter) : undefined;
        return version !== undefined && passes(filters, { parameter, version });
      },
    },
  );
  const shown = items.map((parameter) => {
    const version = chosen(parameter) as Frozen<Version>;
    const selector = label ? `:${label.values.find((value) => version.labels.includes(value))}` : '';
    return showValue(parameter, version, { decrypted: input.WithDecryption, selector }, ctx);
  });
  return { Parameters: await Promise.all(shown), NextToken };
});

/** The beginning of all names below a path. Below `/` there are names without a slash, too, so there is none. */
const startOf = (path: string): string | undefined => (path === '/' ? undefined : path.endsWith('/') ? path : `${path}/`);

function firstOf<T, R>(values: readonly T[], find: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const DescribeParameters = operation('DescribeParameters', (input, ctx) => {
  const { Filters: old = [], ParameterFilters: given = [], NextToken: token, MaxResults: limit = DESCRIBE_PAGE } = input;
  if (old.length > 0 && given.length > 0) throw invalid('You can use either Filters or ParameterFilters in a single request.');
  // Parameters are not shared between accounts here.
  if (input.Shared) return { Parameters: [] };
  const filters: Filter[] =
    old.length > 0
      ? old.map(({ Key, Values }) => ({ key: Key, option: Key === 'Name' ? 'BeginsWith' : 'Equals', values: Values }))
      : readFilters(given, 'describe');
  const { found, NextToken } = select(filters, { limit, token }, ctx);
  return { Parameters: found.map((parameter) => showFacts(parameter, latestOf(parameter, ctx))), NextToken };
});

/** Reads as few parameters as the filters allow: full names are looked up, and a common beginning is a range. */
function select(
  filters: readonly Filter[],
  { limit, token }: PageRequest,
  ctx: Ctx,
): { found: readonly Frozen<Parameter>[]; NextToken: string | undefined } {
  const keep = (parameter: Frozen<Parameter>): boolean => passes(filters, { parameter, version: latestOf(parameter, ctx) });
  const named = filters.find(({ key, option }) => key === 'Name' && option === 'Equals');
  if (!named) {
    const { items, NextToken } = pageOfValues(ctx.records(parameters), [], { limit, token }, { startsWith: commonStart(filters), keep });
    return { found: items, NextToken };
  }
  const names = new Set(named.values.flatMap((value) => [absolute(value), absolute(value).slice(1)]));
  const all = [...names].flatMap((name) => ctx.records(parameters).get([name]) ?? []).filter(keep);
  const { items, NextToken } = pageOfItems(all, ({ name }) => [name], { limit, token });
  return { found: items, NextToken };
}

/** The beginning that all matching names have. Only of two or more levels: shorter ones exist with and without a slash. */
function commonStart(filters: readonly Filter[]): string | undefined {
  const path = filters.find(({ key, values }) => key === 'Path' && values.length === 1)?.values[0];
  if (path !== undefined) return startOf(path);
  const start = filters.find(({ key, option, values }) => key === 'Name' && option === 'BeginsWith' && values.length === 1)?.values[0];
  return start?.startsWith('/') && start.indexOf('/', 1) > 0 ? start : undefined;
}
