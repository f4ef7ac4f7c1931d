// Moves a user, group or certificate to another path, in the update of its resource type.
import type { CrudChange } from '#core/resources/crud-kind';
import { text } from '#core/resources/resource-properties';
import type { ResourceContext } from '#core/resources/resource-type';

const DEFAULT_PATH = '/';

export const changePath =
  (move: (name: string, path: string, ctx: ResourceContext) => Promise<unknown>) =>
  async (name: string, given: { readonly Path: string | undefined }, { previous }: CrudChange, ctx: ResourceContext): Promise<void> => {
    const path = given.Path ?? DEFAULT_PATH;
    if (path !== (text(previous.Path) ?? DEFAULT_PATH)) await move(name, path, ctx);
  };
