// `emulator events test`: whether an event matches a pattern, and which field does not. It needs no emulator.
import { existsSync } from 'node:fs';
import pc from 'picocolors';
import { PATTERN_TEST_INVALID } from '#cli/messages';
import { EmulatorError } from '#lib/emulator-error';
import { compilePattern } from '#lib/pattern/compile';
import { type Explanation, explain } from '#lib/pattern/explain';
import { MalformedEvent } from '#lib/pattern/malformed-event';
import { PatternError } from '#lib/pattern/pattern-error';
import { readText } from '#lib/read-text';

/** Sets the exit code to 1 where the event does not match. @throws EmulatorError PATTERN_TEST_INVALID */
export function testEvent(pattern: string, event: string, { json }: { json?: boolean }): void {
  const explanation = explained(textOf(pattern), textOf(event));
  if (!explanation.matched) process.exitCode = 1;
  process.stdout.write(json ? `${JSON.stringify(explanation)}\n` : `${readable(explanation).join('\n')}\n`);
}

const textOf = (given: string): string => (!given.trimStart().startsWith('{') && existsSync(given) ? readText(given) : given);

function explained(pattern: string, event: string): Explanation {
  try {
    return explain(compilePattern(pattern), event);
  } catch (error) {
    if (error instanceof PatternError) throw new EmulatorError(PATTERN_TEST_INVALID, error.message);
    if (error instanceof MalformedEvent) throw new EmulatorError(PATTERN_TEST_INVALID, error.message);
    throw error;
  }
}

/** Only the nearest of several alternatives is shown. */
function readable({ matched, alternatives: [nearest] }: Explanation): string[] {
  const lines = [matched ? pc.green('The event matches.') : pc.red('The event does not match.')];
  for (const field of nearest?.fields ?? []) {
    if (field.outcome === 'matched') lines.push(`  ${pc.green('✓')} ${field.field}: ${field.value ?? 'absent, as wanted'}`);
    else if (field.outcome === 'exists')
      lines.push(`  ${pc.red('✗')} ${field.field} is ${pc.red(field.values.join(', '))} and should not be there`);
    else if (field.outcome === 'absent') lines.push(`  ${pc.red('✗')} ${field.field} is not there`);
    else lines.push(`  ${pc.red('✗')} ${field.field} is ${pc.red(field.values.join(', '))}, wanted ${pc.green(field.wanted.join(' or '))}`);
  }
  if (nearest?.conflict) lines.push(`  ${pc.red('✗')} its fields match, but in different elements of ${nearest.conflict.path}`);
  return lines;
}
