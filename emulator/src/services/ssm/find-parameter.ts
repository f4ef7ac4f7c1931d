// Finds the parameter and the version that a request names.
import type { Ctx } from '#core/call';
import type { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import type { Frozen } from '#core/records';
import { fault } from '#model/ssm';
import { readAsked, readFlaw } from './parameter-name.ts';
import { type Parameter, parameters, type Version, versions } from './state.ts';

export const invalid = (message: string): Fault => unmodelled('ValidationException', message);

/** The real service says nothing at all here; a name helps. */
export const notFound = (name: string): Fault =>
  fault('ParameterNotFound', `Parameter ${name} not found.${/^\/aws\/service\//.test(name) ? ' Public parameters are not emulated.' : ''}`);

/** By name alone. */
export function findNamed(ctx: Ctx, given: string): Frozen<Parameter> {
  const name = given.trim();
  const flaw = readFlaw(name);
  if (flaw !== undefined) throw invalid(flaw);
  const parameter = ctx.records(parameters).get([name]);
  if (!parameter) throw notFound(name);
  return parameter;
}

export interface LocatedParameter {
  readonly parameter: Frozen<Parameter>;
  readonly version: Frozen<Version>;
  readonly selector: string;
}

/** By name, ARN, and version or label. */
export function findAsked(ctx: Ctx, text: string): LocatedParameter {
  const asked = readAsked(text, ctx);
  const flaw = asked && readFlaw(asked.names[0] ?? '');
  if (flaw !== undefined) throw invalid(flaw);
  for (const name of asked?.names ?? []) {
    const parameter = ctx.records(parameters).get([name]);
    if (parameter && asked) return { parameter, version: selected(ctx, parameter, asked.selector.slice(1)), selector: asked.selector };
  }
  throw notFound(text.trim());
}

export const latestOf = (ctx: Ctx, { name, latest }: Frozen<Parameter>): Frozen<Version> =>
  ctx.records(versions).get([name, latest]) as Frozen<Version>;

export const versionLabelled = (ctx: Ctx, name: string, label: string): Frozen<Version> | undefined =>
  ctx
    .records(versions)
    .range([name])
    .find(({ labels }) => labels.includes(label));

function selected(ctx: Ctx, parameter: Frozen<Parameter>, selector: string): Frozen<Version> {
  if (selector === '') return latestOf(ctx, parameter);
  const { name } = parameter;
  if (!/^\d+$/.test(selector)) {
    const labelled = versionLabelled(ctx, name, selector);
    if (!labelled)
      throw fault(
        'ParameterVersionNotFound',
        `Systems Manager could not find label ${selector} of ${name}. Verify the label and try again.`,
      );
    return labelled;
  }
  return findVersion(ctx, name, Number(selector));
}

export function findVersion(ctx: Ctx, name: string, number: number): Frozen<Version> {
  const version = Number.isSafeInteger(number) && number > 0 ? ctx.records(versions).get([name, number]) : undefined;
  if (!version)
    throw fault(
      'ParameterVersionNotFound',
      `Systems Manager could not find version ${number} of ${name}. Verify the version and try again.`,
    );
  return version;
}
