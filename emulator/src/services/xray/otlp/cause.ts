// The exceptions of a segment, from the events of a span. Pure.
import type { Span } from '#lib/otlp/messages';
import { plainAttributes } from '#lib/otlp/values';
import { type Attributes, textIn } from './attributes.ts';

const FAILED = 2;
/** Limit: exceptions that a segment has of its span. */
const MAX_EXCEPTIONS = 20;
/** Limit: frames of an exception of a span. */
const MAX_FRAMES = 100;

interface Frame {
  readonly path: string;
  readonly line: number;
  readonly label: string;
}

/** A frame in a line of a stack, by the language of the SDK. */
const FRAMES: readonly { readonly languages: readonly string[]; readonly frame: RegExp }[] = [
  {
    languages: ['nodejs', 'webjs', 'javascript'],
    frame: /^ {4}at (?:(?<label>[^(]{1,300}) \()?(?<path>[^()]{1,1000}?):(?<line>\d{1,9}):\d{1,9}\)?$/,
  },
  { languages: ['java', 'php'], frame: /^\tat (?<label>[^(]{1,300})\((?<path>[^():]{1,1000})(?::(?<line>\d{1,9}))?\)$/ },
  { languages: ['python'], frame: /^ {2}File "(?<path>[^"]{1,1000})", line (?<line>\d{1,9}), in (?<label>.{1,300})$/ },
];

/** Undefined where nothing went wrong that was told. */
export function causeOf(
  { events = [], status = {} }: Span,
  resource: Attributes,
  isRemote: boolean,
  newId: () => string,
): { readonly exceptions: readonly object[] } | undefined {
  const language = textIn(resource, 'telemetry.sdk.language') ?? '';
  const exceptions = events
    .filter(({ name }) => name === 'exception')
    .slice(0, MAX_EXCEPTIONS)
    .map((event) => {
      const attributes = plainAttributes(event.attributes);
      const stack = framesOf(textIn(attributes, 'exception.stacktrace') ?? '', language);
      return {
        id: newId(),
        type: textIn(attributes, 'exception.type') ?? '',
        message: textIn(attributes, 'exception.message') ?? '',
        remote: isRemote,
        ...(stack.length > 0 && { stack }),
      };
    });
  if (exceptions.length > 0) return { exceptions };
  return status.code === FAILED && status.message ? { exceptions: [{ id: newId(), type: '', message: status.message }] } : undefined;
}

function framesOf(stack: string, language: string): Frame[] {
  const known = FRAMES.find(({ languages }) => languages.includes(language));
  if (!known) return [];
  const frames: Frame[] = [];
  for (const text of stack.split('\n')) {
    const { path, line, label = '' } = known.frame.exec(text)?.groups ?? {};
    if (path !== undefined && frames.push({ path, line: Number(line ?? 0), label: label.trim() }) === MAX_FRAMES) break;
  }
  // Python tells the innermost call last
  return language === 'python' ? frames.reverse() : frames;
}
