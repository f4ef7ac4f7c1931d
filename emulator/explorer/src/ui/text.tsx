// Text as pages show it: long words that break or are shortened in their middle, and ARNs that lead to the page of their resource.
import { useLocation } from 'preact-iso/router';
import { pageOfArn } from '#shell/arn-page.ts';
import { DEFAULT_SCOPE, pageOf } from '#shell/paths.ts';
import { lastPart } from './format.ts';

/** Where a long word may break: behind its separators, after its first ten characters, which dates and times do not exceed. */
const BREAKS = /(?<=\S{9}[:/._-])(?=\w)/;

/** Text whose long words (ARNs, addresses, ids) break behind a separator, and elsewhere only where no separator is near. Copied, it is as it was. */
export const Breakable = ({ text }: { text: string }) => (
  <>{text.split(BREAKS).flatMap((part, i) => (i === 0 ? part : [<wbr key={i} />, part]))}</>
);

/** Characters at the end of a long word that has no separator there. */
const MIN_TAIL = 6;

/** A long word on one line, of which the end is kept where the room is short: the name of a resource in its ARN. Copied, it is whole. */
export function Middle({ text }: { text: string }) {
  const tail = lastPart(text.replace(/\/$/, ''), /:[^/]*$/.test(text) ? ':' : '/');
  const at = text.length - Math.max(tail.length < text.length ? tail.length + (text.endsWith('/') ? 1 : 0) : 0, MIN_TAIL);
  return (
    <span class="middle" title={text}>
      <span>{text.slice(0, at)}</span>
      <span>{text.slice(at)}</span>
    </span>
  );
}

/** An ARN, which leads to the page of its resource where there is one. `short`: its last part alone, unless that is empty; `line`: on one line. */
export function ArnLink({ arn, short, line }: { arn: string; short?: boolean; line?: boolean }) {
  const { path } = useLocation();
  const href = pageOfArn(arn, pageOf(path)?.scope ?? DEFAULT_SCOPE);
  const last = short ? lastPart(arn, arn.includes('/') ? '/' : ':') : '';
  const text = last !== '' ? last : line ? <Middle text={arn} /> : <Breakable text={arn} />;
  return (
    <span class={short ? undefined : 'value mono'} title={arn}>
      {href ? <a href={href}>{text}</a> : text}
    </span>
  );
}
