// A form from its description: checks what is typed, makes the calls, shows a refusal in the service's words beside the field that it speaks of.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Fault, wordsOf } from '#api/fault.ts';
import type { Call } from '#api/model.ts';
import { readOnly, say } from '#shell/session.ts';
import { CopyAs } from './copy-as.tsx';
import { jsonProblem } from './json-text.ts';
import type { Api, Field, Files, FormSpec, Values } from './resource.ts';

export interface FormProps {
  readonly spec: FormSpec;
  readonly api: Api;
  /** Called once the calls were made. */
  readonly onDone: (values: Values, outputs: readonly unknown[]) => void;
  readonly onCancel?: () => void;
}

type Problems = Readonly<Record<string, string>>;

const initialValues = (fields: readonly Field[]): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ name, initial, options, kind }) => [name, initial ?? (kind === 'select' ? optionOf(options?.[0])[0] : '')]),
  );

const optionOf = (option: string | readonly [string, string] | undefined): readonly [string, string] =>
  option === undefined ? ['', ''] : typeof option === 'string' ? [option, option] : option;

export function Form({ spec, api, onDone, onCancel }: FormProps) {
  const [values, setValues] = useState(() => initialValues(spec.fields));
  const [files, setFiles] = useState<Files>({});
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState('');
  const [result, setResult] = useState<ComponentChildren>();
  const [warning, setWarning] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let current = true;
    spec.warn?.(values, api).then(
      (text) => current && setWarning(text),
      () => current && setWarning(undefined),
    );
    return () => {
      current = false;
    };
  }, [JSON.stringify(values)]);

  const submit = async (): Promise<void> => {
    const wrong = check(spec.fields, values, files);
    setProblems(wrong);
    setFailure('');
    if (Object.keys(wrong).length > 0 || busy) return;
    setBusy(true);
    try {
      const outputs: unknown[] = [];
      for (const call of spec.calls?.(values) ?? []) outputs.push(await api.perform(call));
      const said = spec.run ? await spec.run(values, api, files) : undefined;
      const shown = spec.done?.(outputs, values);
      if (shown === undefined || typeof shown === 'string') say(said ?? shown ?? `${spec.submit}: done.`);
      setResult(typeof shown === 'string' ? undefined : shown);
      if (shown === undefined || typeof shown === 'string') onDone(values, outputs);
    } catch (error) {
      const field = error instanceof Fault ? spec.fields.find(({ faults, name }) => speaksOf(error, faults, name)) : undefined;
      if (field) setProblems({ [field.name]: wordsOf(error) });
      else setFailure(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  };
  return (
    <form
      class="form"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {spec.intro}
      {spec.fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          problem={problems[field.name]}
          onInput={(value) => setValues({ ...values, [field.name]: value })}
          onFile={(file) => setFiles({ ...files, [field.name]: file })}
        />
      ))}
      {failure && (
        <p class="problem" role="alert">
          {failure}
        </p>
      )}
      {warning && <p class="warning">{warning}</p>}
      {result && (
        <div class="result" role="status">
          {result}
        </div>
      )}
      <div class="form-end">
        <button type="submit" class={spec.danger ? 'danger solid' : 'primary'} disabled={busy || readOnly.value}>
          {busy ? 'Working…' : spec.submit}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {result ? 'Close' : 'Cancel'}
          </button>
        )}
        <span class="grow" />
        {spec.calls && <CopyAs calls={() => callsOr(spec, values)} scope={api.scope} />}
      </div>
    </form>
  );
}

/** Values that are not whole yet may not make a call. */
function callsOr(spec: FormSpec, values: Values): readonly Call[] {
  try {
    return spec.calls?.(values) ?? [];
  } catch {
    return [];
  }
}

const words = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase();
const speaksOf = ({ code, message }: Fault, faults: RegExp | undefined, name: string): boolean =>
  faults ? faults.test(`${code} ${message}`) : name.length > 3 && words(message).includes(words(name));

