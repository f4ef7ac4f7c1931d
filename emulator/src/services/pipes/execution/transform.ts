// Makes the inputs of an enrichment or a target from the events, by the template where there is one, and logs the steps.
import type { Ctx } from '#core/ctx';
import { fillPipeTemplate, TransformationError } from '#services/pipes/input/pipe-template';
import type { Problem } from '#services/pipes/targets/problem';
import type { Execution } from './execution.ts';
import { factsOf } from './pipe-facts.ts';

interface Transformed {
  readonly inputs: readonly string[];
  readonly problem?: Problem | undefined;
}

/** Templates are filled for each event of the batch, not for the batch. */
export function transform(
  { pipe, log }: Execution,
  stage: 'Enrichment' | 'Target',
  template: string | undefined,
  events: readonly string[],
  ctx: Ctx,
): Transformed {
  if (template === undefined) return { inputs: events };
  log.step(`${stage}TransformationStarted`);
  const facts = factsOf(pipe, ctx);
  try {
    const inputs = events.map((event) => fillPipeTemplate(template, event, facts));
    log.step(`${stage}TransformationSucceeded`, { events: inputs });
    return { inputs };
  } catch (error) {
    if (!(error instanceof TransformationError)) throw error;
    const problem = { status: 400, message: error.message, service: 'pipes' };
    log.step(`${stage}TransformationFailed`, { problem });
    return { inputs: [], problem };
  }
}
