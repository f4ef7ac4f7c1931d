// A button that asks before it acts: it turns into the question. A resource that a stack owns is deleted only once somebody has typed its name.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { wordsOf } from '#api/fault.ts';
import { say } from '#shell/session.ts';

interface ConfirmProps {
  readonly label: string;
  readonly question: string;
  readonly act: () => Promise<void>;
  readonly small?: boolean;
  readonly disabled?: boolean | undefined;
  /** Asked first: the stack that owns the resource, and the text to type before the resource is deleted. */
  readonly owner?: (() => Promise<{ readonly stack: string; readonly type: string } | undefined>) | undefined;
}

type Asking = { readonly stack: string; readonly type: string } | 'asking' | undefined;

export function Confirm({ label, question, act, small, disabled = false, owner }: ConfirmProps) {
  const [asking, setAsking] = useState<Asking>();
  const [typed, setTyped] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(false);
  useLayoutEffect(() => {
    if (asking) (field.current ?? yes.current)?.focus();
    else if (asked.current) button.current?.focus();
    asked.current = asking !== undefined;
  }, [asking]);
  const ask = async (): Promise<void> => {
    setTyped('');
    setAsking('asking');
    const found = await owner?.().catch(() => undefined);
    if (found) setAsking((now) => now && found);
  };
  const confirm = async (): Promise<void> => {
    setAsking(undefined);
    await act().catch((error: unknown) => say(wordsOf(error), 'bad'));
  };
  if (!asking)
    return (
      <button
        type="button"
        ref={button}
        class={small ? 'small quiet danger' : 'danger'}
        disabled={disabled}
        aria-label={small ? question.replace('?', '') : undefined}
        onClick={() => void ask()}
      >
        {label}
      </button>
    );
  const owned = asking !== 'asking' ? asking : undefined;
  return (
    <span class="confirm" onKeyDown={(event) => event.key === 'Escape' && setAsking(undefined)}>
      {owned && (
        <label>
          It belongs to the stack {owned.stack}. Type <strong>{owned.type}</strong>:{' '}
          <input ref={field} value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
        </label>
      )}
      <button
        type="button"
        ref={yes}
        class="danger solid"
        disabled={disabled || (owned !== undefined && typed !== owned.type)}
        onClick={() => void confirm()}
      >
        {question}
      </button>
      <button type="button" onClick={() => setAsking(undefined)}>
        Cancel
      </button>
    </span>
  );
}
