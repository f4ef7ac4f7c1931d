// The pages, at the side; on narrow windows behind a button. Kinds of resources of which there are none are folded away, under "More".
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { readCollections, recentProblems } from '#api/management.ts';
import { GROUPS, KINDS } from '#resources/registry.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { type Page, pathOf } from './paths.ts';
import { TOOLS } from './tools.ts';

export const navigationOpen = signal(false);

export function Navigation({ page: { scope, section } }: { page: Page }) {
  const { path } = useLocation();
  useEffect(() => {
    navigationOpen.value = false;
  }, [path]);
  const { value: held } = useLoaded(`held ${scope.account} ${scope.region}`, () => readCollections(scope));
  const { value: problems = [] } = useLoaded('problems', recentProblems);
  const isUsed = ({ records }: { readonly records: string }): boolean => held?.has(records) ?? false;
  const isEmpty = held !== undefined && !KINDS.some(isUsed);
  const groups = (used: boolean) =>
    GROUPS.map(({ title, kinds }) => {
      const shown = kinds.filter((kind) => isUsed(kind) === used);
      return (
        shown.length > 0 && (
          <section key={title}>
            <h2>{title}</h2>
            <ul>{shown.map((kind) => link(kind.id, kind.title))}</ul>
          </section>
        )
      );
    });
  const link = (id: string, title: string) => (
    <li key={id}>
      <a href={pathOf(scope, id)} aria-current={id === section ? 'page' : undefined}>
        {title}
        {id === 'problems' && problems.length > 0 && <span class="problems-count"> {problems.length}</span>}
      </a>
    </li>
  );
  const unused = KINDS.filter((kind) => !isUsed(kind));
  return (
    <nav id="navigation" class={navigationOpen.value ? 'navigation open' : 'navigation'} aria-label="Pages">
      <ul>{link('', 'Home')}</ul>
      <h2>Look into</h2>
      <ul>{TOOLS.map(({ id, title }) => link(id, title))}</ul>
      {groups(true)}
      {held && unused.length > 0 && (
        <details class="unused" open={isEmpty || unused.some(({ id }) => id === section)}>
          <summary>More</summary>
          {groups(false)}
        </details>
      )}
    </nav>
  );
}
