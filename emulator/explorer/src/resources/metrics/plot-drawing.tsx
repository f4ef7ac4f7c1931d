// A plot: lines over time, with what they mean beside them. Its texts are HTML, so that they keep their size on every width.
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Scope } from '#api/model.ts';
import { requestsPath } from '#shell/paths.ts';
import { shownBytes, shownCount, shownTime } from '#ui/format.ts';
import type { DrawnLine, DrawnPlot, Plot } from './plot.ts';

const WIDTH = 600;
const HEIGHT = 120;
const BAD = /error|fail|throttl|5xx|abort|timed ?out|dead/i;

export const shownValue = (value: number, unit: Plot['unit']): string => {
  if (unit === 'bytes') return shownBytes(value);
  const text = shownCount(Math.abs(value) < 10 ? Math.round(value * 100) / 100 : Math.round(value));
  return unit === undefined ? text : `${text} ${unit}`;
};

/** The first line of failures is red; the others have the colours in turn, so that no two of a plot look alike. */
function classesOf(lines: readonly DrawnLine[]): string[] {
  const bad = lines.findIndex(({ label }) => BAD.test(label));
  let next = 0;
  return lines.map((_, at) => (at === bad ? 'bad' : `l${next++ % 3}`));
}

/** The next round number: 1, 2, 5, 10, 20, … */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].find((step) => step * power >= value)! * power;
}

/** The resource that the metrics are about: the requests of a point are those that name it. */
const aboutOf = ({ queries }: Plot): string | undefined => queries[0]?.MetricStat?.Metric?.Dimensions?.[0]?.Value;

export function PlotDrawing({ plot, drawn, scope }: { plot: Plot; drawn: DrawnPlot; scope: Scope }) {
  const { title, unit, marks = [] } = plot;
  const { route } = useLocation();
  const about = aboutOf(plot);
  const { fromMs, toMs, periodMs, lines } = drawn;
  const [at, setAt] = useState<number>();
  const values = [...lines.flatMap(({ points }) => points.map(([, value]) => value)), ...marks.map(({ value }) => value)];
  const least = Math.min(0, ...values);
  const most = roundUp(Math.max(0, ...values));
  const x = (ms: number): number => Math.round(((ms - fromMs) / (toMs - fromMs)) * WIDTH * 10) / 10;
  const y = (value: number): number => Math.round((1 - (value - least) / (most - least)) * HEIGHT * 10) / 10;
  const classes = classesOf(lines);
  const valueAt = ({ points }: DrawnLine): number | undefined => points.find(([ms]) => ms === at)?.[1];
  const isNext = (points: DrawnLine['points'], i: number): boolean =>
    i > 0 && i < points.length && points[i]![0] - points[i - 1]![0] <= periodMs * 1.5;
  /** Points without a neighbour are short strokes. */
  const path = ({ points }: DrawnLine): string =>
    points
      .map(([ms, value], i) => {
        if (isNext(points, i)) return `L${x(ms)} ${y(value)}`;
        return isNext(points, i + 1) ? `M${x(ms)} ${y(value)}` : `M${x(ms) - 1.5} ${y(value)}h3`;
      })
      .join('');
  const texts = lines.map(({ label, points }) => `${label}: ${points.length > 0 ? shownValue(points.at(-1)![1], unit) : 'no points'}`);
  const move = (clientX: number, box: DOMRect): void => {
    const ms = fromMs + ((clientX - box.left) / box.width) * (toMs - fromMs);
    const near = lines.flatMap(({ points }) => points.map(([each]) => each));
    setAt(near.length === 0 ? undefined : near.reduce((best, each) => (Math.abs(each - ms) < Math.abs(best - ms) ? each : best)));
  };
  return (
    <section class="panel plot" aria-label={title}>
      <h2>
        {title} {about && <a href={requestsPath(scope, about, fromMs, toMs)}>Requests</a>}
      </h2>
      <div class="plot-area">
        <span class="dim">{shownValue(most, unit)}</span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}. ${[...texts, ...marks.map(({ label, value }) => `${label}: ${shownValue(value, unit)}`)].join(', ')}`}
          onPointerMove={({ clientX, currentTarget }) => move(clientX, currentTarget.getBoundingClientRect())}
          onPointerLeave={() => setAt(undefined)}
          onClick={() => {
            if (about && at !== undefined) route(requestsPath(scope, about, at, at + periodMs));
          }}
        >
          <path class="base" d={`M0 ${y(0)}H${WIDTH}`} />
          {marks.map(({ label, value }) => (
            <path key={label} class="limit" d={`M0 ${y(value)}H${WIDTH}`} />
          ))}
          {lines.map((line, i) => (
            <path key={i} class={classes[i]} d={path(line)} />
          ))}
          {at !== undefined && <path class="base" d={`M${x(at)} 0V${HEIGHT}`} />}
        </svg>
        <p class="dim">
          <span>{shownTime(fromMs)}</span>
          <span>{at === undefined ? '' : shownTime(at)}</span>
          <span>{shownTime(toMs)}</span>
        </p>
      </div>
      <ul class="legend">
        {lines.map((line, i) => (
          <li key={i} class={classes[i]}>
            {line.label} <b>{legendValue(at === undefined ? line.points.at(-1)?.[1] : valueAt(line), unit)}</b>
          </li>
        ))}
        {marks.map(({ label, value }) => (
          <li key={label} class="limit">
            {label} <b>{shownValue(value, unit)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

const legendValue = (value: number | undefined, unit: Plot['unit']): string => (value === undefined ? '–' : shownValue(value, unit));
