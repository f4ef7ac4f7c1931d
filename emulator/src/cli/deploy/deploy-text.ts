// The first and the last lines of a deployment.
import type { DeployedStack } from 'cloud-emulator-stacks/deploy-stack';
import type { Target } from 'cloud-emulator-stacks/target';
import pc from 'picocolors';

export const heading = (what: string, { url, account, region }: Target): string =>
  `${what} ${pc.dim(`at ${url}, account ${account}, region ${region}`)}`;

export const capabilitiesNote = (capabilities: readonly string[]): string =>
  pc.dim(`  Capabilities given: ${capabilities.join(', ')}; --capabilities names others.`);

/** The status, and the outputs with the addresses that answer here. */
export function resultLines({ stackName, status, isChanged, outputs }: DeployedStack): string[] {
  const first = isChanged
    ? `${pc.green('✓')} ${pc.bold(stackName)} ${status}`
    : `${pc.green('✓')} ${pc.bold(stackName)} has no changes (${status}).`;
  if (outputs.length === 0) return [first];
  const width = Math.max(...outputs.map(({ name }) => name.length));
  return [
    first,
    '',
    ...outputs.flatMap(({ name, value, local }) => [
      `  ${name.padEnd(width)}  ${value}`,
      ...(local === undefined ? [] : [`  ${' '.repeat(width)}  ${pc.dim('here:')} ${local}`]),
    ]),
  ];
}
