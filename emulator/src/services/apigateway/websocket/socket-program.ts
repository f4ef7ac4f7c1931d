// A deployment of a WebSocket API, compiled piece by piece as its messages need it: templates and validators.
import type { Ctx } from '#core/ctx';
import type { Frozen } from '#core/records';
import { Regex } from '#lib/regex/regex';
import { compileTemplate, type Template } from '#lib/vtl/compile';
import type { Deployment } from '#services/apigateway/http-state';
import { KeptPrograms } from '#services/apigateway/program/kept-programs';
import { modelValidator, type ValidateBody } from '#services/apigateway/program/model-validator';

export class SocketProgram {
  readonly #models: Frozen<Deployment>['snapshot']['models'];
  readonly #templates = new Map<string, Template>();
  readonly #validators = new Map<string, Promise<ValidateBody | undefined>>();
  readonly #regexes = new Map<string, Regex>();

  constructor({ snapshot }: Frozen<Deployment>) {
    this.#models = snapshot.models;
  }

  /** @throws TemplateError */
  template(source: string): Template {
    const template = this.#templates.get(source) ?? compileTemplate(source);
    this.#templates.set(source, template);
    return template;
  }

  /** A pattern that must match the whole text. @throws RegexSyntaxError */
  regex(source: string): Regex {
    const regex = this.#regexes.get(source) ?? new Regex(source, { whole: true });
    this.#regexes.set(source, regex);
    return regex;
  }

  /** Undefined for a model that was not deployed. Rejects for a schema that cannot be used. */
  validator(model: string): Promise<ValidateBody | undefined> {
    const schemas = () => this.#models.map(({ Name, Schema }) => ({ name: Name, schema: Schema }));
    const validator = this.#validators.get(model) ?? modelValidator(schemas(), model);
    this.#validators.set(model, validator);
    return validator;
  }
}

export const socketProgramOf = (api: string, deployment: Frozen<Deployment>, ctx: Ctx): SocketProgram =>
  ctx
    .own('apigatewayv2.socket-programs', () => new KeptPrograms<SocketProgram>())
    .of(api, deployment.id, () => new SocketProgram(deployment));
