// The page of one resource: its facts, its tabs, the actions that one reaches for, and the record as the API answers it.

import { useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Fault } from '#api/fault.ts';
import type { Scope } from '#api/model.ts';
import { Activity } from '#resources/activity.tsx';
import { metricsTab } from '#resources/metrics/metrics-tab.tsx';
import type { ResourceKind } from '#resources/registry.ts';
import { pathOf } from '#shell/paths.ts';
import { useQuery } from '#shell/query.ts';
import { readOnly, say } from '#shell/session.ts';
import { Confirm } from './confirm.tsx';
import { FormButton } from './form.tsx';
import { Json } from './json.tsx';
import { ownerOf } from './list-page.tsx';
import { Facts, Heading, Loading, Problem, Tabs } from './parts.tsx';
import { apiOf, type DetailContext, type DetailTab, type ResourceView } from './resource.ts';
import { useLoaded } from './use-loaded.ts';

const activityOf = ({ listing: { service } }: ResourceKind, title: string): DetailTab<unknown> => ({
  id: 'activity',
  title: 'Activity',
  view: (_, { api }) => <Activity name={title} service={service} api={api} />,
});
const RECORD: DetailTab<unknown> = { id: 'record', title: 'Record', view: (detail) => <Json value={detail} label="Record" /> };

export function DetailPage({ kind, view, scope, name }: { kind: ResourceKind; view: ResourceView<unknown>; scope: Scope; name: string }) {
  const api = apiOf(scope);
  const { route } = useLocation();
  const [query, setQuery] = useQuery();
  /** Shown while it is being deleted: it changes meanwhile, and there would be nothing to read. */
  const last = useRef<unknown>(undefined);
  const load = async (): Promise<unknown> => last.current ?? view.load!(name, api);
  const { value, error, reload } = useLoaded(`${kind.id} ${name} ${scope.account} ${scope.region}`, load);
  const context: DetailContext = { api, name, query, reload };
  const title = view.titleOf?.(name) ?? name;
  const { remove } = view;
  const above = <a href={pathOf(scope, kind.id)}>{kind.title}</a>;
  const gone = error instanceof Fault && /NotFound|NoSuch|NonExistent|DoesNotExist|Missing/i.test(error.code);
  if (error !== undefined && (value === undefined || gone))
    return (
      <>
        <Heading title={title} above={above} />
        <Problem error={error} retry={reload} />
      </>
    );
  if (value === undefined)
    return (
      <>
        <Heading title={title} above={above} />
        <Loading />
      </>
    );
  const own = [...(view.tabs ?? []), metricsTab(kind.id)].filter(({ isThere }) => isThere?.(value) ?? true);
  const tabs = [...own, activityOf(kind, title), RECORD];
  const underWay = view.underWay?.(value);
  const active = tabs.find(({ id }) => id === query['tab']) ?? tabs[0]!;
  return (
    <>
      <Heading title={title} above={above}>
        {!readOnly.value &&
          view
            .actions?.(value, context)
            .map((spec) => <FormButton key={spec.title} spec={spec} api={api} disabled={underWay} after={reload} />)}
        {remove && !readOnly.value && (
          <Confirm
            label="Delete"
            question={`Delete ${title}?`}
            disabled={underWay}
            owner={ownerOf(kind, name, title, api)}
            act={async () => {
              last.current = value;
              try {
                for (const call of remove(name, scope)) await api.perform(call);
              } catch (refusal) {
                last.current = undefined;
                throw refusal;
              }
              say(`Deleted ${title}.`);
              route(pathOf(scope, kind.id));
            }}
          />
        )}
      </Heading>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {view.facts && <Facts facts={view.facts(value, context)} />}
      <Tabs
        tabs={tabs.map(({ id, title, count }) => ({ id, title, count: count?.(value) }))}
        active={active.id}
        onOpen={(id) => setQuery({ tab: id === tabs[0]!.id ? '' : id, q: '', sort: '' }, true)}
      />
      <div class="tab-panel" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${active.id}`} key={active.id}>
        {active.view(value, context)}
      </div>
    </>
  );
}
