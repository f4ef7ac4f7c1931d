// The page of a kind of resource: its list, the form that makes one, and deletion.

import type { Scope } from '#api/model.ts';
import { listAll, type ResourceKind } from '#resources/registry.ts';
import { pathOf } from '#shell/paths.ts';
import { readOnly, say } from '#shell/session.ts';
import { FormButton, useOpening } from './form.tsx';
import { Confirm, Empty, Heading, Loading, Problem } from './parts.tsx';
import { apiOf, type ResourceView } from './resource.ts';
import { Table } from './table.tsx';
import { useLoaded } from './use-loaded.ts';

export function ListPage({ kind, view, scope }: { kind: ResourceKind; view: ResourceView<unknown>; scope: Scope }) {
  const api = apiOf(scope);
  const { value, error, loading, reload } = useLoaded<unknown[]>(`${kind.id} ${scope.account} ${scope.region}`, (show) =>
    listAll(kind, scope, show),
  );
  const opening = useOpening((name) => pathOf(scope, kind.id, name));
  const { create, remove } = view;
  const createButton = create && (
    <FormButton
      spec={create}
      api={api}
      primary
      after={(values, outputs) => {
        reload();
        opening(create)(values, outputs);
      }}
    />
  );
  return (
    <>
      <Heading title={kind.title}>{createButton}</Heading>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {value === undefined ? (
        error === undefined && <Loading />
      ) : value.length === 0 ? (
        <Empty about={view.about} example={view.example} scope={scope} />
      ) : (
        <Table
          label={kind.title.toLowerCase()}
          rows={value}
          columns={view.columns}
          keyOf={view.nameOf}
          href={view.load && ((item) => pathOf(scope, kind.id, view.nameOf(item)))}
          partial={loading && value.length >= 50}
          controls={
            remove && !readOnly.value
              ? (item) => {
                  const name = view.nameOf(item);
                  const title = view.titleOf?.(name) ?? name;
                  return (
                    <Confirm
                      small
                      label="Delete"
                      question={`Delete ${title}?`}
                      act={async () => {
                        for (const call of remove(name, scope)) await api.perform(call);
                        say(`Deleted ${title}.`);
                        reload();
                      }}
                    />
                  );
                }
              : undefined
          }
        />
      )}
    </>
  );
}
