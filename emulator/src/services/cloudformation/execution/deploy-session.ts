// A run that deploys a template: the template's view, and the scope in which its functions see the resources as they are now.
import type { Frozen } from '#core/records';
import { resourceData } from '#resources/resource-data';
import type { Scope } from '#services/cloudformation/engine/intrinsics';
import { openDeployment, type View } from '#services/cloudformation/preparation/view';
import { attributeValue, lackingInAnswer } from '#services/cloudformation/stack-records/attribute-value';
import { type Deployment, deployments } from '#services/cloudformation/state';
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
  const types = resourceData(ctx);
  const scope = view.scope({
    ref: (id) => {
      const resource = session.resource(id);
      return resource && (resource.ref ?? resource.physicalId);
    },
    attribute: (id, name) => {
      const resource = session.resource(id);
      const value = attributeValue(resource, name, types);
      const lacking = resource && value === undefined ? lackingInAnswer(resource, name, stackId) : undefined;
      if (lacking) throw lacking;
      return value;
    },
  });
  return { session, deployment, view, scope };
}
