// The field that filters a list, choices beside it, and the words by which a line is found.

export const wordsIn = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether the text has all the words, in whatever case. `words`: of `wordsIn`. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const small = words.length === 0 ? '' : text.toLowerCase();
  return words.every((word) => small.includes(word));
}

interface FilterFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onType: (text: string) => void;
}

export const FilterField = ({ label, placeholder = label, value, onType }: FilterFieldProps) => (
  <input
    class="filter"
    type="search"
    aria-label={label}
    placeholder={placeholder}
    value={value}
    onInput={({ currentTarget }) => onType(currentTarget.value)}
  />
);

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Each with its title, or alone. */
  readonly options: readonly (string | readonly [value: string, title: string])[];
  readonly onChoose: (value: string) => void;
}

export const Choice = ({ label, value, options, onChoose }: ChoiceProps) => (
  <select aria-label={label} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
    {options.map((option) => {
      const [chosen, title] = typeof option === 'string' ? [option, option] : option;
      return (
        <option key={chosen} value={chosen}>
          {title}
        </option>
      );
    })}
  </select>
);
