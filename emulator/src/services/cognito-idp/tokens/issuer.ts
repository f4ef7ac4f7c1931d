// The address of the issuer in tokens: the cloud's own, which programs work out from the region and the pool, or the emulator's, as COGNITO_ISSUER says.
import type { Ctx } from '#core/ctx';

type Issued = Pick<Ctx, 'options' | 'region' | 'detached'>;

/** It never depends on how a client has reached the emulator: all verifiers must find the same. */
export const issuerOf = (poolId: string, ctx: Issued): string =>
  ctx.options.COGNITO_ISSUER === 'local'
    ? `${ownOrigin(ctx)}/${poolId}`
    : `https://cognito-idp.${poolId.slice(0, poolId.indexOf('_'))}.amazonaws.com/${poolId}`;

function ownOrigin(ctx: Issued): string {
  const { protocol, port } = new URL(ctx.detached().origin);
  return `${protocol}//localhost${port && `:${port}`}`;
}
