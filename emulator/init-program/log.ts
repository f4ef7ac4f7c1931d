// Init's own log, on stderr: for the emulator's developers, at EMULATOR_INIT_LOG_LEVEL.

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'panic'] as const;
export type Level = (typeof levels)[number];
export type Log = (level: Level, text: string) => void;

export function createLog(least: string): Log {
  const from = Math.max(0, (levels as readonly string[]).indexOf(least));
  return (level, text) => {
    if (levels.indexOf(level) >= from) process.stderr.write(`${new Date().toISOString()} [init] ${level}: ${text}\n`);
  };
}
