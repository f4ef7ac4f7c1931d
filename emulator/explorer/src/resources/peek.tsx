// The messages of a queue as they are, without receiving them: counts, handles and visibility stay as they are.
import { useState } from 'preact/hooks';
import type { Scope } from '#api/model.ts';
import { shownTime } from '#ui/format.ts';
import { Json, Loading, Problem } from '#ui/parts.tsx';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

interface Message {
  readonly id: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Answer {
  readonly ReceiveMessageResponse?: { readonly ReceiveMessageResult?: { readonly Message?: Received | readonly Received[] } | null };
  readonly ErrorResponse?: { readonly Error: { readonly Message: string } };
}
interface Received {
  readonly MessageId: string;
  readonly Body: string;
  readonly Attribute?: readonly { readonly Name: string; readonly Value: string }[];
}

async function peek(queue: string, { account, region }: Scope): Promise<Message[]> {
  const path = `/_cloud/queue/messages/${region}/${account}/${encodeURIComponent(queue)}?ShowInvisible=true&ShowDelayed=true`;
  const { ReceiveMessageResponse, ErrorResponse } = (await (
    await fetch(path, { headers: { accept: 'application/json' } })
  ).json()) as Answer;
  if (ErrorResponse) throw new Error(ErrorResponse.Error.Message);
  const messages = ReceiveMessageResponse?.ReceiveMessageResult?.Message ?? [];
  // A single message is no list.
  return [messages].flat().map(({ MessageId, Body, Attribute = [] }) => ({
    id: MessageId,
    body: Body,
    attributes: Object.fromEntries(Attribute.map(({ Name, Value }) => [Name, Value])),
  }));
}

const groupOf = ({ attributes }: Message): string => attributes['MessageGroupId'] ?? '';

export function Messages({ queue, scope }: { queue: string; scope: Scope }) {
  const { value, error, reload } = useLoaded(`messages ${queue} ${scope.account} ${scope.region}`, () => peek(queue, scope));
  const [shown, setShown] = useState<string>();
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (!value) return <Loading />;
  const open = value.find(({ id }) => id === shown);
  return (
    <div class="stack">
      <Table
        label="messages"
        rows={value}
        keyOf={({ id }) => id}
        empty="The queue is empty."
        opened={shown}
        onOpen={({ id }) => setShown(id === shown ? undefined : id)}
        columns={[
          ['Message', 'id'],
          ['Sent', ({ attributes }) => shownTime(attributes['SentTimestamp'])],
          ['Received', ({ attributes }) => Number(attributes['ApproximateReceiveCount'] ?? 0), 'number'],
          ...(value.some(groupOf) ? [['Group', groupOf] as const] : []),
          ['Body', ({ body }) => body.slice(0, 300), 'mono'],
        ]}
      />
      {open && (
        <div class="columns">
          <Json value={open.body} label="Body" />
          <Json value={open.attributes} label="Attributes" />
        </div>
      )}
    </div>
  );
}
