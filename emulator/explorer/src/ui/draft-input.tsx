// A text field whose text counts once somebody leaves it or presses Enter. It keeps what is typed when the page is drawn again meanwhile.
import { useState } from 'preact/hooks';

interface DraftInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChoose: (text: string) => void;
  readonly class?: string;
  readonly type?: 'text' | 'search';
  readonly placeholder?: string;
  /** The id of a `datalist`. */
  readonly list?: string;
  readonly onFocus?: () => void;
}

export function DraftInput({ label, value, onChoose, ...rest }: DraftInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      {...rest}
      aria-label={label}
      value={typed ?? value}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onChange={({ currentTarget }) => {
        setTyped(undefined);
        onChoose(currentTarget.value);
      }}
    />
  );
}
