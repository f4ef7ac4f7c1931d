// The fields of a pattern: the value wanted, the value that the event has, and why they do not fit. Fields that match are folded.
import type { FieldReport, PatternReport } from '#api/management.ts';
import { Breakable } from '#ui/text.tsx';

export function FieldTable({ fields = [], conflict }: PatternReport) {
  const failing = fields.filter(({ matched }) => !matched);
  const passing = fields.filter(({ matched }) => matched);
  return (
    <div class="stack">
      {failing.length > 0 && <Fields label="Fields that do not match" fields={failing} />}
      {conflict !== undefined && (
        <p class="reason">
          Each of these fields matches, but in different elements of <code>{conflict}</code>.
        </p>
      )}
      {passing.length > 0 && (
        <details open={failing.length === 0}>
          <summary>
            {passing.length} {passing.length === 1 ? 'field matches' : 'fields match'}
          </summary>
          <Fields label="Fields that match" fields={passing} />
        </details>
      )}
    </div>
  );
}

const Fields = ({ label, fields }: { label: string; fields: readonly FieldReport[] }) => (
  <div class="table-box" tabIndex={0} role="region" aria-label={label}>
    <table class="grid fields">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Pattern wants</th>
          <th scope="col">Event has</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, wanted, found, matched, why }) => (
          <tr key={field}>
            <th scope="row" class="mono">
              <span aria-hidden="true">{matched ? '✓' : '✗'}</span> <Breakable text={field} />
            </th>
            <td class="mono">
              <Breakable text={wanted} />
            </td>
            <td class="mono">{found === undefined ? <span class="dim">nothing</span> : <Breakable text={found} />}</td>
            <td>{why ?? 'it matches'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
