// `emulator config`: every option with its value and, when asked, its origin.
import pc from 'picocolors';
import { OPTIONS, settings } from '#config/options';

export function config(given: { origin?: boolean; json?: boolean }): void {
  const rows = settings(process.env);
  if (given.json) {
    process.stdout.write(`${JSON.stringify(rows.map(({ name, value, origin }) => ({ name, value, origin, says: OPTIONS[name].says })))}\n`);
    return;
  }
  for (const { name, value, origin } of rows) {
    const from = given.origin ? pc.dim(`  (${origin})`) : '';
    process.stdout.write(`${origin === 'default' ? name : pc.bold(name)}=${String(value)}${from}\n  ${pc.dim(OPTIONS[name].says)}\n`);
  }
}
