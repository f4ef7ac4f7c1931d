// Reloads of code that has changed: an idle environment gets a new process at once, a busy one after its invocation. Nobody gets the
// environment before the files are quiet.
import { initialised, isOver, type Slot } from './fleet.ts';

export interface ReloadEnds {
  /** The slot has the present code. */
  readonly offer: (slot: Slot) => void;
  /** The slot's environment cannot see the present code. */
  readonly replace: (slot: Slot) => void;
}

export class Reloads {
  readonly #ends: ReloadEnds;

  constructor(ends: ReloadEnds) {
    this.#ends = ends;
  }

  /** A slot that is not idle is reloaded when it is offered again. */
  changed(slot: Slot): void {
    slot.isStale = true;
    const { idle } = slot.fleet;
    const at = idle.indexOf(slot);
    if (at < 0) return;
    idle.splice(at, 1);
    void this.run(slot);
  }

  /** Starts the new process while the files may still change: it loads no code before the first invocation. Never rejects. */
  async run(slot: Slot): Promise<void> {
    const { fleet, environment, hot } = slot;
    fleet.reloading.add(slot);
    let isVisible = true;
    while (slot.isStale && isVisible) {
      slot.isStale = false;
      // Copies are made once the files are quiet.
      if (environment.copiesFolders) await hot?.settled();
      const isRight = environment.fresh && !environment.copiesFolders;
      await Promise.all([isRight ? undefined : environment.reset(), hot?.settled()]);
      // The folder's state is known once no more changes come.
      isVisible = isOver(slot) || (await hot?.isVisibleTo(environment)) === true;
      if (fleet.provisioned > 0 && !slot.isStale && isVisible) await initialised(environment);
    }
    // An environment that ended meanwhile has been taken off already.
    if (!fleet.reloading.delete(slot)) return;
    hot?.reloaded();
    if (isVisible) this.#ends.offer(slot);
    else this.#ends.replace(slot);
  }
}
