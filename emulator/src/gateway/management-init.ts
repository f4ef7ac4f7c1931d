// `/_emulator/init`: the stages of the start and the scripts of each.
import type { FastifyInstance } from 'fastify';
import type { ManagementParts } from './management-parts.ts';

export function initRoutes(app: FastifyInstance, { init }: ManagementParts): void {
  app.get('/_emulator/init', async () => init());
  app.get<{ Params: { stage: string } }>('/_emulator/init/:stage', async ({ params }, reply) => {
    const { completed, scripts, notes } = init();
    const stage = params.stage.toUpperCase();
    if (!Object.hasOwn(completed, stage)) {
      const stages = Object.keys(completed).map((name) => name.toLowerCase());
      return reply.code(404).send({ message: `no such stage ${params.stage}: there are ${stages.join(', ')}` });
    }
    const others = Object.keys(completed).filter((other) => other !== stage);
    return {
      completed: completed[stage],
      scripts: scripts.filter((script) => script.stage === stage),
      notes: notes.filter((note) => !others.some((other) => note.startsWith(`${other}:`))),
    };
  });
}
