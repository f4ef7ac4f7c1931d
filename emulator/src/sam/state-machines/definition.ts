// The text of an inline definition. Functions of the template within it become substitutions, because the text itself cannot hold them.
import { type Block, copy, isBlock, isIntrinsic, isText, type Value } from '#sam/values';

const DYNAMIC = /^\{\{resolve:([a-z-]+):(.+)\}\}$/;

export function definitionText(definition: Block): { text: Block; substitutions: Block } {
  const substitutions: Block = {};
  let count = 0;
  const replace = (value: Value): Value => {
    if (isIntrinsic(value) || (isText(value) && DYNAMIC.test(value))) {
      count += 1;
      const name = `definition_substitution_${count}`;
      substitutions[name] = value;
      return `\${${name}}`;
    }
    return inside(value);
  };
  const inside = (value: Value): Value => {
    if (Array.isArray(value)) return value.map(replace);
    if (!isBlock(value)) return value;
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((key) => [key, replace(value[key]!)]),
    );
  };
  const lines = asciiJson(inside(copy(definition))).split('\n');
  return { text: { 'Fn::Join': ['\n', lines] }, substitutions };
}

const asciiJson = (value: Value): string =>
  JSON.stringify(value, null, 4).replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
