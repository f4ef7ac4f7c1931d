// The frame of all pages: the bar on top, the navigation at the side, the page that the address names.
import { useEffect, useErrorBoundary, useLayoutEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { wordsOf } from '#api/fault.ts';
import type { Scope } from '#api/model.ts';
import { kindOf } from '#resources/registry.ts';
import { Heading, Loading, Problem } from '#ui/parts.tsx';
import { pageOfArn } from './arn-page.ts';
import { HomePage } from './home.tsx';
import { Navigation } from './navigation.tsx';
import { loadSection, type Section } from './pages.ts';
import { Palette } from './palette.tsx';
import { BASE, DEFAULT_SCOPE, type Page, pageOf, pathOf } from './paths.ts';
import { keepPreference, preference, say, status } from './session.ts';
import { TOOLS } from './tools.ts';
import { TopBar } from './top-bar.tsx';

export function App() {
  const { path, route } = useLocation();
  const page = pageOf(path);
  useEffect(() => {
    if (page) return keepPreference('scope', page.scope);
    const last = preference<Scope>('scope') ?? DEFAULT_SCOPE;
    const arn = path === `${BASE}/go` ? new URLSearchParams(location.search).get('arn') : null;
    const shown = arn === null ? undefined : pageOfArn(arn, last);
    if (arn !== null && !shown) say(`The explorer has no page for ${arn}.`, 'bad');
    route(shown ?? pathOf(last), true);
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
          <Guarded path={path}>
            <CurrentPage page={page} />
          </Guarded>
        </main>
      </div>
      <Palette scope={page.scope} />
      <p class={`status ${status.value?.tone ?? ''}`} role="status" aria-live="polite">
        {status.value?.text}
      </p>
    </>
  );
}

/** A page that fails says so, and the others go on. */
function Guarded({ path, children }: { path: string; children: preact.ComponentChildren }) {
  const [error, again] = useErrorBoundary();
  useEffect(() => {
    if (error !== undefined) again();
  }, [path]);
  return <>{error === undefined ? children : <Problem error={error} retry={again} />}</>;
}

function CurrentPage({ page: { scope, section, name } }: { page: Page }) {
  const kind = kindOf(section);
  if (section === '') return <HomePage scope={scope} />;
  const isTool = TOOLS.some(({ id }) => id === section);
  if (!kind && !isTool) return <NotFound section={section} />;
  const place = `${section} ${scope.account} ${scope.region}`;
  return (
    <Lazy
      section={section}
      isTool={isTool}
      show={({ Tool, view, ListPage, DetailPage }) => {
        if (Tool) return <Tool key={section} scope={scope} name={name} />;
        return name === undefined || !view!.load ? (
          <ListPage key={place} kind={kind!} view={view!} scope={scope} />
        ) : (
          <DetailPage key={`${place} ${name}`} kind={kind!} view={view!} scope={scope} name={name} />
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

interface LazyProps {
  readonly section: string;
  readonly isTool: boolean;
  readonly show: (loaded: Section) => preact.ComponentChildren;
}

/** Loads a section with its first use; what is loaded is there before the browser paints. */
function Lazy({ section, isTool, show }: LazyProps) {
  const [state, setState] = useState<{ of?: string; loaded?: Section; error?: unknown }>({});
  useLayoutEffect(() => {
    let current = true;
    loadSection(section, isTool).then(
      (loaded) => current && setState({ of: section, loaded }),
      (error: unknown) =>
        current &&
        setState({ of: section, error: new Error(`A file of the explorer could not be loaded; reload the page. ${wordsOf(error)}`) }),
    );
    return () => {
      current = false;
    };
  }, [section]);
  if (state.of === section && state.error !== undefined) return <Problem error={state.error} />;
  return <>{state.of === section && state.loaded ? show(state.loaded) : <Loading />}</>;
}
