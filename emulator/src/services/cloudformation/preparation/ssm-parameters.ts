// Reads the parameters of the account's store that parameters of SSM types name.
import type { Ctx } from '#core/ctx';
import { Fault } from '#core/fault';
import { isListType, knownLater, type ParameterValue, ssmType } from '#services/cloudformation/engine/parameters';
import { TemplateProblem } from '#services/cloudformation/engine/problem';
import type { Template } from '#services/cloudformation/engine/template';

interface Stored {
  readonly type: string;
  readonly value: string;
}

/**
 * The values with those of the store. Type is compared with type, whatever the text is (measured in 2026 by the authors of a compatibility
 * provider for Terraform; so is the refusal of secure strings).
 */
export async function resolveSsm(
  template: Template,
  given: Record<string, ParameterValue>,
  ctx: Ctx,
): Promise<Record<string, ParameterValue>> {
  const values = { ...given };
  const [missing, unsupported, incompatible, unvalued]: string[][] = [[], [], [], []];
  for (const [name, declaration] of Object.entries(template.parameters)) {
    const type = ssmType(declaration);
    if (type === undefined || !values[name] || knownLater(values[name])) continue;
    const key = values[name].value;
    const stored = await readSsm(key, ctx);
    if (!stored) declaration.Default === undefined ? unvalued!.push(name) : missing!.push(key);
    else if (stored.type === 'SecureString') unsupported!.push(key);
    else if (isListType(type) !== (stored.type === 'StringList')) incompatible!.push(key);
    else values[name] = { value: key, resolved: stored.value };
  }
  // A default counts as a value that cannot be fetched, a value that is given as none (recorded, August 2025).
  for (const name of unvalued!) throw new TemplateProblem(`Parameter ${name} should either have input value or default value`);
  refuse(missing!, (keys) => `Unable to fetch parameters [${keys}] from parameter store for this account.`);
  refuse(unsupported!, (keys) => `Parameters [${keys}] referenced by template have types not supported by CloudFormation.`);
  refuse(incompatible!, (keys) => `Types for SSM parameters [${keys}] defined in CFN template and SSM are incompatible`);
  return values;
}

function refuse(keys: readonly string[], says: (keys: string) => string): void {
  if (keys.length > 0) throw new TemplateProblem(says(keys.join(',')));
}

async function readSsm(name: string, ctx: Ctx): Promise<Stored | undefined> {
  try {
    const { Parameter } = await ctx.call('ssm', 'GetParameter', { Name: name });
    return Parameter?.Value === undefined ? undefined : { type: Parameter.Type ?? 'String', value: Parameter.Value };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'ParameterNotFound' || error.code === 'ParameterVersionNotFound') return undefined;
    throw new TemplateProblem(`Unable to fetch parameters [${name}] from parameter store for this account: ${error.message}`);
  }
}
