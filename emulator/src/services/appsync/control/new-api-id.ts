// Ids of APIs: chance makes them, or the tag by which clients of the established emulator choose one.
import type { Ctx } from '#core/ctx';
import { bad } from '#services/appsync/faults';
import { ownerOf } from '#services/appsync/state';

const ID_LENGTH = 26;
const ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const CUSTOM_ID_TAG = '_custom_id_';
const CUSTOM_ID_FORM = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** @throws Fault BadRequestException for an id that is taken, or can be part of no host name */
export function newApiId(tags: Readonly<Record<string, string>> | undefined, ctx: Ctx): string {
  const chosen = tags?.[CUSTOM_ID_TAG];
  if (chosen === undefined) return ctx.random(ID_LENGTH, ID_ALPHABET);
  if (!CUSTOM_ID_FORM.test(chosen) || ownerOf(chosen, ctx))
    throw bad(`The id ${chosen} belongs to another API, or cannot be part of a host name.`);
  return chosen;
}
