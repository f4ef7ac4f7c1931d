// The pages, at the side; on narrow windows behind a button.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { GROUPS } from '#resources/registry.ts';
import { type Page, pathOf } from './paths.ts';
import { TOOLS } from './tools.ts';

export const navigationOpen = signal(false);

export function Navigation({ page: { scope, section } }: { page: Page }) {
  const { path } = useLocation();
  useEffect(() => {
    navigationOpen.value = false;
  }, [path]);
  const link = (id: string, title: string) => (
    <li key={id}>
      <a href={pathOf(scope, id)} aria-current={id === section ? 'page' : undefined}>
        {title}
      </a>
    </li>
  );
  return (
    <nav id="navigation" class={navigationOpen.value ? 'navigation open' : 'navigation'} aria-label="Pages">
      <ul>{link('', 'Home')}</ul>
      <h2>Look into</h2>
      <ul>{TOOLS.map(({ id, title }) => link(id, title))}</ul>
      {GROUPS.map(({ title, kinds }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>{kinds.map((kind) => link(kind.id, kind.title))}</ul>
        </section>
      ))}
    </nav>
  );
}
