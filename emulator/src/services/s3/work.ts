// Due work of S3: the sweep of a bucket by its lifecycle rules.
import type { DueWork } from '#core/time/work';
import { table } from '#lib/table';
import { sweep } from './lifecycle/sweep.ts';
import { dropUpload } from './multipart/find-upload.ts';

export const work: Readonly<Record<string, DueWork>> = table({
  's3.lifecycle': ([name], ctx) => sweep(String(name), dropUpload, ctx),
});
