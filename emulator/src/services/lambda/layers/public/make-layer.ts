// Makes a public layer that is known, in place of the one in the cloud, and keeps it.
import { createReadStream } from 'node:fs';
import type { Ctx } from '#core/ctx';
import { SERVED_MARK } from '#runtime-init/parameters-and-secrets/mark';
import { takeInBytes } from '#services/lambda/code/source';
import { executionOf } from '#services/lambda/execution/execution';
import { AtOnce } from '#services/lambda/layers/at-once';
import type { NamedLayer } from '#services/lambda/layers/find-layer';
import { keepLayer } from '#services/lambda/layers/keep-layer';
import { LAYER_MADE, LAYER_SENDS_NOTHING, LAYER_SERVED } from '#services/lambda/messages';
import { emptyArchive, webAdapterArchive } from './empty-archive.ts';
import { type KnownLayer, knownLayer, type MadeOfPackages } from './known-layers.ts';
import { madeArchive } from './made-archive.ts';
import { NotBrought } from './not-brought.ts';

/** `kept`: it is here now. Else the sentence that says why not, for a known layer; undefined for others. */
export type LayerOutcome = { readonly kept: true } | { readonly kept: false; readonly why: string | undefined };

const KEPT: LayerOutcome = { kept: true };

export async function makeLayer(named: NamedLayer, arn: string, ctx: Ctx): Promise<LayerOutcome> {
  const known = knownLayer(named.there.account, named.name);
  if (!known) return { kept: false, why: undefined };
  const { becomes, title } = known;
  switch (becomes.kind) {
    case 'absent':
      return { kept: false, why: `${title}: ${becomes.instead}.` };
    case 'empty':
      ctx.log.write(LAYER_SENDS_NOTHING, { arn, title });
      return keep(named, known, emptyArchive(becomes.wrappers), ctx);
    case 'served':
      ctx.log.write(LAYER_SERVED, { arn, title });
      return keep(named, known, emptyArchive([], { [SERVED_MARK]: '' }), ctx);
    case 'web-adapter':
      ctx.log.write(LAYER_SERVED, { arn, title });
      return keep(named, known, webAdapterArchive(), ctx);
    default:
      return ofPackages(named, known, becomes, arn, ctx);
  }
}

async function ofPackages(named: NamedLayer, known: KnownLayer, from: MadeOfPackages, arn: string, ctx: Ctx): Promise<LayerOutcome> {
  const { name } = named;
  try {
    const path = await makersOf(ctx).run(name, () =>
      madeArchive({ from, name }, (packages) => ctx.log.write(LAYER_MADE, { arn, packages })),
    );
    return await keep(named, known, createReadStream(path), ctx);
  } catch (error) {
    if (!(error instanceof NotBrought)) throw error;
    return { kept: false, why: `${known.title} is made here of public packages, which could not be brought by ${error.message}` };
  }
}

async function keep(named: NamedLayer, { title }: KnownLayer, archive: AsyncIterable<Uint8Array>, ctx: Ctx): Promise<LayerOutcome> {
  const code = await takeInBytes(archive, executionOf(ctx).code, ctx);
  keepLayer(named, code, { description: `${title}, made here`, createdMs: ctx.now() }, ctx);
  return KEPT;
}

const makersOf = (ctx: Ctx): AtOnce<string> => ctx.own('lambda.layer-makers', () => new AtOnce<string>());
