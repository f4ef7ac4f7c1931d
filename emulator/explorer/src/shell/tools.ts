// Pages that are no kind of resource.
import type { FunctionComponent } from 'preact';
import type { Scope } from '#api/model.ts';

export interface ToolProps {
  readonly scope: Scope;
  readonly name: string | undefined;
}

interface Tool {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly load: () => Promise<{ readonly Page: FunctionComponent<ToolProps> }>;
}

export const TOOLS: readonly Tool[] = [
  {
    id: 'requests',
    title: 'Requests',
    about: 'What followed from each request, and what went wrong',
    load: () => import('#resources/requests-page.tsx'),
  },
  {
    id: 'events',
    title: 'Event traces',
    about: 'Which rules took an event, and why others did not',
    load: () => import('#resources/events/traces-page.tsx'),
  },
  {
    id: 'sandbox',
    title: 'Pattern sandbox',
    about: 'Try a pattern against an event',
    load: () => import('#resources/events/sandbox-page.tsx'),
  },
  { id: 'logs', title: 'Logs', about: 'Log lines as they come', load: () => import('#resources/logs/logs-page.tsx') },
  { id: 'calls', title: 'Calls', about: 'Every call, faults first', load: () => import('#resources/calls-page.tsx') },
  { id: 'faults', title: 'Faults', about: 'Let calls fail or wait', load: () => import('#resources/faults-page.tsx') },
  {
    id: 'snapshots',
    title: 'Snapshots',
    about: 'Save all state, go back to it, see what changed',
    load: () => import('#resources/snapshots-page.tsx'),
  },
  { id: 'simulator', title: 'Permissions', about: 'Who may do what', load: () => import('#resources/simulator-page.tsx') },
];
