// Permissions: the policy simulator of the identity service, for a user or a role, actions and resources.
import { useState } from 'preact/hooks';
import { wordsOf } from '#api/fault.ts';
import type { OutputOf } from '#api/model.ts';
import { useQuery } from '#shell/query.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Badge, Heading, Problem } from '#ui/parts.tsx';
import { apiOf } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

type Result = OutputOf<'iam', 'SimulatePrincipalPolicy'>['EvaluationResults'] extends (infer R)[] | undefined ? R : never;

const wordsIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

export function Page({ scope }: ToolProps) {
  const api = apiOf(scope);
  const { value: principals = [] } = useLoaded(`principals ${scope.account}`, async () => {
    const [{ Users }, { Roles }] = await Promise.all([api.call('iam', 'ListUsers', {}), api.call('iam', 'ListRoles', {})]);
    return [...(Users ?? []), ...(Roles ?? [])].map(({ Arn = '' }) => Arn);
  });
  const [{ principal: asked = '' }] = useQuery();
  const [principal, setPrincipal] = useState(asked);
  const [actions, setActions] = useState('sqs:SendMessage sqs:ReceiveMessage');
  const [resources, setResources] = useState('*');
  const [results, setResults] = useState<readonly Result[]>();
  const [failure, setFailure] = useState<unknown>();
  const run = async (): Promise<void> => {
    setFailure(undefined);
    try {
      const PolicySourceArn = principal || principals[0] || '';
      const input = { PolicySourceArn, ActionNames: wordsIn(actions), ResourceArns: wordsIn(resources) };
      setResults(((await api.call('iam', 'SimulatePrincipalPolicy', input)).EvaluationResults ?? []) as Result[]);
    } catch (error) {
      setResults(undefined);
      setFailure(new Error(wordsOf(error)));
    }
  };
  return (
    <>
      <Heading title="Permissions" />
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <label class="field">
          User or role
          <input
            list="principals"
            value={principal}
            placeholder={principals[0] ?? 'arn:aws:iam::000000000000:role/worker'}
            onInput={({ currentTarget }) => setPrincipal(currentTarget.value.trim())}
          />
          <datalist id="principals">
            {principals.map((arn) => (
              <option key={arn} value={arn} />
            ))}
          </datalist>
        </label>
        <label class="field">
          Actions
          <input value={actions} onInput={({ currentTarget }) => setActions(currentTarget.value)} />
        </label>
        <label class="field">
          Resources
          <input value={resources} onInput={({ currentTarget }) => setResources(currentTarget.value)} />
        </label>
        <div class="form-end">
          <button type="submit" class="primary">
            Simulate
          </button>
          <span class="dim">The policies of the user or role decide; nothing is called.</span>
        </div>
      </form>
      <div class="stack">
        {failure !== undefined && <Problem error={failure} />}
        {results && (
          <Table
            label="decisions"
            filterable={false}
            rows={results}
            keyOf={({ EvalActionName, EvalResourceName }) => `${EvalActionName} ${EvalResourceName}`}
            columns={[
              ['Action', 'EvalActionName'],
              [
                'Decision',
                'EvalDecision',
                undefined,
                ({ EvalDecision }) => <Badge state={EvalDecision === 'allowed' ? 'ok' : EvalDecision?.replace('Deny', 'ly denied')} />,
              ],
              ['Resource', 'EvalResourceName', 'mono'],
              ['Statements', ({ MatchedStatements }) => MatchedStatements?.map(({ SourcePolicyId }) => SourcePolicyId).join(', ')],
            ]}
          />
        )}
      </div>
    </>
  );
}
