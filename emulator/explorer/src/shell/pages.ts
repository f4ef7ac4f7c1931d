// The pages, group by group: each group is one file of the build, which loads with the first of its pages that is opened. Files for single pages would
// compress worse than their code is long.
import type { FunctionComponent } from 'preact';
import { GROUPS } from '#resources/registry.ts';
import type { ResourceView } from '#ui/resource.ts';
import type { ToolProps } from './tools.ts';

type Frames = typeof import('./frames.ts');
type Views = Readonly<Record<string, ResourceView<unknown>>>;

/** By the title of the group. */
const FILES: Readonly<Record<string, () => Promise<Frames & { readonly VIEWS: Views }>>> = {
  Compute: () => import('#resources/pages/compute.ts'),
  APIs: () => import('#resources/pages/apis.ts'),
  Events: () => import('#resources/pages/events.ts'),
  'Messages and streams': () => import('#resources/pages/messages.ts'),
  Storage: () => import('#resources/pages/storage.ts'),
  'Deployment and settings': () => import('#resources/pages/deployment.ts'),
};

const tools = () => import('#resources/pages/tools.ts');
const kindsWith = (section: string) => FILES[GROUPS.find(({ kinds }) => kinds.some(({ id }) => id === section))!.title]!();

/** A section is shown by a tool, or by the view of a kind of resource. */
export type Section = Frames & {
  readonly Tool?: FunctionComponent<ToolProps> | undefined;
  readonly view?: ResourceView<unknown> | undefined;
};

/** The section is that of a kind or of a tool. */
export async function loadSection(section: string, isTool: boolean): Promise<Section> {
  if (isTool) {
    const { TOOL_PAGES, ...frames } = await tools();
    return { ...frames, Tool: TOOL_PAGES[section] };
  }
  const { VIEWS, ...frames } = await kindsWith(section);
  return { ...frames, view: VIEWS[section] };
}

/** The section is that of a kind. */
export const viewOf = async (section: string): Promise<ResourceView<unknown>> => (await kindsWith(section)).VIEWS[section]!;

export const loadClockDialog = async (): Promise<Frames['ClockDialog']> => (await tools()).ClockDialog;
