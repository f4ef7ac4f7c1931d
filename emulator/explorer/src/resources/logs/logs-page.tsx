// Logs: choose a group, read its lines as they come.
import { kindOf, listAll } from '#resources/registry.ts';
import { useQuery } from '#shell/query.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Heading, Loading, Problem } from '#ui/parts.tsx';
import { apiOf } from '#ui/resource.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { LogView } from './log-view.tsx';

export function Page({ scope }: ToolProps) {
  const [{ group = '' }, setQuery] = useQuery();
  const { value, error, reload } = useLoaded(`groups ${scope.account} ${scope.region}`, async () => {
    const groups = (await listAll(kindOf('log-groups')!, scope)) as { logGroupName: string }[];
    return groups.map(({ logGroupName }) => logGroupName);
  });
  const chosen = group || value?.[0] || '';
  return (
    <>
      <Heading title="Logs">
        {chosen && (
          <select
            aria-label="Log group"
            value={chosen}
            onChange={({ currentTarget }) => setQuery({ group: currentTarget.value, filter: '' }, true)}
          >
            {[...new Set([...(value ?? []), chosen])].filter(Boolean).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Heading>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {value === undefined && error === undefined && <Loading />}
      {value?.length === 0 && !group && (
        <p class="dim">There is no log group in {scope.region} yet. A function makes its own with its first invocation.</p>
      )}
      {chosen && <LogView key={chosen} group={chosen} api={apiOf(scope)} />}
    </>
  );
}
