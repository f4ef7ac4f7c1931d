// Due work of Secrets Manager: rotations, replication, deletions.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { forgetSecret } from './deletion.ts';
import { keepSecret } from './keep-secret.ts';
import { replicate } from './replication/replicate.ts';
import { type RotationMode, startRotation, unfinishedRotation } from './rotation/rotation.ts';
import { withNextRotation } from './rotation/rotation-schedule.ts';
import { runRotation } from './rotation/rotation-steps.ts';
import { secrets } from './state.ts';

export const work: Readonly<Record<string, DueWork>> = table({
  'secretsmanager.rotate': ([name], ctx) => {
    const secret = ctx.records(secrets).get([String(name)]);
    if (!secret?.rotation?.enabled || secret.deletionMs !== undefined) return;
    const unfinished = unfinishedRotation(secret);
    ctx.write((tx) => {
      const scheduled = withNextRotation(tx, secret, ctx);
      if (unfinished === undefined) return startRotation(tx, scheduled, ctx.id(), 'rotate', ctx);
      keepSecret(tx, secret, scheduled, ctx);
      ctx.later(tx, 'secretsmanager.rotation-steps', [secret.name, unfinished, 'rotate'], ctx.now());
    });
  },
  'secretsmanager.rotation-steps': ([name, token, mode], ctx) => runRotation(String(name), String(token), mode as RotationMode, ctx),
  'secretsmanager.replicate': ([name], ctx) => replicate(String(name), ctx),
  'secretsmanager.delete': ([name], ctx) => {
    const secret = ctx.records(secrets).get([String(name)]);
    if (secret?.deletionMs !== undefined) ctx.write((tx) => forgetSecret(tx, secret, ctx));
  },
});
