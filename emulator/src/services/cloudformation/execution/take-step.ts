// Takes a step and writes its outcome as the resource's last event.
import type { Frozen } from '#core/records';
import type { ResourceRecord } from '#services/cloudformation/state';
import type { Progress } from './progress.ts';
import { create } from './steps/create.ts';
import { deleteExisting } from './steps/delete.ts';
import { importExisting } from './steps/import.ts';
import { keep } from './steps/keep.ts';
import { replace } from './steps/replace.ts';
import type { Outcome, Step } from './steps/step.ts';
import { update } from './steps/update.ts';

const STEPS: Readonly<Record<Step['action'], (step: Step) => Promise<Outcome>>> = {
  create,
  import: importExisting,
  update,
  replace,
  keep,
  delete: deleteExisting,
};

/** The reason in the last event of a recorded resource. Tools that show events look for its first word. */
const RECORDED = 'Recorded, does nothing here: no service of the emulator offers this type.';

/** Returns whether the step succeeded. There is none if the resource is up to date. */
export async function takeStep(progress: Progress, prepare: () => Promise<Step<Frozen<ResourceRecord>> | undefined>): Promise<boolean> {
  try {
    const step = await prepare();
    if (!step) return progress.keep();
    return progress.complete(
      await STEPS[step.action](step),
      step.record,
      step.handler.isRecord && step.action !== 'delete' ? RECORDED : undefined,
    );
  } catch (error) {
    return progress.fail(error);
  }
}
