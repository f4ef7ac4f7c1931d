// A run that deploys a template: the template's view, and the scope in which its functions see the resources as they are now.
import type { Frozen } from '#core/records';
import { isObject, type Json, type JsonObject } from '#resources/json';
import type { Scope } from '#services/cloudformation/engine/intrinsics';
import { type Deployment, deployments } from '#services/cloudformation/state';
import { openDeployment, type View } from '#services/cloudformation/templates/view';
import type { Session } from './session.ts';

export interface DeploySession {
  readonly session: Session;
  readonly view: View;
  readonly deployment: Frozen<Deployment>;
  readonly scope: Scope;
}

/** @throws TemplateProblem if the template cannot be read or evaluated */
export function openDeploySession(session: Session): DeploySession {
  const { ctx, stack, stackId } = session;
  const deployment = ctx.records(deployments).get([stackId, 'current'])!;
  const view = openDeployment(deployment, stack, ctx);
  const scope = view.scope({
    ref: (id) => {
      const resource = session.resource(id);
      return resource && (resource.ref ?? resource.physicalId);
    },
    attribute: (id, name) => attributeOf(session.resource(id)?.attributes as JsonObject | undefined, name),
  });
  return { session, deployment, view, scope };
}

function attributeOf(attributes: JsonObject | undefined, name: string): Json | undefined {
  if (attributes?.[name] !== undefined) return attributes[name];
  const [first = '', ...rest] = name.split('.');
  const inner = attributes?.[first];
  return rest.length > 0 && isObject(inner) ? attributeOf(inner, rest.join('.')) : undefined;
}
