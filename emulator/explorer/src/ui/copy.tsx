// A button that copies a text.
import { say } from '#shell/session.ts';

export function Copy({ text, what = 'text' }: { text: string; what?: string }) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      say(`Copied ${what}.`);
    } catch {
      say('The browser did not let the page copy: select the text instead.', 'bad');
    }
  };
  return (
    <button type="button" class="copy" onClick={copy} aria-label={`Copy ${what}`} title={`Copy ${what}`}>
      <CopyIcon />
    </button>
  );
}

const CopyIcon = () => (
  <svg width="13" height="13" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.5 3.5v-.5a1 1 0 0 0-1-1H3a1 1 0 0 0-1 1v6.500a1 1 0 0 0 1 1h.5" />
  </svg>
);
