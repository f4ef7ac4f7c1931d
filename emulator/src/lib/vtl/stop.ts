// Thrown by `#stop` and `#return`: ends the rendering with what has been printed so far, or with a value.
import type { Value } from './values.ts';

export class Stop extends Error {
  /** Undefined where what has been printed is the result. */
  readonly returned: { readonly value: Value } | undefined;

  constructor(returned?: { readonly value: Value }) {
    super();
    this.returned = returned;
  }
}
