// Finds the function that a person names: by its name, its ARN, or its logical id in a stack.
import type { StackFunction } from '#hot-reload/loop/deployed-functions';
import { distance } from '#lib/edit-distance';
import { EmulatorError } from '#lib/emulator-error';
import { type FunctionConfiguration, type FunctionScope, functionConfiguration, listFunctions } from './functions.ts';
import { FUNCTION_UNKNOWN } from './messages.ts';
import { chosenRegion } from './region.ts';
import { stackFunctions } from './stack-functions.ts';

export interface LocatedFunction {
  readonly name: string;
  readonly qualifier: string | undefined;
  readonly scope: FunctionScope;
  readonly configuration: FunctionConfiguration;
}

/** Names that are suggested at most. */
const MAX_NEAR = 5;
const ARN = /^arn:[\w-]+:lambda:([\w-]+):(\d{12}):function:([^:]+)(?::(.+))?$/;
const WITH_QUALIFIER = /^([^:/]+):([^:/]+)$/;

/**
 * @param text `orders`, `orders:live`, an ARN, `OrdersFunction`, or `shop/OrdersFunction` where several stacks have one
 * @throws EmulatorError FUNCTION_UNKNOWN with names that are near, NOT_RUNNING
 */
export async function locateFunction(text: string, given: string | undefined, url: string): Promise<LocatedFunction> {
  const { region, from } = chosenRegion();
  const [, arnRegion, account, arnName, arnQualifier] = ARN.exec(text) ?? [];
  const [, plainName, plainQualifier] = WITH_QUALIFIER.exec(text) ?? [];
  const scope: FunctionScope = { url, region: arnRegion ?? region, account };
  const qualifier = given ?? arnQualifier ?? plainQualifier;
  const name = arnName ?? plainName ?? text;
  const configuration = await functionConfiguration(name, qualifier, scope);
  if (configuration) return { name, qualifier, scope, configuration };
  const stacked = await stackFunctions(scope);
  const matching = arnName === undefined ? byLogicalId(name, stacked) : [];
  if (matching.length > 1)
    throw new EmulatorError(FUNCTION_UNKNOWN, `Several stacks have a function ${name}.`, {
      hint: `Name one: ${matching.map(({ stack, logicalId }) => `${stack}/${logicalId}`).join(', ')}.`,
    });
  const [only] = matching;
  const behind = only && (await functionConfiguration(only.name, qualifier, scope));
  if (only && behind) return { name: only.name, qualifier, scope, configuration: behind };
  const names = ((await listFunctions(scope)) ?? []).map((each) => each.FunctionName);
  const where = `${scope.region}${arnRegion === undefined ? ` (${from})` : ''}`;
  if (names.includes(name) || only)
    throw new EmulatorError(FUNCTION_UNKNOWN, `The function ${only?.name ?? name} has no version or alias ${qualifier}.`, {
      hint: 'Without --qualifier, $LATEST is taken.',
    });
  throw new EmulatorError(FUNCTION_UNKNOWN, `There is no function ${name} in ${where}.`, { hint: hintFor(name, names, stacked) });
}

/** The CDK puts eight hexadecimal digits behind the id in the code. */
function byLogicalId(text: string, stacked: readonly StackFunction[]): StackFunction[] {
  const [, stack, id = text] = /^([^/]+)\/(.+)$/.exec(text) ?? [];
  const inStack = stacked.filter((each) => stack === undefined || each.stack === stack);
  const exact = inStack.filter(({ logicalId }) => logicalId === id);
  if (exact.length > 0) return exact;
  return inStack.filter(({ logicalId }) => logicalId.startsWith(id) && /^[0-9A-F]{8}$/.test(logicalId.slice(id.length)));
}

function hintFor(name: string, names: readonly string[], stacked: readonly StackFunction[]): string {
  if (names.length === 0) return 'No function was created in this region; AWS_REGION names another one.';
  const near = nearNames(name, [...new Set([...names, ...stacked.map(({ logicalId }) => logicalId)])]);
  if (near.length > 0) return `Did you mean ${near.join(', ')}?`;
  const more = names.length > MAX_NEAR ? ` and ${names.length - MAX_NEAR} more` : '';
  return `There are ${names.slice(0, MAX_NEAR).join(', ')}${more}.`;
}

/** Names that contain the text, or differ in a third of it at most; the nearest first. */
export function nearNames(text: string, names: readonly string[]): string[] {
  const wanted = text.toLowerCase();
  const far = Math.ceil(wanted.length / 3);
  return names
    .map((name) => ({ name, steps: stepsBetween(wanted, name.toLowerCase()) }))
    .filter(({ steps }) => steps <= far)
    .sort((a, b) => a.steps - b.steps || a.name.localeCompare(b.name))
    .slice(0, MAX_NEAR)
    .map(({ name }) => name);
}

const stepsBetween = (wanted: string, name: string): number =>
  wanted.length > 2 && (name.includes(wanted) || wanted.includes(name)) ? 0 : distance(wanted, name);

/** The name of the function in the region, where there is only one. @throws EmulatorError FUNCTION_UNKNOWN */
export async function onlyFunction(url: string): Promise<string> {
  const { region, from } = chosenRegion();
  const names = ((await listFunctions({ url, region })) ?? []).map((each) => each.FunctionName);
  const [only] = names;
  if (names.length === 1 && only !== undefined) return only;
  throw new EmulatorError(FUNCTION_UNKNOWN, names.length === 0 ? `There is no function in ${region} (${from}).` : 'Name the function.', {
    hint:
      names.length === 0
        ? 'AWS_REGION names another region.'
        : `There are ${names.slice(0, MAX_NEAR).join(', ')}${names.length > MAX_NEAR ? ' and more' : ''}.`,
  });
}
