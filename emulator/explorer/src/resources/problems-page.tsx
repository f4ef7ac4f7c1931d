// Problems: the ledger of failures that nobody handled, the newest first.
import { recentProblems } from '#api/problems.ts';
import { useQuery } from '#shell/query.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Heading, Loaded } from '#ui/parts.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { ProblemList } from './problem-list.tsx';

const MAX_SHOWN = 100;

export function Page({ scope }: ToolProps) {
  const [{ q = '', what = '' }, setQuery] = useQuery();
  const loaded = useLoaded('problems', recentProblems);
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    <>
      <Heading title="Problems" />
      <Loaded of={loaded}>
        {(all) => {
          const found = all.filter((problem) => {
            const text = JSON.stringify(problem).toLowerCase();
            return (what === '' || problem.what === what) && words.every((word) => text.includes(word));
          });
          return (
            <>
              <div class="tools">
                <input
                  class="filter"
                  type="search"
                  aria-label="Filter problems"
                  placeholder="Resource, code, words, request id"
                  value={q}
                  onInput={({ currentTarget }) => setQuery({ q: currentTarget.value })}
                />
                <select aria-label="What failed" value={what} onChange={({ currentTarget }) => setQuery({ what: currentTarget.value })}>
                  <option value="">whatever failed</option>
                  {[...new Set(all.map((problem) => problem.what))].sort().map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </select>
                <span class="count">{found.length}</span>
              </div>
              {found.length > 0 && <ProblemList problems={found.slice(0, MAX_SHOWN)} scope={scope} />}
              {found.length === 0 && (
                <p class="dim">
                  {all.length === 0
                    ? 'Nothing has failed. Failures that nobody handled stand here: of functions, deliveries, executions, requests and deployments.'
                    : 'No problem fits.'}
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}
