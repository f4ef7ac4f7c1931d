// Finds the parameter and the version that a request names.
import type { Ctx } from '#core/ctx';
import type { Fault } from '#core/fault';
import { unmodelled } from '#core/operation';
import type { Frozen } from '#core/records';
import { fault } from '#model/ssm';
import { otherSpelling, parseParameterRef, readFlaw } from './parameter-name.ts';
import { type Parameter, parameters, type Version, versions } from './state.ts';

export const invalid = (message: string): Fault => unmodelled('ValidationException', message);

/**
 * The error has no message (localstack/localstack, tests/aws/services/cloudformation/api/test_changesets.py::TestUpdates::test_deleting_resource;
 * 2025-06). Traces name the parameter.
 */
export const notFound = (name: string): Fault =>
  fault('ParameterNotFound', '', {
    remedy: `Parameter ${name} not found.${/^\/aws\/service\//.test(name) ? ' Of the public parameters only images and regions are known here.' : ''}`,
  });

/** The name under which the parameter exists: at the root it may have been created with or without its slash. */
export function storedName(name: string, ctx: Ctx): string {
  const other = otherSpelling(name);
  return other !== undefined && !ctx.records(parameters).has([name]) && ctx.records(parameters).has([other]) ? other : name;
}

/** Finds a parameter by name alone. */
export function findNamed(given: string, ctx: Ctx): Frozen<Parameter> {
  const name = given.trim();
  const flaw = readFlaw(name);
  if (flaw !== undefined) throw invalid(flaw);
  const parameter = ctx.records(parameters).get([storedName(name, ctx)]);
  if (!parameter) throw notFound(name);
  return parameter;
}

export interface LocatedParameter {
  readonly parameter: Frozen<Parameter>;
  readonly version: Frozen<Version>;
  readonly selector: string;
}

/** Finds a parameter by name or ARN, with a version or label. */
export function findAsked(text: string, ctx: Ctx): LocatedParameter {
  const asked = parseParameterRef(text, ctx);
  const flaw = asked && readFlaw(asked.names[0] ?? '');
  if (flaw !== undefined) throw invalid(flaw);
  for (const name of asked?.names ?? []) {
    const parameter = ctx.records(parameters).get([name]);
    if (parameter && asked) return { parameter, version: selected(parameter, asked.selector.slice(1), ctx), selector: asked.selector };
  }
  throw notFound(text.trim());
}

export const latestOf = ({ name, latest }: Frozen<Parameter>, ctx: Ctx): Frozen<Version> =>
  ctx.records(versions).get([name, latest]) as Frozen<Version>;

export const versionLabelled = (name: string, label: string, ctx: Ctx): Frozen<Version> | undefined =>
  ctx
    .records(versions)
    .range([name])
    .find(({ labels }) => labels.includes(label));

function selected(parameter: Frozen<Parameter>, selector: string, ctx: Ctx): Frozen<Version> {
  if (selector === '') return latestOf(parameter, ctx);
  const { name } = parameter;
  if (!/^\d+$/.test(selector)) {
    const labelled = versionLabelled(name, selector, ctx);
    if (!labelled)
      throw fault(
        'ParameterVersionNotFound',
        `Systems Manager could not find label ${selector} of ${name}. Verify the label and try again.`,
      );
    return labelled;
  }
  return findVersion(name, Number(selector), ctx);
}

export function findVersion(name: string, number: number, ctx: Ctx): Frozen<Version> {
  const version = Number.isSafeInteger(number) && number > 0 ? ctx.records(versions).get([name, number]) : undefined;
  if (!version)
    throw fault(
      'ParameterVersionNotFound',
      `Systems Manager could not find version ${number} of ${name}. Verify the version and try again.`,
    );
  return version;
}
