// The frame of all pages: the bar on top, the navigation at the side, the page that the address names.
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { wordsOf } from '#api/fault.ts';
import { kindOf } from '#resources/registry.ts';
import { Heading, Loading, Problem } from '#ui/parts.tsx';
import { HomePage } from './home.tsx';
import { Navigation } from './navigation.tsx';
import { Palette } from './palette.tsx';
import { DEFAULT_SCOPE, type Page, pageOf, pathOf } from './paths.ts';
import { keepPreference, preference } from './preferences.ts';
import { status } from './session.ts';
import { TOOLS } from './tools.ts';
import { TopBar } from './top-bar.tsx';

export function App() {
  const { path, route } = useLocation();
  const page = pageOf(path);
  useEffect(() => {
    if (page) keepPreference('scope', page.scope);
    else route(pathOf(preference('scope') ?? DEFAULT_SCOPE), true);
  }, [path]);
  if (!page) return null;
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <TopBar scope={page.scope} section={page.section} />
      <div class="frame">
        <Navigation page={page} />
        <main id="main">
          <CurrentPage page={page} />
        </main>
      </div>
      <Palette scope={page.scope} />
      <p class={`status ${status.value?.tone ?? ''}`} role="status" aria-live="polite">
        {status.value?.text}
      </p>
    </>
  );
}

function CurrentPage({ page: { scope, section, name } }: { page: Page }) {
  const kind = kindOf(section);
  if (section === '') return <HomePage scope={scope} />;
  if (!kind && !TOOLS.some(({ id }) => id === section)) return <NotFound section={section} />;
  const place = `${section} ${scope.account} ${scope.region}`;
  return (
    <Lazy
      show={({ VIEWS, TOOL_PAGES, ListPage, DetailPage }) => {
        const Tool = TOOL_PAGES[section];
        if (Tool) return <Tool key={section} scope={scope} name={name} />;
        const view = VIEWS[section]!;
        return name === undefined || !view.load ? (
          <ListPage key={place} kind={kind!} view={view} scope={scope} />
        ) : (
          <DetailPage key={`${place} ${name}`} kind={kind!} view={view} scope={scope} name={name} />
        );
      }}
    />
  );
}

const NotFound = ({ section }: { section: string }) => (
  <>
    <Heading title="No such page" />
    <p>The explorer has no page “{section}”. The navigation lists those that there are.</p>
  </>
);

type Pages = typeof import('./pages.ts');

/** Loads the pages with the first use. */
function Lazy({ show }: { show: (pages: Pages) => preact.ComponentChildren }) {
  const [state, setState] = useState<{ pages?: Pages; error?: unknown }>({});
  useEffect(() => {
    import('./pages.ts').then(
      (pages) => setState({ pages }),
      (error: unknown) => setState({ error: new Error(`A file of the explorer could not be loaded; reload the page. ${wordsOf(error)}`) }),
    );
  }, []);
  if (state.error !== undefined) return <Problem error={state.error} />;
  return <>{state.pages === undefined ? <Loading /> : show(state.pages)}</>;
}
