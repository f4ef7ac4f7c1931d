// The messages of a queue as they are, without receiving them: counts, handles and visibility stay as they are.
import { useState } from 'preact/hooks';
import type { Scope } from '#api/model.ts';
import { FormButton } from '#ui/form.tsx';
import { shownTime } from '#ui/format.ts';
import { Json } from '#ui/json.tsx';
import { Loading, Problem } from '#ui/parts.tsx';
import type { Api, FormSpec } from '#ui/resource.ts';
import { Table } from '#ui/table.tsx';
import { useLoaded } from '#ui/use-loaded.ts';

export interface Message {
  readonly id: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The attributes that its sender gave it, as the form takes them: JSON, or nothing. */
  readonly own: string;
}

interface Answer {
  readonly ReceiveMessageResponse?: { readonly ReceiveMessageResult?: { readonly Message?: Received | readonly Received[] } | null };
  readonly ErrorResponse?: { readonly Error: { readonly Message: string } };
}
interface Received {
  readonly MessageId: string;
  readonly Body: string;
  readonly Attribute?: readonly { readonly Name: string; readonly Value: string }[];
  readonly MessageAttribute?: OwnAttribute | readonly OwnAttribute[];
}

interface OwnAttribute {
  readonly Name: string;
  readonly Value: { readonly DataType: string; readonly StringValue?: string };
}

/** Bytes are left out: a form has no field for them. */
function ownOf(attributes: readonly OwnAttribute[]): string {
  const plain = attributes.flatMap(({ Name, Value: { DataType, StringValue } }) =>
    StringValue === undefined ? [] : [[Name, DataType.startsWith('Number') ? Number(StringValue) : StringValue]],
  );
  return plain.length > 0 ? JSON.stringify(Object.fromEntries(plain)) : '';
}

async function peek(queue: string, { account, region }: Scope): Promise<Message[]> {
  const path = `/_cloud/queue/messages/${region}/${account}/${encodeURIComponent(queue)}?ShowInvisible=true&ShowDelayed=true`;
  const { ReceiveMessageResponse, ErrorResponse } = (await (
    await fetch(path, { headers: { accept: 'application/json' } })
  ).json()) as Answer;
  if (ErrorResponse) throw new Error(ErrorResponse.Error.Message);
  const messages = ReceiveMessageResponse?.ReceiveMessageResult?.Message ?? [];
  // A single message is no list.
  return [messages].flat().map(({ MessageId, Body, Attribute = [], MessageAttribute = [] }) => ({
    id: MessageId,
    body: Body,
    attributes: Object.fromEntries(Attribute.map(({ Name, Value }) => [Name, Value])),
    own: ownOf([MessageAttribute].flat() as OwnAttribute[]),
  }));
}

const groupOf = ({ attributes }: Message): string => attributes['MessageGroupId'] ?? '';

interface MessagesProps {
  readonly queue: string;
  readonly api: Api;
  /** The form that sends a message again, changed. */
  readonly again: (message: Message) => FormSpec;
}

export function Messages({ queue, api, again }: MessagesProps) {
  const { scope } = api;
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
          <section class="stack" aria-label="Message">
            <Json value={open.body} label="Body" />
            <FormButton key={open.id} spec={again(open)} api={api} after={reload} />
          </section>
          <Json value={open.attributes} label="Attributes" />
        </div>
      )}
    </div>
  );
}
