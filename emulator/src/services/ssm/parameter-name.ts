// Names of parameters: the rules for them, and the parts of a request's name (`name`, `name:3`, `name:label`, an ARN).

import { arnHere } from '#core/arn-here';
import type { RegionScope } from '#core/region-scope';
import { formatArn } from '#lib/arn';

export interface NameFlaw {
  readonly code: 'ValidationException' | 'AccessDeniedException' | 'HierarchyLevelLimitExceededException';
  readonly message: string;
}

/** Limit: levels of a parameter's name. */
const MAX_LEVELS = 15;
/** Limit: characters of a parameter's ARN. */
const MAX_CHARACTERS = 1011;
const NOT_QUALIFIED = 'Parameter name must be a fully qualified name.';
const BAD_NAME =
  'Parameter name: can\'t be prefixed with "ssm" (case-insensitive). If formed as a path, it can consist of sub-paths divided by slash symbol; each sub-path can be formed as a mix of letters, numbers and the following 3 symbols .-_';
const BAD_PREFIX = 'Parameter name: can\'t be prefixed with "aws" or "ssm" (case-insensitive).';
const BAD_PATH =
  'The parameter doesn\'t meet the parameter name requirements. The parameter name must begin with a forward slash "/". It can\'t be prefixed with \\"aws\\" or \\"ssm\\" (case-insensitive). It must use only letters, numbers, or the following symbols: . (period), - (hyphen), _ (underscore). Special characters are not allowed. All sub-paths, if specified, must use the forward slash symbol "/". Valid example: /get/parameters2-/by1./path0_.';
const WELL_FORMED = /^(?:\/?[\w.-]+|(?:\/[\w.-]+)+)$/;

/** The error text for a name that cannot be read. */
export const readFlaw = (name: string): string | undefined => (WELL_FORMED.test(name) ? undefined : BAD_NAME);

/** The error for a name that cannot be created. */
export function createFlaw(name: string, scope: RegionScope): NameFlaw | undefined {
  const isPath = name.lastIndexOf('/') > 0;
  if (/^\/aws\//i.test(name)) return { code: 'AccessDeniedException', message: `No access to reserved parameter name: ${name}.` };
  if (/^[\w.-]+\//.test(name)) return { code: 'ValidationException', message: NOT_QUALIFIED };
  const flaw = readFlaw(name) ?? (/^\/?(?:aws|ssm)/i.test(name) ? (isPath ? BAD_NAME : BAD_PREFIX) : undefined);
  if (flaw !== undefined) return { code: 'ValidationException', message: flaw };
  if (name.split('/').length - (name.startsWith('/') ? 1 : 0) > MAX_LEVELS)
    return {
      code: 'HierarchyLevelLimitExceededException',
      message: `A hierarchy can have a maximum of ${MAX_LEVELS} levels. For more information, see Requirements and constraints for parameter names in the AWS Systems Manager User Guide.`,
    };
  if (parameterArn(scope, name).length > MAX_CHARACTERS)
    return { code: 'ValidationException', message: `Parameter name: the ARN must not be longer than ${MAX_CHARACTERS} characters.` };
  return undefined;
}

/** The other spelling of a name at the root: `x` and `/x` are one parameter. Undefined for names of several levels. */
export const otherSpelling = (name: string): string | undefined =>
  name.lastIndexOf('/') > 0 ? undefined : name.startsWith('/') ? name.slice(1) : `/${name}`;

/** The error text for an invalid path. */
export const pathFlaw = (path: string): string | undefined => (path === '/' || /^(?:\/[\w.-]+)+\/?$/.test(path) ? undefined : BAD_PATH);

export const parameterArn = ({ account, region }: RegionScope, name: string): string =>
  formatArn({ service: 'ssm', region, account, resource: `parameter${name.startsWith('/') ? '' : '/'}${name}` });

export interface ParameterRef {
  /** The candidates in the order of lookup: an ARN does not say whether the name starts with a slash. */
  readonly names: readonly string[];
  /** `:3` or `:label`; '' without a selector. */
  readonly selector: string;
}

/** Undefined for an ARN of another service, account or region. */
export function parseParameterRef(text: string, scope: RegionScope): ParameterRef | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('arn:')) return withSelector(trimmed, (name) => [name, otherSpelling(name) ?? []].flat());
  const arn = arnHere(trimmed, 'ssm', scope);
  if (arn?.account !== scope.account || !arn.resource.startsWith('parameter/')) return undefined;
  return withSelector(arn.resource.slice('parameter'.length), (name) => [name, name.slice(1)]);
}

function withSelector(text: string, namesOf: (name: string) => string[]): ParameterRef {
  const colon = text.indexOf(':');
  return colon < 0 ? { names: namesOf(text), selector: '' } : { names: namesOf(text.slice(0, colon)), selector: text.slice(colon) };
}
