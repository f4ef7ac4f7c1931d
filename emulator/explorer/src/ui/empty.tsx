// A page that has nothing to show says what belongs there, how to make one, and in which other regions there are some.

import { readRegions } from '#api/management.ts';
import type { Scope } from '#api/model.ts';
import { listAll, type ResourceKind } from '#resources/registry.ts';
import { pathOf } from '#shell/paths.ts';
import { cliCommand } from './cli-command.ts';
import { Command } from './reason.tsx';
import { useLoaded } from './use-loaded.ts';

const MAX_REGIONS = 12;

interface EmptyProps {
  readonly about: string;
  readonly example: string;
  readonly scope: Scope;
  /** The kind that is looked for in other regions. */
  readonly kind?: ResourceKind;
}

export function Empty({ about, example, scope, kind }: EmptyProps) {
  const { value: elsewhere = [] } = useLoaded(`elsewhere ${kind?.id} ${scope.account} ${scope.region}`, () => lookElsewhere(kind, scope), {
    live: false,
  });
  return (
    <div class="empty">
      <p>{about}</p>
      <p class="dim">
        Nothing is in {scope.region} of account {scope.account} yet.
        {elsewhere.map(({ there, count }) => (
          <a key={`${there.account} ${there.region}`} href={pathOf(there, kind?.id)}>
            {' '}
            {count} in {there.region}
            {there.account === scope.account ? '' : ` of account ${there.account}`} →
          </a>
        ))}{' '}
        For example:
      </p>
      <Command text={cliCommand(example, scope)} />
    </div>
  );
}

async function lookElsewhere(kind: ResourceKind | undefined, scope: Scope) {
  if (!kind) return [];
  const regions = (await readRegions()).filter(({ account, region }) => account !== scope.account || region !== scope.region);
  const found = await Promise.all(
    regions.slice(0, MAX_REGIONS).map(async (there) => ({ there, count: (await listAll(kind, there, undefined, 1)).length })),
  );
  return found.filter(({ count }) => count > 0);
}
