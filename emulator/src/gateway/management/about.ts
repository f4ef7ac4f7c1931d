// Whether a problem or a step of a trace is about a subject that a person names: exactly, or, where nothing has that name, as a part of a name.
import { isNamed } from '#core/call-resource';
import type { Kernel } from '#core/kernel';
import type { Problem } from '#core/problems/problem';
import type { RunStep, TraceStep } from '#core/traces/trace';

/** Shorter beginnings of ids are no ids. The console prints eight characters. */
const MIN_ID = 6;
/** Shorter parts of names are in too many of them. */
const MIN_PART = 3;

/** Its name, ARN or URL, a code, or an id of which the beginning will do. */
export function isAboutProblem({ trace, requestId, code, resource, target, consequences, sentBy }: Problem, name: string): boolean {
  const names = [resource, target, ...consequences.flatMap((each) => [each.resource, each.target])];
  if ([code, ...consequences.map((each) => each.code)].includes(name) || names.some((each) => isNamed(each, name))) return true;
  return name.length >= MIN_ID && [trace, requestId, ...sentBy].some((id) => id?.startsWith(name) === true);
}

/** The part of a name, or of what the problem says: `GET /orders`, the id of a message. */
export function mentionsInProblem({ cause, resource, target, consequences }: Problem, part: string): boolean {
  return mentions([cause, resource, target, ...consequences.flatMap((each) => [each.text, each.resource, each.target])], part);
}

/** An event is found by the rules that took it. */
export function isAboutStep(step: TraceStep, name: string): boolean {
  if (step.kind === 'event') return step.eventId === name;
  if (step.kind === 'delivery') return isNamed(step.targetArn, name) || isNamed(step.from, name);
  if (step.kind === 'run') return isNamed(step.resource, name) || isRunNamed(step, name);
  const { service, operation, resource, caller } = step;
  return isNamed(resource, name) || isNamed(caller, name) || operation === name || `${service}.${operation}` === name;
}

/** The steps about a subject; an event is found by the rules that took it, too. */
export function stepsAbout(name: string, { events }: Pick<Kernel, 'events'>): (step: TraceStep) => boolean {
  const taken = new Set<string>();
  for (const { event, matched } of events.recent(Number.MAX_SAFE_INTEGER))
    if (matched.some((rule) => isNamed(rule.arn, name))) taken.add(event.id);
  return (step) => (step.kind === 'event' && taken.has(step.eventId)) || isAboutStep(step, name);
}

/** Whether every word of the subject names what ran, or is in its name: `shop`, `GET /orders`, `shop GET /orders/{id}`. */
function isRunNamed({ resource, name = '' }: RunStep, subject: string): boolean {
  const words = name.split(' ');
  return subject.split(' ').every((word) => isNamed(resource, word) || words.some((each) => each === word || endsInPath(each, word)));
}

/** Whether the path ends in the other, which may lack the stage and have parameters: `/dev/orders/7` in `/orders/{id}`. */
function endsInPath(path: string, end: string): boolean {
  if (!path.startsWith('/') || !end.startsWith('/')) return false;
  const wanted = end.slice(1).split('/');
  const parts = path.slice(1).split('/').slice(-wanted.length);
  return parts.length === wanted.length && wanted.every((part, n) => part === parts[n] || /^\{[^}]*\}$/.test(part));
}

export function mentionsInStep(step: TraceStep, part: string): boolean {
  if (step.kind === 'event') return false;
  if (step.kind === 'delivery') return mentions([step.targetArn, step.from], part);
  return mentions([step.resource, step.kind === 'run' ? step.name : step.caller, step.text], part);
}

function mentions(texts: readonly (string | undefined)[], part: string): boolean {
  const wanted = part.toLowerCase();
  return part.length >= MIN_PART && texts.some((text) => text?.toLowerCase().includes(wanted) === true);
}
