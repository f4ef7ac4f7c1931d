// Problems: the ledger of failures that nobody handled, the newest first.
import { recentProblems } from '#api/management.ts';
import { useQuery } from '#shell/query.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Choice, FilterField, hasWords, wordsIn } from '#ui/filter.tsx';
import { Heading, Loaded } from '#ui/parts.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { ProblemList } from './problem-list.tsx';

const MAX_SHOWN = 100;

export function Page({ scope }: ToolProps) {
  const [{ q = '', what = '' }, setQuery] = useQuery();
  const loaded = useLoaded('problems', recentProblems);
  const words = wordsIn(q);
  return (
    <>
      <Heading title="Problems" />
      <Loaded of={loaded}>
        {(all) => {
          const found = all.filter((problem) => (what === '' || problem.what === what) && hasWords(JSON.stringify(problem), words));
          const kinds = [...new Set(all.map((problem) => problem.what))].sort();
          return (
            <>
              <div class="tools">
                <FilterField
                  label="Filter problems"
                  placeholder="Resource, code, words, request id"
                  value={q}
                  onType={(text) => setQuery({ q: text })}
                />
                <Choice
                  label="What failed"
                  value={what}
                  options={[['', 'whatever failed'], ...kinds]}
                  onChoose={(one) => setQuery({ what: one })}
                />
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
