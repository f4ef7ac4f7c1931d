// The bar on top: account and region, the palette, the emulator's clock, the theme, the state of the connection.
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { readRegions } from '#api/management.ts';
import type { Scope } from '#api/model.ts';
import { aheadOf, shownTime, timeOf } from '#ui/format.ts';
import { DraftInput } from '#ui/parts.tsx';
import type { ClockDialog } from './clock-dialog.tsx';
import { connection, lines } from './live.ts';
import { navigationOpen } from './navigation.tsx';
import { loadClockDialog } from './pages.ts';
import { openPalette } from './palette.tsx';
import { DEFAULT_SCOPE, isAccount, isRegion, pathOf } from './paths.ts';
import { applyTheme, clock, keepPreference, preference, readOnly, say, type Theme } from './session.ts';

const THEMES: Readonly<Record<Theme, { next: Theme; icon: string }>> = {
  system: { next: 'light', icon: '◐' },
  light: { next: 'dark', icon: '☀' },
  dark: { next: 'system', icon: '☾' },
};
const COMMON_REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1', 'eu-central-1', 'ap-northeast-1'];

export function TopBar({ scope, section }: { scope: Scope; section: string }) {
  const { route } = useLocation();
  const [theme, setTheme] = useState<Theme>(preference('theme') ?? 'system');
  const [places, setPlaces] = useState<readonly Scope[]>([]);
  const readPlaces = (): void => void readRegions().then(setPlaces, () => undefined);
  const regions = [...new Set([...places.map(({ region }) => region), ...COMMON_REGIONS])];
  const accounts = [...new Set([DEFAULT_SCOPE.account, ...places.map(({ account }) => account)])];
  const go = (next: Scope): void => {
    if (!isRegion(next.region)) say(`${next.region} is no region.`, 'bad');
    else if (!isAccount(next.account)) say('An account has twelve digits.', 'bad');
    else route(pathOf(next, section));
  };
  const changeTheme = (): void => {
    const { next } = THEMES[theme];
    setTheme(next);
    keepPreference('theme', next === 'system' ? undefined : next);
    applyTheme(next);
  };
  return (
    <header class="top-bar">
      <button
        type="button"
        class="quiet menu"
        aria-expanded={navigationOpen.value}
        aria-controls="navigation"
        aria-label="Pages"
        onClick={() => (navigationOpen.value = !navigationOpen.value)}
      >
        ☰
      </button>
      <a class="brand" href={pathOf(scope)}>
        <span class="mark" aria-hidden="true" />
        Explorer
      </a>
      <div class="scope">
        <DraftInput
          class="account mono"
          list="accounts"
          label="Account"
          value={scope.account}
          onFocus={readPlaces}
          onChoose={(text) => go({ ...scope, account: text.trim() })}
        />
        <datalist id="accounts">
          {accounts.map((account) => (
            <option key={account} value={account} />
          ))}
        </datalist>
        <DraftInput
          class="region mono"
          list="regions"
          label="Region"
          value={scope.region}
          onFocus={readPlaces}
          onChoose={(text) => go({ ...scope, region: text.trim() })}
        />
        <datalist id="regions">
          {regions.map((region) => (
            <option key={region} value={region} />
          ))}
        </datalist>
      </div>
      <button type="button" class="search" onClick={openPalette}>
        <span>Go to…</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span class="grow" />
      {readOnly.value && <span class="badge">read only</span>}
      <ClockButton scope={scope} />
      <span class={`connection ${connection.value}`} title={CONNECTION[connection.value]}>
        <span class="visually-hidden">{CONNECTION[connection.value]}</span>
      </span>
      <button type="button" class="quiet theme" aria-label={`Theme: ${theme}`} title={`Theme: ${theme}`} onClick={changeTheme}>
        {THEMES[theme].icon}
      </button>
    </header>
  );
}

const CONNECTION = { connecting: 'Connecting to the emulator', open: 'Live', lost: 'The emulator does not answer; trying again' } as const;

/** The form behind it loads with the first use. */
function ClockButton({ scope }: { scope: Scope }) {
  const [dialog, setDialog] = useState<{ readonly Dialog: typeof ClockDialog }>();
  const ahead = aheadOf(clock.value?.aheadMs ?? 0);
  // The time of the last thing that happened: a clock that ticks would keep a quiet page at work.
  const time = shownTime(Math.max(lines.value.at(-1)?.atMs ?? 0, timeOf(clock.value?.now)?.getTime() ?? 0), { day: false });
  const open = async (): Promise<void> => setDialog({ Dialog: await loadClockDialog() });
  return (
    <>
      <button
        type="button"
        class={ahead ? 'quiet clock moved' : 'quiet clock'}
        onClick={open}
        title={`The emulator's time when something happened last: ${time}`}
      >
        Clock {ahead ? `+${ahead}` : time.slice(0, 5)}
      </button>
      {dialog && <dialog.Dialog scope={scope} onClose={() => setDialog(undefined)} />}
    </>
  );
}
