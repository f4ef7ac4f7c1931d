// A deployment as a program: routes and templates, compiled from its snapshot when they are first needed.
import type { PolicyDocument } from '#core/policy/policy-document';
import type { Frozen } from '#core/records';
import { Regex } from '#lib/regex/regex';
import { compileTemplate, type Template } from '#lib/vtl/compile';
import type { Authorizer, GatewayResponse, Method, RequestValidator } from '#model/apigateway';
import type { ValidateBody } from '#services/apigateway/program/model-validator';
import { type RouteMatch, Router } from '#services/apigateway/program/router';
import type { Snapshot } from '#services/apigateway/rest-state';

export interface RoutedMethod {
  readonly resourceId: string;
  readonly resourcePath: string;
  readonly method: Frozen<Method>;
}

export class DeploymentProgram {
  readonly snapshot: Frozen<Snapshot>;
  readonly #routes: Router<RoutedMethod>;
  readonly #templates = new Map<string, Template>();
  readonly #validators = new Map<string, Promise<ValidateBody | undefined>>();

  readonly #regexes = new Map<string, Regex>();
  #policy: PolicyDocument | undefined;

  constructor(snapshot: Frozen<Snapshot>) {
    this.snapshot = snapshot;
    this.#routes = new Router(
      snapshot.resources.flatMap(({ id, path, methods }) =>
        Object.entries(methods).map(([name, method]) => ({ path, method: name, value: { resourceId: id, resourcePath: path, method } })),
      ),
      { decodes: false, ignoresTrailingSlash: true },
    );
  }

  route(method: string, path: string): RouteMatch<RoutedMethod> | undefined {
    return this.#routes.match(method, path);
  }

  /** @throws TemplateError */
  template(source: string): Template {
    const known = this.#templates.get(source);
    if (known) return known;
    const template = compileTemplate(source);
    this.#templates.set(source, template);
    return template;
  }

  /** A pattern that must match the whole text. Its form was checked when it was set. */
  regex(source: string): Regex {
    const regex = this.#regexes.get(source) ?? new Regex(source, { whole: true });
    this.#regexes.set(source, regex);
    return regex;
  }

  /** The validator of a model, made once. */
  validatorOf(name: string, make: () => Promise<ValidateBody | undefined>): Promise<ValidateBody | undefined> {
    const known = this.#validators.get(name) ?? make();
    this.#validators.set(name, known);
    return known;
  }

  /** The resource policy, read once. */
  policy(read: () => PolicyDocument): PolicyDocument {
    return (this.#policy ??= read());
  }

  validator(id: string | undefined): Frozen<RequestValidator> | undefined {
    return this.snapshot.validators.find((validator) => validator.id === id);
  }
  authorizer(id: string | undefined): Frozen<Authorizer> | undefined {
    return this.snapshot.authorizers.find((authorizer) => authorizer.id === id);
  }
  gatewayResponse(type: string): Frozen<GatewayResponse> | undefined {
    return this.snapshot.gatewayResponses.find(({ responseType }) => responseType === type);
  }
  isBinary(contentType: string | undefined): boolean {
    const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    return (this.snapshot.api.binaryMediaTypes ?? []).some((each) => {
      const wanted = each.replaceAll('~1', '/').toLowerCase();
      if (wanted.startsWith('*/')) return wanted === '*/*';
      return wanted === type || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1)));
    });
  }
}
