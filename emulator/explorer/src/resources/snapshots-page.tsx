// Snapshots: the whole state under names. Save it, go back to it, see what has changed since.

import { json } from '#api/management.ts';
import { pathOf } from '#shell/paths.ts';
import { manage, readOnly, say } from '#shell/session.ts';
import type { ToolProps } from '#shell/tools.ts';
import { Confirm } from '#ui/confirm.tsx';
import { FormButton } from '#ui/form.tsx';
import { shownCount } from '#ui/format.ts';
import { Heading, Loaded } from '#ui/parts.tsx';
import { apiOf, type FormSpec } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

interface SavedState {
  readonly name: string;
  readonly sizeBytes: number;
  readonly savedAtMs: number;
}

interface Differences {
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly differences: readonly Difference[];
}
interface Difference {
  readonly change: string;
  readonly collection: string;
  readonly account: string;
  readonly region: string;
  readonly key: readonly (string | number)[];
}

const TONES: Readonly<Record<string, string>> = { added: 'good', removed: 'bad', changed: 'wait' };

const SAVE: FormSpec = {
  title: 'Save snapshot',
  submit: 'Save snapshot',
  intro: <p>Saves all state of all accounts and regions, objects and code included. A snapshot of the same name is replaced.</p>,
  fields: [{ name: 'name', label: 'Name', required: true, hint: 'Letters, digits, “.”, “_” and “-”.' }],
  run: async ({ name = '' }) => {
    await manage('POST', '/state/save', { name });
    return `Saved ${name}.`;
  },
};

export const Page = ({ scope, name }: ToolProps) =>
  name === undefined ? <Snapshots scope={scope} /> : <Changes key={name} from={name} scope={scope} />;

function Snapshots({ scope }: Pick<ToolProps, 'scope'>) {
  const loaded = useLoaded('snapshots', async () => (await json<{ states: SavedState[] }>('/state')).states);
  const { reload } = loaded;
  const restore = async (name: string): Promise<void> => {
    await manage('POST', '/state/load', { name });
    say(`The state is that of ${name}.`);
  };
  const remove = async (name: string): Promise<void> => {
    await manage('DELETE', `/state/${encodeURIComponent(name)}`);
    say(`Removed ${name}.`);
    reload();
  };
  return (
    <>
      <Heading title="Snapshots">
        <FormButton spec={SAVE} api={apiOf(scope)} primary after={reload} />
      </Heading>
      <Loaded of={loaded}>
        {(value) => (
          <Table
            label="snapshots"
            rows={value}
            keyOf={({ name }) => name}
            href={({ name }) => pathOf(scope, 'snapshots', name)}
            empty="No state is saved. `emulator snapshot save` saves one, too; the files lie in the data directory."
            controls={
              readOnly.value
                ? undefined
                : ({ name }) => (
                    <>
                      <Confirm small label="Restore" question={`Replace all state with ${name}?`} act={() => restore(name)} />
                      <Confirm small label="Delete" question={`Delete ${name}?`} act={() => remove(name)} />
                    </>
                  )
            }
            columns={[
              ['Name', 'name'],
              ['Saved', 'savedAtMs', 'time'],
              ['Size', 'sizeBytes', 'bytes'],
            ]}
          />
        )}
      </Loaded>
    </>
  );
}

function Changes({ from, scope }: { from: string; scope: ToolProps['scope'] }) {
  const loaded = useLoaded(`snapshot ${from}`, () => json<Differences>(`/state/diff?from=${encodeURIComponent(from)}`));
  return (
    <>
      <Heading title={`Since ${from}`} above={<a href={pathOf(scope, 'snapshots')}>Snapshots</a>} />
      <Loaded of={loaded}>
        {(value) => (
          <>
            <p>
              {shownCount(value.added)} added, {shownCount(value.removed)} removed, {shownCount(value.changed)} changed since the snapshot.
            </p>
            <Table
              label="records"
              rows={value.differences}
              keyOf={({ collection, account, region, key }) => JSON.stringify([collection, account, region, key])}
              empty="The state is as it was."
              columns={[
                ['Change', 'change', undefined, ({ change }) => <span class={`badge ${TONES[change]}`}>{change}</span>],
                ['Records', 'collection'],
                ['Key', ({ key }) => key.join(' '), 'mono'],
                ['Region', 'region'],
                ['Account', 'account', 'mono'],
              ]}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
