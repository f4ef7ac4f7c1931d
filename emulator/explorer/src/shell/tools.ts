// Pages that are no kind of resource.
import type { Scope } from '#api/model.ts';

export interface ToolProps {
  readonly scope: Scope;
  readonly name: string | undefined;
}

interface Tool {
  readonly id: string;
  readonly title: string;
  readonly about: string;
}

export const TOOLS: readonly Tool[] = [
  {
    id: 'problems',
    title: 'Problems',
    about: 'What failed and nobody handled, and what mends it',
  },
  {
    id: 'requests',
    title: 'Requests',
    about: 'What followed from each request, and what went wrong',
  },
  { id: 'metrics', title: 'Metrics', about: 'What services count and programs report, over time' },
  { id: 'alarms', title: 'Alarms', about: 'Their states, and the points that they are judged by' },
  { id: 'dashboards', title: 'Dashboards', about: 'Metrics and alarms beside each other' },
  { id: 'map', title: 'Map', about: 'What calls what, how often, how fast, and what fails' },
  {
    id: 'events',
    title: 'Event traces',
    about: 'Which rules took an event, and why others did not',
  },
  {
    id: 'sandbox',
    title: 'Pattern sandbox',
    about: 'Try a pattern against an event',
  },
  { id: 'logs', title: 'Logs', about: 'Log lines as they come' },
  { id: 'calls', title: 'Calls', about: 'Every call, faults first' },
  { id: 'faults', title: 'Faults', about: 'Let calls fail or wait' },
  {
    id: 'snapshots',
    title: 'Snapshots',
    about: 'Save all state, go back to it, see what changed',
  },
  { id: 'simulator', title: 'Permissions', about: 'Who may do what' },
];
