// The Metrics tab of resources. Its content is a file of its own of the build, which loads when the tab is opened.
import { Loaded } from '#ui/parts.tsx';
import type { DetailTab } from '#ui/resource.ts';
import { useLoaded } from '#ui/use-loaded.ts';

/** The sections of kinds that have plots (`plots-of.ts`). */
const PLOTTED = /^(functions|queues|topics|tables|.*streams|.*apis|state-machines|log-groups)$/;

const load = () => import('#resources/pages/metrics.ts');

function Later({
  kind,
  name,
  detail,
  api,
}: {
  kind: string;
  name: string;
  detail: unknown;
  api: { scope: { account: string; region: string } };
}) {
  const content = useLoaded('metrics', load, { live: false });
  return <Loaded of={content}>{({ ResourcePlots }) => <ResourcePlots kind={kind} name={name} detail={detail} scope={api.scope} />}</Loaded>;
}

export const metricsTab = (kind: string): DetailTab<unknown> => ({
  ...{ id: 'metrics', title: 'Metrics', isThere: () => PLOTTED.test(kind) },
  view: (detail, { api, name }) => <Later kind={kind} name={name} detail={detail} api={api} />,
});
