// Evaluates a set of policies for actions on resources, and reports it in the terms of IAM's simulator. Pure.
import type { AccessRequest, PolicyPrincipal } from '#core/policy/access-request';
import { decide } from '#core/policy/decide';
import { matchStatement } from '#core/policy/match-statement';
import type { PolicyDocument } from '#core/policy/policy-document';
import { type ContextValues, requestContext } from '#core/policy/request-context';
import type { EvaluationResult, Statement } from '#model/iam';
import { contextKeysOf } from './policy-context-keys.ts';
import { type StatementPosition, statementPositions } from './statement-positions.ts';

export interface SimulatedPolicy {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly document: PolicyDocument;
}

export interface Simulation {
  readonly identity: readonly SimulatedPolicy[];
  readonly resource?: SimulatedPolicy | undefined;
  readonly boundaries: readonly SimulatedPolicy[];
  /** Levels from the root down; each level must allow. */
  readonly organization: readonly (readonly PolicyDocument[])[];
  readonly principal: PolicyPrincipal;
  readonly resourceAccount?: string | undefined;
  readonly context: ContextValues;
  /** Answers about a user, a group or a role of the account have details (recorded, 2025-04). */
  readonly isOfPrincipal?: boolean | undefined;
}

type Verdict = 'allowed' | 'explicitDeny' | 'implicitDeny';
const VERDICTS = { allowed: 'allowed', 'explicit-deny': 'explicitDeny', 'implicit-deny': 'implicitDeny' } as const;

export function simulate(simulation: Simulation, action: string, resource: string): EvaluationResult {
  const { identity, boundaries, organization, principal, resourceAccount, context } = simulation;
  const request: AccessRequest = { principal, action, resource, resourceAccount, context };
  const documents = identity.map(({ document }) => document);
  const granted = decide(request, { identity: documents, resource: simulation.resource?.document });
  const within = (limits: readonly PolicyDocument[]) => decide(request, { identity: limits });
  const bounds = boundaries.length > 0 ? within(boundaries.map(({ document }) => document)) : undefined;
  const levels = organization.map(within);
  const all = [granted, ...(bounds ? [bounds] : []), ...levels];
  const decisive = all.find(({ reason }) => reason === 'explicit-deny') ?? all.find(({ allowed }) => !allowed) ?? granted;
  const verdict: Verdict = VERDICTS[decisive.reason];
  const policies = [...identity, ...(simulation.resource ? [simulation.resource] : []), ...boundaries];
  const MatchedStatements = verdict === 'implicitDeny' ? [] : policies.flatMap((policy) => matched(policy, request, verdict, simulation));
  const MissingContextValues = missing(policies, context);
  const bounded = bounds ? { PermissionsBoundaryDecisionDetail: { AllowedByPermissionsBoundary: bounds.allowed } } : {};
  const ofOrganizations = simulation.isOfPrincipal || levels.length > 0;
  return {
    EvalActionName: action,
    EvalResourceName: resource,
    EvalDecision: verdict,
    MatchedStatements,
    MissingContextValues,
    ...(simulation.isOfPrincipal ? { EvalDecisionDetails: {} } : {}),
    ...(ofOrganizations ? { OrganizationsDecisionDetail: { AllowedByOrganizations: levels.every(({ allowed }) => allowed) } } : {}),
    ...bounded,
    ...(resource === '*'
      ? {}
      : {
          ResourceSpecificResults: [
            { EvalResourceName: resource, EvalResourceDecision: verdict, MatchedStatements, MissingContextValues, ...bounded },
          ],
        }),
  };
}

/** The statements that made the decision: the Denys of a denial, or the Allows of a permission. */
function matched(policy: SimulatedPolicy, request: AccessRequest, verdict: Verdict, simulation: Simulation): Statement[] {
  const effect = verdict === 'allowed' ? 'Allow' : 'Deny';
  const place = { variables: policy.document.version === '2012-10-17', onResource: policy === simulation.resource };
  const asked = { request, context: requestContext(request.context) };
  const positions = statementPositions(policy.text);
  return policy.document.statements.flatMap((statement, index) =>
    statement.effect === effect && matchStatement(statement, asked, place).applies
      ? [{ SourcePolicyId: policy.id, SourcePolicyType: policy.type, ...(positions[index] as StatementPosition) }]
      : [],
  );
}

function missing(policies: readonly SimulatedPolicy[], context: ContextValues): string[] {
  const given = new Set(Object.keys(context).map((key) => key.toLowerCase()));
  return contextKeysOf(policies.map(({ document }) => document)).filter((key) => !given.has(key.toLowerCase()));
}
