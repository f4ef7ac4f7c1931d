// The ledger of problems: every failure that no caller handles, each once, with its root cause first and what followed from it below.
import type { Consequence, Problem, Recovery, ReportedProblem } from './problem.ts';

/** Limit: problems that `emulator why` remembers. With more, the oldest leave. */
const MAX_PROBLEMS = 1000;
/** Limit: characters of a cause; longer ones are cut. */
const MAX_CAUSE = 2000;
const MAX_LINES = 8;
const MAX_LINE = 300;
const MAX_CONSEQUENCES = 20;
const MAX_SENT_BY = 10;
/** Half a command would mislead: longer remedies are left out. */
const MAX_REMEDY = 8000;

/** Shorter beginnings of ids are no ids. */
const MIN_ID = 6;
/** Attempts of a problem that are known by their ids: a message that returns for ever is one problem, and each attempt has an id. */
const MAX_ATTEMPTS = 100;
/** Code of the consequence that a later attempt succeeded. */
const RECOVERED = 'RECOVERED';

interface Entry {
  problem: Problem;
  /** Names under which it is attempted again. */
  readonly attempts: Set<string>;
  readonly depth: number;
  /** performance.now() when what failed began, and when it was reported. */
  readonly startedMs: number;
  readonly reportedMs: number;
}

export class ProblemLog {
  /** In the order of their first occurrence. */
  readonly #entries = new Map<number, Entry>();
  readonly #ofTrace = new Map<string, number[]>();
  #next = 1;
  readonly #followers = new Set<(problem: Problem) => void>();