function check(fields: readonly Field[], values: Values, files: Files): Problems {
  const wrong = fields.flatMap((field): [string, string][] => {
    const value = values[field.name] ?? '';
    const file = files[field.name];
    if (field.required && value.trim() === '' && !file) return [[field.name, `${field.label} is missing.`]];
    if (field.kind !== 'json' || value.trim() === '') return [];
    const problem = jsonProblem(value);
    return problem ? [[field.name, `Line ${problem.line}, column ${problem.column}: ${problem.message}.`]] : [];
  });
  return Object.fromEntries(wrong);
}

interface FieldInputProps {
  readonly field: Field;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onInput: (value: string) => void;
  readonly onFile: (file: File) => void;
}

function FieldInput({ field, value, problem, onInput, onFile }: FieldInputProps) {
  const id = useId();
  const { kind = 'text', label, hint, options = [], required } = field;
  const described = problem ? `${id}-problem` : hint ? `${id}-hint` : undefined;
  const common = { id, name: field.name, 'aria-describedby': described, 'aria-invalid': problem ? true : undefined, required };
  const lint = kind === 'json' && value.trim() ? jsonProblem(value) : undefined;
  return (
    <div class={kind === 'check' ? 'field check' : 'field'}>
      <label for={id}>
        {label}
        {!required && kind !== 'check' && kind !== 'select' && <span class="dim"> optional</span>}
      </label>
      {kind === 'select' ? (
        <select {...common} value={value} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
          {options.map(optionOf).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ) : kind === 'area' || kind === 'json' ? (
        <textarea
          {...common}
          class="mono"
          rows={Math.min(18, Math.max(4, value.split('\n').length + 1))}
          spellcheck={false}
          placeholder={field.placeholder}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      ) : kind === 'check' ? (
        <input
          {...common}
          type="checkbox"
          checked={value === 'true'}
          onChange={({ currentTarget }) => onInput(String(currentTarget.checked))}
        />
      ) : kind === 'file' ? (
        <input {...common} type="file" onChange={({ currentTarget }) => currentTarget.files?.[0] && onFile(currentTarget.files[0])} />
      ) : (
        <input
          {...common}
          type={(kind === 'number' ? 'number' : kind === 'time' ? 'datetime-local' : 'text') as 'text'}
          step={kind === 'time' ? '1' : 'any'}
          autocomplete="off"
          spellcheck={false}
          placeholder={field.placeholder}
          value={value}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
      {problem ? (
        <p class="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      ) : lint ? (
        <p class="hint">
          Line {lint.line}, column {lint.column}: {lint.message}
        </p>
      ) : (
        hint && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** A button that opens the form in a dialog. */
export function FormButton({
  spec,
  api,
  primary,
  small,
  disabled = false,
  after,
}: {
  spec: FormSpec;
  api: Api;
  primary?: boolean;
  small?: boolean;
  disabled?: boolean | undefined;
  after?: (values: Values, outputs: readonly unknown[]) => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { route } = useLocation();
  const [open, setOpen] = useState(false);
  const id = useId();
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  if (readOnly.value) return null;
  const close = (): void => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        class={`${primary ? 'primary' : spec.danger ? 'danger' : ''}${small ? ' small quiet' : ''}`}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {spec.title}
      </button>
      {open && (
        <dialog ref={dialog} aria-labelledby={id} onClose={() => setOpen(false)}>
          <h2 id={id}>{spec.title}</h2>
          <Form
            spec={spec}
            api={api}
            onCancel={close}
            onDone={(values, outputs) => {
              close();
              after?.(values, outputs);
              const next = spec.leadsTo?.(values, outputs, api.scope);
              if (next !== undefined) route(next.startsWith('?') ? location.pathname + next : next);
            }}
          />
        </dialog>
      )}
    </>
  );
}

/** Opens the page of what a form has made. */
export function useOpening(path: (name: string) => string): (spec: FormSpec) => (values: Values, outputs: readonly unknown[]) => void {
  const { route } = useLocation();
  return (spec) => (values, outputs) => {
    const name = spec.opens?.(values, outputs);
    if (name !== undefined) route(path(name));
  };
}
