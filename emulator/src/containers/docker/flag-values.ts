// Values of the flags of `docker run`, and the messages about invalid ones. Pure.

import { DOCKER_FLAGS_INVALID } from '#containers/messages';
import { EmulatorError } from '#lib/emulator-error';

export const invalid = (why: string) =>
  new EmulatorError(DOCKER_FLAGS_INVALID, `FUNCTION_DOCKER_FLAGS is not understood: ${why}.`, {
    hint: 'It takes flags of `docker run`, such as -e NAME=value -v /host:/container:ro --network name.',
  });

export const memoryBytes = (text: string): number => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([bkmg]?)b?$/i.exec(text) ?? [];
  if (amount === undefined) throw invalid(`${text} is no amount of memory`);
  return Math.round(Number(amount) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit.toLowerCase().replace('b', '')));
};

export const decimal = (text: string): number => {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw invalid(`${text} is no number`);
  return Number(text);
};

export const whole = (text: string): number => {
  const number = decimal(text);
  if (!Number.isInteger(number)) throw invalid(`${text} is no whole number`);
  return number;
};

export const pair = (text: string, by: string): [string, string] => {
  const at = text.indexOf(by);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
};
