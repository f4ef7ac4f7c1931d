// Home: how many resources of each kind there are here, and the last calls that failed.

import { type LogLine, readRegions } from '#api/management.ts';
import type { Scope } from '#api/model.ts';
import { isRead } from '#api/reads.ts';
import { GROUPS, KINDS, listAll } from '#resources/registry.ts';
import { shownCount } from '#ui/format.ts';
import { Heading, Time } from '#ui/parts.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { callOfLine } from './call-line.ts';
import { lines } from './live.ts';
import { pathOf } from './paths.ts';
import { version } from './session.ts';
import { TOOLS } from './tools.ts';

/** Pages that are read to count; a kind with more shows `+`. */
const MAX_COUNTED_PAGES = 4;
const MAX_FAILURES = 8;
const MAX_PLACES = 12;

/** Resources that are read to see whether they exist may be absent. */
function isFailure(line: LogLine): boolean {
  if (line.tone !== 'failure') return false;
  const call = callOfLine(line);
  return !(call && isRead(call.operation) && /NotFound|NoSuch|NotExist/.test(call.result));
}

type Counts = Readonly<Record<string, string>>;

async function countAll(scope: Scope, show: (counts: Counts) => void): Promise<Counts> {
  const counts: Record<string, string> = {};
  await Promise.all(
    KINDS.map(async (kind) => {
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
  const { value: counts = {} } = useLoaded<Counts>(`home ${scope.account} ${scope.region}`, (show) => countAll(scope, show));
  const failures = lines.value.filter(isFailure).slice(-MAX_FAILURES).reverse();
  return (
    <>
      <Heading title={scope.region}>
        <span class="dim">
          account <span class="mono">{scope.account}</span> · version {version.value}
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
      <div class="tool-cards">
        {TOOLS.map(({ id, title, about }) => (
          <a key={id} class="tool-card" href={pathOf(scope, id)}>
            <strong>{title}</strong>
            <span class="dim">{about}</span>
          </a>
        ))}
      </div>
      <div class="groups">
        {GROUPS.map((group) => (
          <section key={group.title} class="panel">
            <h2>{group.title}</h2>
            <ul class="counts">
              {group.kinds.map(({ id, title }) => (
                <li key={id} class={counts[id] === '0' ? 'zero' : undefined}>
                  <a href={pathOf(scope, id)}>
                    <span>{title}</span>
                    <span class="number">{counts[id] ?? '…'}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <section class="panel">
          <h2>Calls that failed</h2>
          {failures.length === 0 ? (
            <p class="dim">None of the last calls failed.</p>
          ) : (
            <ul class="failures">
              {failures.map((line, i) => {
                const call = callOfLine(line);
                return (
                  <li key={`${line.id} ${i}`}>
                    <Time at={line.atMs} />
                    <span>
                      <a href={pathOf(scope, 'requests', line.id)}>
                        {call ? `${call.service}.${call.operation} ${call.resource}` : 'Why?'}
                      </a>{' '}
                      {call ? call.result : line.text}
                    </span>
                  </li>
                );
              })}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}
