// The esbuild of another user's folder, in a process of this user's: neither it nor what it reads on its way gets anything of the emulator's user.
// Only an emulator that root runs can start one.
import { writeFile } from 'node:fs/promises';
import type { BuildFailure, BuildOptions, Metafile } from 'esbuild';
import type { BundleContext } from '#hot-reload/bundle/found-esbuild';
import { type StartedProgram, startProgram } from '#lib/child-process';

/** Written as text: a file of the emulator's may lie where that user cannot read it. */
const PROGRAM = `
  const esbuild = require(process.argv[1]);
  let context;
  process.on('message', async (options) => {
    try {
      context ??= await esbuild.context(options);
      const { metafile, outputFiles } = await context.rebuild();
      process.send({ metafile, text: outputFiles[0].text });
    } catch ({ message, errors }) {
      process.send({ failure: { message, errors } });
    }
  });
  process.on('disconnect', () => process.exit());
`;
const ANSWER_WITHIN_MS = 60_000;

type Answer = { readonly metafile: Metafile; readonly text: string } | { readonly failure: Partial<BuildFailure> };

/** @throws Error where the process ends before its answer */
export async function openForeignEsbuild(main: string, uid: number, options: BuildOptions): Promise<BundleContext> {
  const env = { PATH: process.env['PATH'] ?? '' };
  const child = startProgram(process.execPath, ['-e', PROGRAM, main], {
    uid,
    gid: uid,
    cwd: '/',
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    rebuild: async () => {
      const answer = await answerOf(child, { ...options, write: false });
      if ('failure' in answer)
        throw Object.assign(new Error(answer.failure.message ?? 'esbuild failed'), { errors: answer.failure.errors });
      await writeFile(options.outfile!, answer.text);
      return { metafile: answer.metafile };
    },
    dispose: async () => void child.kill('SIGKILL'),
  };
}

function answerOf(child: StartedProgram, options: BuildOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void): void => {
      clearTimeout(timer);
      child.off('message', answered).off('exit', ended).off('error', ended);
      done();
    };
    const answered = (answer: Answer): void => settle(() => resolve(answer));
    const ended = (reason: Error | number | null): void =>
      settle(() => reject(reason instanceof Error ? reason : new Error('esbuild ended before its answer')));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      ended(new Error(`esbuild gave no answer in ${ANSWER_WITHIN_MS / 1000} seconds`));
    }, ANSWER_WITHIN_MS);
    child.once('message', answered).once('exit', ended).once('error', ended);
    if (!child.connected || !child.send(options)) ended(new Error('esbuild does not run'));
  });
}
