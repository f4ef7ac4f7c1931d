// The pages, in a few files of the build: each loads with the first of its pages that is opened. Files for single pages, or for single groups, would
// compress worse.
import type { FunctionComponent } from 'preact';
import { GROUPS } from '#resources/registry.ts';
import type { ResourceView } from '#ui/resource.ts';
import type { ToolProps } from './tools.ts';

type Frames = typeof import('./frames.ts');
type Views = Readonly<Record<string, ResourceView<unknown>>>;

const messaging = () => import('#resources/pages/messaging.ts');
const infrastructure = () => import('#resources/pages/infrastructure.ts');

/** By the title of the group. */
const FILES: Readonly<Record<string, () => Promise<Frames & { readonly VIEWS: Views }>>> = {
  Compute: () => import('#resources/pages/compute.ts'),
  APIs: infrastructure,
  'GraphQL and users': messaging,
  Events: messaging,
  'Messages and streams': messaging,
  Storage: infrastructure,
  'Deployment and settings': infrastructure,
};

const tools = () => import('#resources/pages/tools.ts');
const metrics = () => import('#resources/pages/metrics.ts');
const METRICS = /^(metrics|alarms|dashboards)$/;
const kindsWith = (section: string) => FILES[GROUPS.find(({ kinds }) => kinds.some(({ id }) => id === section))!.title]!();

/** A section is shown by a tool, or by the view of a kind of resource. */
export type Section = Frames & {
  readonly Tool?: FunctionComponent<ToolProps> | undefined;
  readonly view?: ResourceView<unknown> | undefined;
};

/** The section is that of a kind or of a tool. */
export async function loadSection(section: string, isTool: boolean): Promise<Section> {
  if (isTool) {
    const { TOOL_PAGES, ...frames } = await (METRICS.test(section) ? metrics() : tools());
    return { ...frames, Tool: TOOL_PAGES[section] };
  }
  const { VIEWS, ...frames } = await kindsWith(section);
  return { ...frames, view: VIEWS[section] };
}

/** The section is that of a kind. */
export const viewOf = async (section: string): Promise<ResourceView<unknown>> => (await kindsWith(section)).VIEWS[section]!;

export const loadClockDialog = async (): Promise<Frames['ClockDialog']> => (await tools()).ClockDialog;
