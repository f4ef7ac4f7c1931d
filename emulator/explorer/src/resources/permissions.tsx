// Permissions of a role: what it has done and which statement decided that, what it has and never used, and the smallest policy that would have done.
import { Fault } from '#api/fault.ts';
import { json } from '#api/management.ts';
import { Json } from '#ui/json.tsx';
import { Loaded } from '#ui/parts.tsx';
import { Table } from '#ui/table.tsx';
import { ArnLink } from '#ui/text.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

interface Access {
  readonly action: string;
  readonly resource: string;
  readonly passedTo?: string;
  readonly count: number;
  readonly denied: number;
  readonly isDenied: boolean;
  readonly decidedBy?: string;
  readonly lastMs: number;
}

interface Report {
  readonly mode: 'off' | 'warn' | 'enforce';
  readonly policy: object;
  readonly accesses: readonly Access[];
  readonly unused: readonly { readonly action: string; readonly source: string }[];
}

/** Null where nothing is known: the role is not there, and has done nothing. */
const readReport = (identity: string): Promise<Report | null> =>
  json<Report>(`/identity/policy?${new URLSearchParams({ identity })}`).catch((error: unknown) => {
    if (error instanceof Fault && error.code === 'IDENTITY_MISSING') return null;
    throw error;
  });

const MODES: Readonly<Record<Report['mode'], string>> = {
  off: 'Calls are not judged (IAM_ENFORCEMENT=off): what the cloud would deny was let through.',
  warn: 'Calls are judged and let through (IAM_ENFORCEMENT=warn).',
  enforce: 'Calls are judged, and refused where policies do not allow them (IAM_ENFORCEMENT=enforce).',
};

export function Permissions({ identity }: { identity: string }) {
  const loaded = useLoaded(`permissions ${identity}`, () => readReport(identity));
  return (
    <div class="stack">
      <p>
        The role is <ArnLink arn={identity} />.
      </p>
      <Loaded of={loaded}>
        {(report) => (report ? <Shown report={report} /> : <p class="dim">There is no such role, and none has called.</p>)}
      </Loaded>
    </div>
  );
}

function Shown({ report: { mode, policy, accesses, unused } }: { report: Report }) {
  const outcomeOf = ({ isDenied }: Access): string => (isDenied ? (mode === 'enforce' ? 'denied' : 'would be denied') : 'allowed');
  return (
    <>
      <p class="dim">{MODES[mode]}</p>
      <Table
        label="calls"
        rows={accesses}
        keyOf={({ action, resource, passedTo = '' }) => `${action} ${resource} ${passedTo}`}
        empty="The role has done nothing yet."
        columns={[
          ['Action', 'action'],
          ['Outcome', outcomeOf, 'badge'],
          ['Resource', 'resource', 'arn'],
          ['Decided by', ({ isDenied, decidedBy }) => decidedBy ?? (isDenied ? 'no statement allows it' : ''), 'long'],
          ['Calls', 'count', 'number'],
          ['Denied', 'denied', 'number'],
          ['Last', 'lastMs', 'time'],
        ]}
      />
      {accesses.length > 0 && (
        <section class="stack">
          <h2>Smallest policy that allows it</h2>
          <Json value={policy} label="Policy" />
        </section>
      )}
      {unused.length > 0 && (
        <section class="stack">
          <h2>Allowed and never used</h2>
          <Table
            label="unused permissions"
            rows={unused}
            keyOf={({ action, source }) => `${action} ${source}`}
            filterable={false}
            columns={[
              ['Action', 'action'],
              ['Policy', 'source', 'long'],
            ]}
          />
        </section>
      )}
    </>
  );
}
