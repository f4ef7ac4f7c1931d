// `/_emulator/clock`: reads the emulator's time or moves it ahead; work that falls due on the way has run when the answer comes.
import type { FastifyInstance } from 'fastify';
import { durationMs } from '#lib/duration';
import { EmulatorError } from '#lib/emulator-error';
import type { ManagementParts } from './management-parts.ts';

interface Move {
  /** `5m`, `1h30m`. */
  readonly advance?: unknown;
  /** A time in ISO 8601. */
  readonly to?: unknown;
}

export function clockRoutes(app: FastifyInstance, { clock, settle }: ManagementParts): void {
  const tell = () => ({ now: new Date(clock.now()).toISOString(), aheadMs: clock.now() - Date.now() });
  app.get('/_emulator/clock', async () => tell());
  app.post<{ Querystring: Move; Body: Move | undefined }>('/_emulator/clock', async ({ query, body }) => {
    await clock.moveTo(target({ ...query, ...body }, clock.now()), settle);
    return tell();
  });
}

function target({ advance, to }: Move, nowMs: number): number {
  const ms = typeof to === 'string' ? Date.parse(to) : typeof advance === 'string' ? nowMs + spanMs(advance) : Number.NaN;
  if (ms >= nowMs) return ms;
  throw new EmulatorError(
    'CLOCK_MOVE_INVALID',
    Number.isNaN(ms) ? 'The request names no time to move to.' : 'The clock moves ahead only.',
    {
      hint: 'POST {"advance": "5m"} or {"to": "2030-01-01T00:00:00Z"}.',
    },
  );
}

function spanMs(text: string): number {
  try {
    return durationMs(text);
  } catch {
    return Number.NaN;
  }
}
