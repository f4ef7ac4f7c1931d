// `/_emulator/state`: empties all state, saves it to a named file, or loads it from one.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EmulatorError } from '#lib/emulator-error';
import type { ManagementParts } from './management-parts.ts';

interface Named {
  Querystring: { name?: string };
  Body: { name?: unknown } | undefined;
}

export function stateRoutes(app: FastifyInstance, { state }: ManagementParts): void {
  app.post('/_emulator/state/reset', async () => {
    await state.reset();
    return { status: 'reset' };
  });
  app.post<Named>('/_emulator/state/save', async (request) => ({ status: 'saved', file: await state.save(nameIn(request)) }));
  app.post<Named>('/_emulator/state/load', async (request) => ({ status: 'loaded', file: await state.load(nameIn(request)) }));
}

function nameIn({ query, body }: FastifyRequest<Named>): string {
  const name = query.name ?? body?.name;
  if (typeof name === 'string') return name;
  throw new EmulatorError('STATE_NAME_INVALID', 'A saved state needs a name.', {
    hint: 'POST {"name": "before-the-test"}: the file lies in the data directory.',
  });
}
