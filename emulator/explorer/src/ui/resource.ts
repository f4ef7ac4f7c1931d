// The form in which a kind of resource describes itself: its list, its detail page, its forms. A new kind is one file of such a description.
import type { ComponentChildren } from 'preact';
import { look } from '#api/call.ts';
import type { Call, InputOf, OperationOf, OutputOf, Scope, ServiceId } from '#api/model.ts';
import { isRead } from '#api/reads.ts';
import type { Query } from '#shell/query.ts';
import { perform } from '#shell/session.ts';

export interface Api {
  readonly scope: Scope;
  call<S extends ServiceId, O extends OperationOf<S>>(service: S, operation: O, input: InputOf<S, O>): Promise<OutputOf<S, O>>;
  perform(call: Call): Promise<unknown>;
}

export const apiOf = (scope: Scope): Api => ({
  scope,
  call: (service, operation, input) =>
    isRead(operation)
      ? look(scope, service, operation, input)
      : (perform(scope, { service, operation, input: input as object }) as ReturnType<typeof look<typeof service, typeof operation>>),
  perform: (one) => perform(scope, one),
});

/**
 * How a value is shown where it is not plain text. `badge`: an outcome or a state, which also marks the row where it is bad; `long`: a reason, of which the
 * first line is shown until somebody asks for more; `outcome`: a badge with a reason below it, for which the column has a `cell`.
 */
export type Kind = 'mono' | 'number' | 'dim' | 'badge' | 'time' | 'bytes' | 'arn' | 'long' | 'outcome';
type Cell = string | number | undefined | null;

/**
 * The value is that of a member, or what the function makes of the row; rows are filtered and sorted by it. `cell` replaces its text. Columns stand in the
 * order of their importance (`column-layout.ts`): a name, then the outcome where there is one.
 */
export type Column<T> = readonly [
  title: string,
  value: (keyof T & string) | ((row: T) => Cell),
  kind?: Kind | undefined,
  cell?: (row: T) => ComponentChildren,
];

export interface Field {
  readonly name: string;
  readonly label: string;
  /** By default one line of text. */
  readonly kind?: 'text' | 'number' | 'area' | 'json' | 'select' | 'check' | 'file' | 'time';
  readonly options?: readonly (string | readonly [value: string, label: string])[];
  readonly initial?: string;
  readonly required?: boolean;
  readonly hint?: string;
  readonly placeholder?: string;
  /** Parts of codes and messages of the service that speak of this field. */
  readonly faults?: RegExp;
}

export type Values = Readonly<Record<string, string | undefined>>;
export type Files = Readonly<Record<string, File>>;

export interface FormSpec {
  readonly title: string;
  readonly submit: string;
  readonly fields: readonly Field[];
  readonly intro?: ComponentChildren;
  readonly danger?: boolean;
  /** The calls that the form makes, in order; also shown as commands. */
  readonly calls?: ((values: Values) => readonly Call[]) | undefined;
  /** For what is no call of the API, such as an upload, or follows the calls. The result is the message. */
  readonly run?: (values: Values, api: Api, files: Files) => Promise<string>;
  /** A warning beside the button, such as that a name exists. */
  readonly warn?: (values: Values, api: Api) => Promise<string | undefined>;
  /** The message, or something to show; by default "Done". */
  readonly done?: (outputs: readonly unknown[], values: Values) => ComponentChildren;
  /** The name of the resource whose page opens next. */
  readonly opens?: (values: Values, outputs: readonly unknown[]) => string | undefined;
  /** The path of any other page that opens next: where the form was on a page of its own, `?tab=…` of that page. */
  readonly leadsTo?: (values: Values, outputs: readonly unknown[], scope: Scope) => string | undefined;
}

/** Facts without a value are left out. `copy`: text that can be copied. */
export type Fact = readonly [label: string, value: ComponentChildren, kind?: 'copy' | 'badge' | 'time' | 'bytes' | 'arn' | 'long'];

export interface DetailTab<D> {
  readonly id: string;
  readonly title: string;
  /** Whether the resource has it; by default it does. */
  readonly isThere?: (detail: D) => boolean;
  readonly count?: (detail: D) => number | undefined;
  readonly view: (detail: D, context: DetailContext) => ComponentChildren;
}

export interface DetailContext {
  readonly api: Api;
  readonly name: string;
  /** The query of the address. */
  readonly query: Query;
  reload(): void;
}

export interface ResourceView<T, D = unknown, M = unknown> {
  readonly nameOf: (item: T) => string;
  /** Where columns show what no list has, `of` answers what `readEach` has read about an item; undefined before that, and in long lists. */
  readonly columns: readonly Column<T>[] | ((of: (item: T) => M | undefined) => readonly Column<T>[]);
  /** Reads about one item what its list does not have. */
  readonly readEach?: (item: T, api: Api) => Promise<M>;
  /** One sentence: what belongs here. */
  readonly about: string;
  /** A command of the AWS CLI that makes one, without the endpoint. */
  readonly example: string;
  readonly create?: FormSpec;
  /** The calls that delete it. Absent where it cannot be deleted. */
  readonly remove?: (name: string, scope: Scope) => readonly Call[];
  /** Whether it is on its way to another state, so that the service refuses to change or delete it: the buttons wait until it is there. */
  readonly underWay?: (one: T | D) => boolean;
  readonly load?: (name: string, api: Api) => Promise<D>;
  readonly titleOf?: (name: string) => string;
  readonly facts?: (detail: D, context: DetailContext) => readonly (Fact | undefined)[];
  readonly tabs?: readonly DetailTab<D>[];
  readonly actions?: (detail: D, context: DetailContext) => readonly FormSpec[];
}

/** Keeps the types of items and details while it is written, and forgets them for the pages. */
export const resource = <T, D = undefined, M = undefined>(view: ResourceView<T, D, M>): ResourceView<unknown> =>
  view as unknown as ResourceView<unknown>;
