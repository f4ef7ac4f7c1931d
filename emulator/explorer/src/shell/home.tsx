// Home: what went wrong lately, how many resources of each kind there are here, and what to do first where there are none.

import { readCollections, readRegions, recentProblems } from '#api/management.ts';
import type { Scope } from '#api/model.ts';
import { GROUPS, KINDS, listAll } from '#resources/registry.ts';
import { cliCommand } from '#ui/cli-command.ts';
import { firstLine } from '#ui/first-line.ts';
import { shownCount } from '#ui/format.ts';
import { Heading, Time } from '#ui/parts.tsx';
import { Command } from '#ui/reason.tsx';
import { Breakable } from '#ui/text.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { pathOf } from './paths.ts';
import { version } from './session.ts';
import { TOOLS } from './tools.ts';

/** Pages that are read to count; a kind with more shows `+`. */
const MAX_COUNTED_PAGES = 4;
const MAX_PROBLEMS = 6;
const MAX_PLACES = 12;

/** By the id of the kind; kinds of which there are none are absent. */
type Counts = Readonly<Record<string, string>>;

/** Kinds without a record are not listed, so that their services need not load. */
async function countAll(scope: Scope, show: (counts: Counts) => void): Promise<Counts> {
  const held = await readCollections(scope);
  const used = KINDS.filter(({ records }) => held.has(records));
  const counts: Record<string, string> = Object.fromEntries(used.map(({ id }) => [id, '…']));
  await Promise.all(
    used.map(async (kind) => {
      let more = false;
      const items = await listAll(kind, scope, () => (more = true), MAX_COUNTED_PAGES).catch(() => undefined);
      counts[kind.id] = items === undefined ? '–' : `${shownCount(items.length)}${more && items.length >= 200 ? '+' : ''}`;
      show({ ...counts });
    }),
  );
  return counts;
}

/** Other accounts and regions that hold something. */
async function placesBeside({ account, region }: Scope): Promise<Scope[]> {
  return (await readRegions()).filter((there) => there.account !== account || there.region !== region);
}

export function HomePage({ scope }: { scope: Scope }) {
  const { value: places = [] } = useLoaded(`places ${scope.account} ${scope.region}`, () => placesBeside(scope));
  const { value: counts, loading } = useLoaded<Counts>(`home ${scope.account} ${scope.region}`, (show) => countAll(scope, show));
  const isEmpty = counts !== undefined && !loading && Object.keys(counts).length === 0;
  return (
    <>
      <Heading title="Overview">
        <span class="dim">
          {scope.region} of account <span class="mono">{scope.account}</span> · version {version.value}
        </span>
      </Heading>
      {places.length > 0 && (
        <p class="places">
          More is in
          {places.slice(0, MAX_PLACES).map((there) => (
            <a key={`${there.account} ${there.region}`} href={pathOf(there)}>
              {there.region}
              {there.account === scope.account ? '' : ` of ${there.account}`}
            </a>
          ))}
        </p>
      )}
      {isEmpty && <FirstSteps scope={scope} />}
      <div class="groups" aria-busy={counts === undefined || loading}>
        <Problems scope={scope} />
        {GROUPS.map((group) => {
          const used = group.kinds.filter(({ id }) => counts?.[id] !== undefined);
          return (
            used.length > 0 && (
              <section key={group.title} class="panel">
                <h2>{group.title}</h2>
                <ul class="counts">
                  {used.map(({ id, title }) => (
                    <li key={id} class={counts?.[id] === '0' ? 'zero' : undefined}>
                      <a href={pathOf(scope, id)}>
                        <span>{title}</span>
                        <span class="number">{counts?.[id]}</span>
                      </a>
                    </li>
                  ))}
                </ul>
              </section>
            )
          );
        })}
        <section class="panel">
          <h2>Look into</h2>
          <ul class="tools-list">
            {TOOLS.map(({ id, title, about }) => (
              <li key={id}>
                <a href={pathOf(scope, id)}>{title}</a> <span class="dim">{about}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

const FirstSteps = ({ scope }: { scope: Scope }) => (
  <section class="panel stack first-steps" aria-label="First steps">
    <h2>Nothing is here yet. Three ways to begin</h2>
    <p>
      <a href={pathOf(scope, 'functions')}>Create a function</a> in this page: its code can be typed, and it runs at once.
    </p>
    <p>Begin with a project that works, or deploy a template of your own:</p>
    <Command text={'npx emulator new\nnpx emulator deploy template.yaml'} />
    <p>Or call it with any client of the cloud, such as the AWS CLI:</p>
    <Command text={cliCommand('sqs create-queue --queue-name orders', scope)} />
  </section>
);

function Problems({ scope }: { scope: Scope }) {
  const { value: problems = [] } = useLoaded('problems', recentProblems);
  return (
    <section class="panel">
      <h2>Problems {problems.length > 0 && <a href={pathOf(scope, 'problems')}>all {problems.length}</a>}</h2>
      {problems.length === 0 ? (
        <p class="dim">Nothing has failed.</p>
      ) : (
        <ul class="failures">
          {problems.slice(0, MAX_PROBLEMS).map(({ number, atMs, trace, cause, consequences }) => (
            <li key={number}>
              <Time at={atMs} />
              <a href={pathOf(scope, 'requests', trace)}>
                <Breakable text={firstLine(cause)} />
              </a>
              {consequences.length > 0 && <span class="dim"> {firstLine(consequences.at(-1)!.text)}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
