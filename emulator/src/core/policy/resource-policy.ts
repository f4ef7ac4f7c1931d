// Resource policies: finds the policy that guards an operation on a resource.
import type { Ctx } from '#core/ctx';
import type { PolicyCheckWithGrant } from './policy-check.ts';

/** Undefined for operations that no resource policy guards. */
export type Guard = (operation: string, input: object, ctx: Ctx) => PolicyCheckWithGrant | undefined;

/** For services whose operations may use several resources at once. */
export type MultiGuard = (operation: string, input: object, ctx: Ctx) => PolicyCheckWithGrant | readonly PolicyCheckWithGrant[] | undefined;
