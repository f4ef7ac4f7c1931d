// The resources of an API by their paths, for imports, which may make thousands of them.
import type { Ctx } from '#core/ctx';
import type { Tx } from '#core/records';
import { fault } from '#model/apigateway';
import { newId } from '#services/apigateway/addresses/api-ids';
import { bad, noSuch } from '#services/apigateway/control/rest/faults';
import { type Resource, resources } from '#services/apigateway/rest-state';
import { ID_LENGTH, isVariable } from './resources.ts';

/** Limit: resources of a REST API. Ten times the quota of an account: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
const MAX_RESOURCES = 3000;
/** Limit: parts of the path of a resource. */
const MAX_DEPTH = 100;

export class ResourceTree {
  readonly #api: string;
  readonly #ctx: Ctx;
  readonly #byPath = new Map<string, Resource>();
  /** The variable part below a resource, by the resource's id. */
  readonly #variables = new Map<string, string>();

  constructor(api: string, ctx: Ctx) {
    this.#api = api;
    this.#ctx = ctx;
    for (const resource of ctx.records(resources).range([api])) this.#note(resource as Resource);
  }

  /** The resource at a path, made with all above it where it is missing. @throws Fault BadRequestException, LimitExceededException */
  ensure(tx: Tx, path: string): Resource {
    const known = this.#byPath.get(path);
    if (known) return known;
    if (path === '/') throw noSuch('Resource');
    if (path.split('/', MAX_DEPTH + 2).length > MAX_DEPTH + 1) throw bad(`A path has at most ${MAX_DEPTH} parts`);
    const at = path.lastIndexOf('/');
    const parent = this.ensure(tx, path.slice(0, at) || '/');
    if (this.#byPath.size >= MAX_RESOURCES)
      throw fault('LimitExceededException', `Maximum number of resources for this API has been reached: ${MAX_RESOURCES}.`);
    const pathPart = path.slice(at + 1);
    const sibling = this.#variables.get(parent.id);
    if (isVariable(pathPart) && sibling !== undefined)
      throw bad(`A sibling (${sibling}) of this resource already has a variable path part -- only one is allowed`);
    const resource = { id: newId(this.#ctx, ID_LENGTH), parentId: parent.id, pathPart, path, methods: {} };
    this.put(tx, resource);
    return resource;
  }

  put(tx: Tx, resource: Resource): void {
    tx.put(this.#ctx.records(resources), [this.#api, resource.id], resource);
    this.#note(resource);
  }

  #note(resource: Resource): void {
    this.#byPath.set(resource.path!, resource);
    if (resource.parentId !== undefined && isVariable(resource.pathPart)) this.#variables.set(resource.parentId, resource.pathPart!);
  }
}
