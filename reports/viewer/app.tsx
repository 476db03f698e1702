// The frame of the report: navigation, the current view by the URL's hash, keys, light and dark.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ViewerData } from '../render/viewer-data.js';
import { Banner, Next } from './banner.js';
import { listenToKeys, SHORTCUTS } from './keyboard.js';
import { Areas } from './pages/areas.js';
import { CheckList } from './pages/check-list.js';
import { CheckPage } from './pages/check-page.js';
import { ComparePage } from './pages/compare-page.js';
import { BrokenGroups, FailureGroups, UndecidedGroups } from './pages/groups.js';
import { Matrix, Requirements } from './pages/matrix.js';
import { Findings, Observations } from './pages/observations.js';
import { parseRoute, type Route, type View, viewHref } from './route.js';
import { Latency } from './timeline/latency.js';
import { visible } from './visible.js';

const NAMES: Readonly<Record<View, string>> = {
  overview: 'Overview',
  checks: 'Checks',
  requirements: 'Requirements',
  latency: 'Latency',
  observations: 'Observations',
  compare: 'Compare',
};

export function App({ data }: { readonly data: ViewerData }): JSX.Element {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  const [help, setHelp] = useState(false);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    let place = placeOf(parseRoute(location.hash));
    const onHash = (): void => {
      const next = parseRoute(location.hash);
      setRoute(next);
      if (placeOf(next) !== place) {
        scrollTo(0, 0);
        main.current?.focus({ preventScroll: true });
      }
      place = placeOf(next);
    };
    addEventListener('hashchange', onHash);
    const stop = listenToKeys(() => setHelp((shown) => !shown));
    return () => {
      removeEventListener('hashchange', onHash);
      stop();
    };
  }, []);
  const current = route.view === 'check' ? 'checks' : route.view;
  return (
    <>
      <button class="skip" type="button" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header>
        <p class="brand">
          <b>{data.results.run.suite.name}</b> <span>{visible(data.results.run.target.name)}</span>
        </p>
        <nav aria-label="Report">
          {(Object.keys(NAMES) as View[]).map((view) => (
            <a key={view} href={viewHref(view)} aria-current={current === view ? 'page' : undefined}>
              {NAMES[view]}
            </a>
          ))}
        </nav>
        <div class="tools">
          <button type="button" onClick={() => setHelp(!help)} aria-expanded={help} aria-controls="keys">
            Keys
          </button>
          <ThemeButton />
        </div>
      </header>
      {help ? (
        <aside id="keys" aria-label="Keys">
          <dl>
            {SHORTCUTS.map(([keys, what]) => (
              <div key={keys}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </aside>
      ) : null}
      <main id="main" ref={main} tabIndex={-1}>
        <Content data={data} route={route} />
      </main>
      <footer class="muted">
        Made by {data.results.run.suite.name} {data.results.run.suite.version} · run {data.results.run.id} · again:{' '}
        <code>{data.results.run.command}</code>
      </footer>
    </>
  );
}

function Content({ data, route }: { readonly data: ViewerData; readonly route: Route }): JSX.Element {
  const { results } = data;
  switch (route.view) {
    case 'check':
      return <CheckPage key={route.id} data={data} id={route.id} />;
    case 'checks':
      return <CheckList results={results} query={route.query} />;
    case 'requirements':
      return <Requirements results={results} query={route.query} site={data.site} />;
    case 'latency':
      return <Latency data={data} />;
    case 'observations':
      return <Observations results={results} />;
    case 'compare':
      return <ComparePage data={data} />;
    case 'overview':
      return <Overview data={data} />;
  }
}

function Overview({ data }: { readonly data: ViewerData }): JSX.Element {
  const { results, journal } = data;
  return (
    <>
      <Banner results={results} />
      {journal?.defect === undefined ? null : (
        <p class="reason inconclusive">The journal is not whole: {journal.defect}</p>
      )}
      <Next results={results} />
      <Areas results={results} />
      <Findings results={results} />
      <FailureGroups results={results} />
      <BrokenGroups results={results} />
      <UndecidedGroups results={results} />
      <Matrix results={results} />
    </>
  );
}

function ThemeButton(): JSX.Element {
  const [dark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const toggle = (): void => {
    document.documentElement.dataset['theme'] = dark ? 'light' : 'dark';
    setDark(!dark);
  };
  return (
    <button type="button" onClick={toggle}>
      {dark ? 'Light' : 'Dark'}
    </button>
  );
}

function placeOf(route: Route): string {
  return route.view === 'check' ? `check ${route.id}` : route.view;
}
