// `$input` of mapping templates: the body and the parameters of a request, or the body of an integration's answer.
// https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-mapping-template-reference.html
import { jsonOf, textOf } from '#lib/vtl/print';
import { readJson } from '#lib/vtl/read-json';
import type { Budget, HostMethod, HostObject, Value, ValueMap } from '#lib/vtl/values';
import { valueAt } from './json-path.ts';

export interface Parameters {
  readonly path: Readonly<Record<string, string>>;
  readonly querystring: Readonly<Record<string, string>>;
  readonly header: Readonly<Record<string, string>>;
}

const NO_PARAMETERS: Parameters = { path: {}, querystring: {}, header: {} };

const KINDS = ['path', 'querystring', 'header'] as const;
/** The body of a request without one (recorded). */
const EMPTY = '{}';
const mapOf = (record: Readonly<Record<string, string>>): ValueMap => new Map(Object.entries(record));

/** `body`: the text, which is `{}` for templates where it is empty (recorded). */
export class InputVariable implements HostObject {
  readonly host = true;
  readonly text = '$input';
  readonly methods: Readonly<Record<string, HostMethod>>;
  readonly #body: string;
  readonly #parameters: Parameters;
  #parsed: { readonly value: Value } | undefined;
  #all: ValueMap | undefined;

  constructor(body: string, parameters: Parameters = NO_PARAMETERS) {
    this.#body = body;
    this.#parameters = parameters;
    this.methods = {
      path: ([path], budget) => this.#at(path, budget) ?? null,
      json: ([path], budget) => {
        const value = this.#at(path, budget);
        return value === undefined || value === null ? '""' : jsonOf(value, budget);
      },
      params: ([name], budget) => (name === undefined ? this.#everything() : this.#parameter(textOf(name, budget))),
    };
  }

  read(name: string): Value {
    return name === 'body' ? this.#body || EMPTY : null;
  }

  /** Undefined where the body is no JSON, or the path leads nowhere. */
  #at(path: Value, budget: Budget): Value {
    this.#parsed ??= { value: readJson(this.#body || EMPTY, budget) };
    return this.#parsed.value === undefined ? undefined : valueAt(this.#parsed.value, textOf(path, budget), budget);
  }

  #everything(): ValueMap {
    this.#all ??= new Map<string, Value>(KINDS.map((kind) => [kind, mapOf(this.#parameters[kind])]));
    return this.#all;
  }

  /** From the path, else the query, else the headers, whose names may differ in case. */
  #parameter(name: string): Value {
    for (const kind of KINDS) if (Object.hasOwn(this.#parameters[kind], name)) return this.#parameters[kind][name];
    const lower = name.toLowerCase();
    return Object.entries(this.#parameters.header).find(([header]) => header.toLowerCase() === lower)?.[1] ?? '';
  }
}
