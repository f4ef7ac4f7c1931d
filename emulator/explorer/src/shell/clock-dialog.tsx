// The emulator's time, and the form that moves it ahead. Work that falls due on the way has run when the form answers.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { readClock } from '#api/management.ts';
import type { Scope } from '#api/model.ts';
import { Form } from '#ui/form.tsx';
import { aheadOf, shownTime } from '#ui/format.ts';
import { Facts } from '#ui/parts.tsx';
import { apiOf, type FormSpec } from '#ui/resource.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { advanceClock, clock } from './session.ts';

const ADVANCE: FormSpec = {
  title: 'Move the clock ahead',
  submit: 'Advance',
  intro: <p class="dim">Schedules, timeouts, delays and expiries that fall due on the way happen, in their order.</p>,
  fields: [
    { name: 'advance', label: 'By', initial: '5m', hint: 'A duration: 30s, 5m, 1h30m, 7d.' },
    { name: 'to', label: 'Or to', placeholder: '2030-01-01T00:00:00Z', hint: 'A time in ISO 8601; it takes the place of the duration.' },
  ],
  run: async ({ advance = '', to = '' }) => {
    const { now } = await advanceClock(to.trim() ? { to: to.trim() } : { advance: advance.trim() });
    return `The clock stands at ${now}.`;
  },
};

export function ClockDialog({ scope, onClose }: { scope: Scope; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const { value } = useLoaded('clock', readClock, { live: false });
  const now = value ?? clock.value;
  const close = (): void => dialog.current?.close();
  return (
    <dialog ref={dialog} aria-labelledby="clock-title" onClose={onClose}>
      <h2 id="clock-title">Clock</h2>
      <Facts
        facts={[
          ['Now', now ? shownTime(now.now) : ''],
          ['Ahead of the machine', aheadOf(now?.aheadMs ?? 0) || 'not at all'],
        ]}
      />
      <Form spec={ADVANCE} api={apiOf(scope)} onDone={close} onCancel={close} />
    </dialog>
  );
}
