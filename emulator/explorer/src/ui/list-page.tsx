// The page of a kind of resource: its list, the form that makes one, and deletion.

import type { Scope } from '#api/model.ts';
import { listAll, type ResourceKind } from '#resources/registry.ts';
import { stackThatOwns } from '#resources/stack-owner.ts';
import { pathOf } from '#shell/paths.ts';
import { readOnly, say } from '#shell/session.ts';
import { Confirm } from './confirm.tsx';
import { Empty } from './empty.tsx';
import { FormButton, useOpening } from './form.tsx';
import { Heading, Loaded } from './parts.tsx';
import { type Api, apiOf, type ResourceView } from './resource.ts';
import { Table } from './table.tsx';
import { useColumns } from './use-columns.ts';
import { useLoaded } from './use-loaded.ts';

const NONE: readonly unknown[] = [];

export function ListPage({ kind, view, scope }: { kind: ResourceKind; view: ResourceView<unknown>; scope: Scope }) {
  const api = apiOf(scope);
  const loaded = useLoaded<unknown[]>(`${kind.id} ${scope.account} ${scope.region}`, (show) => listAll(kind, scope, show));
  const columns = useColumns(view, loaded.value ?? NONE, api);
  const opening = useOpening((name) => pathOf(scope, kind.id, name));
  const { create, remove } = view;
  const removable = remove !== undefined && !readOnly.value;
  const titleOf = (item: unknown): string => view.titleOf?.(view.nameOf(item)) ?? view.nameOf(item);
  const removeOne = async (item: unknown): Promise<void> => {
    for (const call of remove?.(view.nameOf(item), scope) ?? []) await api.perform(call);
  };
  const createButton = create && (
    <FormButton
      spec={create}
      api={api}
      primary
      after={(values, outputs) => {
        loaded.reload();
        opening(create)(values, outputs);
      }}
    />
  );
  return (
    <>
      <Heading title={kind.title}>{createButton}</Heading>
      <Loaded of={loaded}>
        {(items) =>
          items.length === 0 ? (
            <Empty about={view.about} example={view.example} scope={scope} kind={kind} />
          ) : (
            <Table
              label={kind.title.toLowerCase()}
              rows={items}
              columns={columns}
              keyOf={view.nameOf}
              href={view.load && ((item) => pathOf(scope, kind.id, view.nameOf(item)))}
              partial={loaded.loading && items.length >= 50}
              removal={!removable ? undefined : { one: kind.one, remove: removeOne, done: loaded.reload }}
              controls={
                removable
                  ? (item) => {
                      const title = titleOf(item);
                      return (
                        <Confirm
                          small
                          label="Delete"
                          question={`Delete ${title}?`}
                          disabled={view.underWay?.(item)}
                          owner={ownerOf(kind, view.nameOf(item), title, api)}
                          act={async () => {
                            await removeOne(item);
                            say(`Deleted ${title}.`);
                            loaded.reload();
                          }}
                        />
                      );
                    }
                  : undefined
              }
            />
          )
        }
      </Loaded>
    </>
  );
}

/** Asks for the stack that owns a resource, which then is deleted only by its typed name. */
export const ownerOf = (kind: ResourceKind, name: string, title: string, api: Api) => async () => {
  const stack = await stackThatOwns(kind.listing.service, name, api);
  return stack === undefined ? undefined : { stack, type: title };
};
