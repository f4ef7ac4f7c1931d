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

function CurrentPage({ page }: { page: Page }) {
  const { scope, section, name } = page;
  if (section === '') return <HomePage scope={scope} />;
  const tool = TOOLS.find(({ id }) => id === section);
  if (tool) return <Lazy key={section} load={tool.load} show={({ Page }) => <Page scope={scope} name={name} />} />;
  const kind = kindOf(section);
  if (!kind) return <NotFound section={section} />;
  return (
    <Lazy
      key={section}
      load={async () => {
        const [{ view }, { ListPage }, { DetailPage }] = await Promise.all([
          kind.load(),
          import('#ui/list-page.tsx'),
          import('#ui/detail-page.tsx'),
        ]);
        return { view, ListPage, DetailPage };
      }}
      show={({ view, ListPage, DetailPage }) =>
        name === undefined || !view.load ? (
          <ListPage key={`${scope.account} ${scope.region}`} kind={kind} view={view} scope={scope} />
        ) : (
          <DetailPage key={`${scope.account} ${scope.region} ${name}`} kind={kind} view={view} scope={scope} name={name} />
        )
      }
    />
  );
}

const NotFound = ({ section }: { section: string }) => (
  <>
    <Heading title="No such page" />
    <p>The explorer has no page “{section}”. The navigation lists those that there are.</p>
  </>
);

/** Loads a file of the page with its first use. */
function Lazy<M>({ load, show }: { load: () => Promise<M>; show: (module: M) => preact.ComponentChildren }) {
  const [state, setState] = useState<{ module?: M; error?: unknown }>({});
  useEffect(() => {
    load().then(
      (module) => setState({ module }),
      (error: unknown) => setState({ error: new Error(`A file of the explorer could not be loaded; reload the page. ${wordsOf(error)}`) }),
    );
  }, []);
  if (state.error !== undefined) return <Problem error={state.error} />;
  return <>{state.module === undefined ? <Loading /> : show(state.module)}</>;
}
