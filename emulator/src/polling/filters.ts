// Which records pass the filters of a consumer.
import { compilePattern } from '#lib/pattern/compile';
import { createMatcher, type Matcher } from '#lib/pattern/matcher';

/** Keeps the compiled filters of a consumer. */
export interface FilterHolder {
  filter: { readonly patterns: readonly string[]; readonly matcher: Matcher<number> } | undefined;
}

/** Whether a record matches a filter, or there are none. Filters are compiled once per set of patterns. */
export function passesFilters(holder: FilterHolder, patterns: readonly string[], record: { filterable(): string }): boolean {
  if (patterns.length === 0) return true;
  if (holder.filter?.patterns !== patterns) {
    const matcher = createMatcher<number>();
    for (const [index, pattern] of patterns.entries()) matcher.add(index, compilePattern(pattern));
    holder.filter = { patterns, matcher };
  }
  return holder.filter.matcher.match(record.filterable()).length > 0;
}
