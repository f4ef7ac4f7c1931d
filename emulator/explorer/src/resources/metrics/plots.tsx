// Plots beside each other, over a span that is chosen.
import { readClock } from '#api/management.ts';
import type { Scope } from '#api/model.ts';
import { useQuery } from '#shell/query.ts';
import { Loaded } from '#ui/parts.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import type { Plot } from './plot.ts';
import { PlotDrawing } from './plot-drawing.tsx';
import { readPlot, SPANS } from './read-plot.ts';

const HOUR = 60;

export const useSpan = (): number => Number(useQuery()[0]['minutes']) || HOUR;

export function SpanChoice() {
  const [{ minutes = '' }, setQuery] = useQuery();
  return (
    <select aria-label="Time" value={minutes} onChange={({ currentTarget }) => setQuery({ minutes: currentTarget.value })}>
      {SPANS.map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}

export const nowMs = async (): Promise<number> => Date.parse((await readClock()).now);

interface PlotsProps {
  /** Identifies the plots: they are read again for another. */
  readonly about: string;
  readonly plots: readonly Plot[];
  readonly scope: Scope;
  /** Plots without points are left out. */
  readonly sparse?: boolean;
}

export function Plots({ about, plots, scope, sparse = false }: PlotsProps) {
  const minutes = useSpan();
  const loaded = useLoaded(`plots ${about} ${minutes} ${scope.account} ${scope.region}`, async () => {
    const now = await nowMs();
    return Promise.all(plots.map((plot) => readPlot(plot, minutes, now, scope)));
  });
  return (
    <Loaded of={loaded}>
      {(drawn) => {
        const shown = plots.flatMap((plot, i) => {
          const read = drawn[i];
          return read && (!sparse || read.lines.some(({ points }) => points.length > 0)) ? [{ plot, read }] : [];
        });
        return shown.length === 0 ? (
          <p class="dim">Nothing was counted in this time.</p>
        ) : (
          <div class="plots">
            {shown.map(({ plot, read }) => (
              <PlotDrawing key={plot.title} plot={plot} drawn={read} scope={scope} />
            ))}
          </div>
        );
      }}
    </Loaded>
  );
}