  /**
   * Notes a failure. The same failure again in its trace is counted. A failure that encloses another one of its trace (it began before it, at a
   * smaller depth), or that names the same run, is a consequence of it; so is one whose `sentBy` leads to the other's trace. An execution that names
   * several children which failed, each in its way, makes them one problem.
   */
  note(reported: ReportedProblem): Problem {
    const known = this.#inTrace(reported.trace);
    const same = known.find(({ problem }) => isSame(problem, reported));
    const effect = same ? undefined : known.find((entry) => isWithin(reported, entry));
    const cause = same ?? (effect ? undefined : this.#causeOf(known, reported));
    if (cause && !same && reported.what === 'execution') this.#fold(cause, known, reported);
    const problem = cause ? joined(cause.problem, reported) : this.#added(reported, effect);
    if (cause) {
      cause.problem = problem;
      this.#index(problem.number, reported.sentBy ?? []);
      if (cause.attempts.size < MAX_ATTEMPTS) for (const attempt of attemptsOf(reported)) cause.attempts.add(attempt);
    }
    if (this.#followers.size > 0) for (const see of this.#followers) see(problem);
    return problem;
  }

  /** A later attempt at what a failure of this trace belongs to has succeeded: it is told as its consequence. */
  recover({ trace, attempt, atMs, text, resource }: Recovery): void {
    if (this.#entries.size === 0) return;
    const entry = this.#inTrace(trace).find(({ attempts }) => attempts.has(attempt));
    if (!entry || entry.problem.recovered) return;
    const consequence = { atMs, code: RECOVERED, text, resource, target: undefined };
    const consequences = [...entry.problem.consequences.slice(0, MAX_CONSEQUENCES - 1), consequence];
    entry.problem = { ...entry.problem, recovered: true, consequences };
    for (const see of this.#followers) see(entry.problem);
  }

  #causeOf(known: readonly Entry[], reported: ReportedProblem): Entry | undefined {
    const attempts = attemptsOf(reported);
    const isAttempt = (entry: Entry): boolean => attempts.some((each) => entry.attempts.has(each));
    const enclosed = known.find((entry) => isAttempt(entry) || isCauseOf(entry, reported));
    if (enclosed) return enclosed;
    const earlier = (reported.sentBy ?? []).flatMap((trace) => this.#inTrace(trace));
    return earlier.find(isAttempt) ?? earlier.at(-1);
  }

  /** The other children stand among the consequences of the first, as they are told of last: where each has failed. */
  #fold(first: Entry, known: readonly Entry[], reported: ReportedProblem): void {
    const attempts = attemptsOf(reported);
    for (const { problem, attempts: own } of known) {
      if (problem.number === first.problem.number || !attempts.some((each) => own.has(each))) continue;
      const { consequences } = first.problem;
      const told = problem.consequences.at(-1) ?? consequenceOf(problem);
      if (consequences.length < MAX_CONSEQUENCES - 1) first.problem = { ...first.problem, consequences: [...consequences, told] };
      for (const each of own) if (first.attempts.size < MAX_ATTEMPTS) first.attempts.add(each);
      this.#remove(problem);
      this.#index(first.problem.number, [problem.trace, ...problem.sentBy]);
    }
  }

  #inTrace(trace: string): Entry[] {
    return (this.#ofTrace.get(trace) ?? []).flatMap((number) => this.#entries.get(number) ?? []);
  }

  /** `effect`: what was reported first, because its cause became known later. */
  #added(reported: ReportedProblem, effect: Entry | undefined): Problem {
    if (effect) this.#remove(effect.problem);
    if (this.#entries.size >= MAX_PROBLEMS) this.#remove(this.#entries.values().next().value!.problem);
    const { depth, startedMs, requestId, remedy, logGroup, target, attempts: given, lines = [], sentBy = [], ...facts } = reported;
    const followed = effect && !isSameCall(effect.problem, reported) ? [consequenceOf(effect.problem)] : [];
    const problem: Problem = {
      ...facts,
      cause: cut(facts.cause, MAX_CAUSE),
      number: this.#next++,
      count: 1,
      recovered: false,
      requestId,
      target,
      remedy: remedy !== undefined && remedy.length <= MAX_REMEDY ? remedy : undefined,
      logGroup,
      lines: lines.slice(0, MAX_LINES).map((line) => cut(line, MAX_LINE)),
      sentBy: sentBy.slice(0, MAX_SENT_BY),
      consequences: effect ? [...followed, ...effect.problem.consequences].slice(0, MAX_CONSEQUENCES) : [],
    };
    const attempts = new Set([...attemptsOf({ requestId, attempts: given }), ...(effect?.attempts ?? [])]);
    this.#entries.set(problem.number, { problem, attempts, depth, startedMs, reportedMs: performance.now() });
    this.#index(problem.number, [problem.trace, ...problem.sentBy]);
    return problem;
  }

  #index(number: number, traces: readonly string[]): void {
    for (const trace of traces.slice(0, MAX_SENT_BY + 1)) {
      const known = this.#ofTrace.get(trace);
      if (!known) this.#ofTrace.set(trace, [number]);
      else if (!known.includes(number)) known.push(number);
    }
  }

  #remove({ number, trace: own, sentBy }: Problem): void {
    this.#entries.delete(number);
    for (const trace of new Set([own, ...sentBy])) {
      const left = (this.#ofTrace.get(trace) ?? []).filter((each) => each !== number);
      if (left.length > 0) this.#ofTrace.set(trace, left);
      else this.#ofTrace.delete(trace);
    }
  }

  /** The last problems, the oldest first. */
  recent(count: number, wanted: (problem: Problem) => boolean = () => true): Problem[] {
    const found = [...this.#entries.values()].map(({ problem }) => problem).filter(wanted);
    return count > 0 ? found.sort((a, b) => a.atMs - b.atMs || a.number - b.number).slice(-count) : [];
  }

  /** The problems of a request, and the problems that later requests had with what it sent. */
  of(trace: string): Problem[] {
    return this.#inTrace(trace).map(({ problem }) => problem);
  }

  /** The problems of an attempt: by the id of a message, the ARN of an execution, or the first characters of one. */
  ofAttempt(name: string): Problem[] {
    const isMeant = (attempt: string): boolean => name.length >= MIN_ID && attempt.startsWith(name);
    return [...this.#entries.values()]
      .filter(({ attempts }) => attempts.has(name) || [...attempts].some(isMeant))
      .map(({ problem }) => problem);
  }

  /** Calls `see` with each problem when it is noted, and again when it has grown, until the returned function is called. */
  follow(see: (problem: Problem) => void): () => void {
    this.#followers.add(see);
    return () => void this.#followers.delete(see);
  }

  clear(): void {
    this.#entries.clear();
    this.#ofTrace.clear();
  }
}

const attemptsOf = ({ attempts = [], requestId }: Pick<ReportedProblem, 'attempts' | 'requestId'>): readonly string[] =>
  requestId === undefined ? attempts : [...attempts, requestId];

/** Whether the call that is one of both is the run that is the other: Invoke, which tells of the failure of its function. */
const isSameCall = (problem: Problem, reported: ReportedProblem): boolean =>
  (problem.what === 'call') !== (reported.what === 'call') && problem.requestId !== undefined && problem.requestId === reported.requestId;

/**
 * Whether the noted failure, which the reported one encloses, is its cause. Functions and executions may have handled it, and failed for another
 * reason: their error has to repeat it.
 */
function isCauseOf({ depth, reportedMs, problem }: Entry, reported: ReportedProblem): boolean {
  if (depth <= reported.depth || reported.startedMs > reportedMs) return false;
  if (reported.what !== 'function' && reported.what !== 'execution') return true;
  return reported.cause.includes(problem.code) || problem.cause.includes(reported.cause);
}

/** Whether the reported failure happened within the noted one, and is known only now. */
const isWithin = (reported: ReportedProblem, { depth, startedMs, reportedMs }: Entry): boolean =>
  reported.depth > depth && startedMs <= reported.startedMs && reported.startedMs <= reportedMs;

const isSame = (problem: Problem, { code, resource, cause }: ReportedProblem): boolean =>
  problem.code === code && problem.resource === resource && problem.cause === cut(cause, MAX_CAUSE);

function joined(problem: Problem, reported: ReportedProblem): Problem {
  const { atMs } = reported;
  const remedy = problem.remedy ?? reported.remedy;
  const sentBy = [...new Set([...problem.sentBy, ...(reported.sentBy ?? [])])].slice(0, MAX_SENT_BY);
  const known = { ...problem, atMs, remedy, sentBy, recovered: false };
  if (isSame(problem, reported)) return { ...known, count: problem.count + 1 };
  if (isSameCall(problem, reported)) return problem;
  const consequence = consequenceOf(reported);
  const { code, text, resource } = consequence;
  const isKnown = problem.consequences.some((each) => each.code === code && each.resource === resource && each.text === text);
  const isFull = problem.consequences.length >= MAX_CONSEQUENCES;
  return { ...known, consequences: isKnown || isFull ? problem.consequences : [...problem.consequences, consequence] };
}

const consequenceOf = ({
  atMs,
  code,
  cause,
  resource,
  target,
}: Pick<ReportedProblem, 'atMs' | 'code' | 'cause' | 'resource' | 'target'>): Consequence => ({
  atMs,
  code,
  text: cut(cause, MAX_CAUSE),
  resource,
  target,
});

/** A short copy of a long text, which does not keep the long one in memory. */
const cut = (text: string, most: number): string => (text.length <= most ? text : `${Buffer.from(text.slice(0, most)).toString()}…`);
