// `/_emulator/clock`: reads the emulator's time or moves it ahead; work that falls due on the way has run when the answer comes.
import type { Activity } from '#core/activity';
import type { MovableClock } from '#core/time/clock';
import { CLOCK_MOVE_INVALID, CLOCK_WAITS } from '#gateway/messages';
import { durationMs } from '#lib/duration';
import { EmulatorError } from '#lib/emulator-error';
import { answer, type ManagementRoute, members, number, object, refusal, text } from './route.ts';

const CLOCK = object({
  now: text("The emulator's time in ISO 8601."),
  aheadMs: number("Milliseconds that it is ahead of the machine's time."),
});
const MOVE = members({
  advance: text('A duration: `5m`, `1h30m`.'),
  to: text('A time in ISO 8601: `2030-01-01T00:00:00Z`.'),
});
const HINT = 'POST {"advance": "5m"} or {"to": "2030-01-01T00:00:00Z"}.';

/** Both clocks within one millisecond of the machine's: else a clock that was never moved would be told as moved now and then. */
function read(clock: MovableClock): { readonly now: string; readonly aheadMs: number } {
  for (;;) {
    const machineMs = Date.now();
    const nowMs = clock.now();
    if (Date.now() === machineMs) return { now: new Date(nowMs).toISOString(), aheadMs: nowMs - machineMs };
  }
}

export const CLOCK_ROUTES: readonly ManagementRoute[] = [
  {
    method: 'GET',
    url: '/_emulator/clock',
    effect: 'reads',
    schema: {
      title: 'Reads the clock',
      description: "Answers the emulator's time, and how far it is ahead of the machine's.",
      response: { 200: answer('The time.', CLOCK) },
    },
    handler: (_request, _reply, { clock }) => read(clock),
  },
  {
    method: 'POST',
    url: '/_emulator/clock',
    effect: 'changes',
    schema: {
      title: 'Moves the clock ahead',
      description:
        'Moves the clock ahead, runs in order the work that falls due, and answers when all is idle. Processes of functions keep the ' +
        "machine's time. The body or the query has either `advance` or `to`.",
      querystring: MOVE,
      body: MOVE,
      response: {
        200: answer('The time after the move.', CLOCK),
        400: refusal('`CLOCK_MOVE_INVALID`: no time, more than one, or an earlier one.'),
        409: refusal(
          '`CLOCK_WAITS`: a function on the way waits for a debugger. The clock moves on by itself once the function has ended.',
        ),
      },
    },
    examples: [{ body: { advance: '5m' } }, { query: 'advance=1h30m' }, { body: { to: '2030-01-01T00:00:00Z' } }],
    async handler({ query, body }, _reply, { clock, untilIdle, kernel }) {
      const given = [query, body].flatMap((part) => Object.entries(part)) as [string, string][];
      if (given.length > 1) throw invalidMove('The request names more than one time to move to.');
      const toMs = target(given[0], clock.now());
      if (!(await moves(clock.moveTo(toMs, untilIdle), kernel.activity))) throw waits(toMs, clock, kernel.activity);
      return read(clock);
    },
  },
];

/** False once work on the way waits for a person. The clock goes on by itself then. */
async function moves(moving: Promise<void>, activity: Activity): Promise<boolean> {
  let end = (): void => {};
  const held = new Promise<false>((resolve) => {
    end = activity.onHeld(() => resolve(false));
  });
  try {
    return await Promise.race([moving.then(() => true), held]);
  } finally {
    end();
  }
}

const waits = (toMs: number, clock: MovableClock, { held }: Activity): EmulatorError => {
  const [now, to] = [clock.now(), toMs].map((ms) => new Date(ms).toISOString());
  return new EmulatorError(CLOCK_WAITS, `The clock stands at ${now}, on its way to ${to}: ${held.join(' ')}`, {
    hint: 'Attach a debugger: the clock moves on by itself once the function has ended. To end the wait, stop the emulator.',
  });
};

function target(move: readonly [string, string] | undefined, nowMs: number): number {
  const ms = move === undefined ? Number.NaN : move[0] === 'to' ? Date.parse(move[1]) : nowMs + spanMs(move[1]);
  if (ms >= nowMs) return ms;
  throw invalidMove(Number.isNaN(ms) ? 'The request names no time to move to.' : 'The clock moves ahead only.');
}

const invalidMove = (message: string): EmulatorError => new EmulatorError(CLOCK_MOVE_INVALID, message, { hint: HINT });

function spanMs(span: string): number {
  try {
    return durationMs(span);
  } catch {
    return Number.NaN;
  }
}
