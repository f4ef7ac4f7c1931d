// Starts the explorer in the page.
import { render } from 'preact';
import { LocationProvider } from 'preact-iso/router';
import { App } from '#shell/app.tsx';
import { startLive } from '#shell/live.ts';
import { BASE } from '#shell/paths.ts';
import { applyTheme, loadSession, preference, say } from '#shell/session.ts';
import './style/base.css';
import './style/parts.css';
import './style/pages.css';

applyTheme(preference('theme') ?? 'system');
startLive();
// A first page that renders nothing, because it leads on, would leave the text there.
document.getElementById('app')!.replaceChildren();
render(
  <LocationProvider scope={`${BASE}/`}>
    <App />
  </LocationProvider>,
  document.getElementById('app')!,
);
loadSession().catch(() => say('The options of the emulator could not be read.', 'bad'));
