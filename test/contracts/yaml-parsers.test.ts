// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have such placeholders.
// Templates are read twice: by the deployer, which keeps comments, and by CloudFormation here. Both read the same values, and refuse the same texts.
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '#services/cloudformation/engine/parse-large';
import { readTemplate } from '../../integrations/stacks/src/template-document.ts';

const deployer = async (text: string): Promise<unknown> => readTemplate(text, 'template.yaml').content;
const nested = (count: number): string => `${'['.repeat(count)}${']'.repeat(count)}`;
const nestedMaps = (count: number): string => Array.from({ length: count }, (_, at) => `${' '.repeat(at)}k:\n`).join('');

const SAME: Readonly<Record<string, string>> = {
  numbers: 'A: [1, 1.5, -3, 0, 01, 0o7, 0x1f, 0b1, 1_000, 1e3, 1.10, +3, .5, -0, 190:20:30, .inf, .nan]',
  'account ids and long integers': 'A: [012345678901, 123456789012, 123456789012345678901]',
  'words for truths': 'A: [true, True, TRUE, tRue, false, False, yes, no, on, off, y, n]',
  nulls: 'A:\nB: ~\nC: [null, Null, NULL, nUll, "null"]\nD: ""\nE:\n  -\n  - x\nF: {a, b: , c: 1}\n',
  dates: 'A: [2012-10-17, 2001-12-14t21:59:43.10-05:00, "2012-10-17"]\nVersion: 2012-10-17\n',
  'texts in quotation marks':
    'A: "a\\tb\\u00e9\\x41\\\n  c"\nB: \'it\'\'s\'\nC: "x\n  y\n\n  z"\nD: plain\n  goes on\nE: ["1", \'true\']\n',
  'punctuation in plain texts': 'A: a:b\nB: http://x\nC: a#b\nD: a #c\nE: ?x\nF: -x\nG: :x\nH: a,b\n',
  'literal and folded blocks':
    'A: |\n  a\n   b\n\n  c\n\nB: |-\n  a\n\nC: |+\n  a\n\nD: >\n  a\n  b\n\n  c\n   d\n  e\nE: >-\n  x\n  y\nF: >+\n  x\n\n',
  'blocks with an indentation, without a last line end, and empty ones': 'A: |2\n    a\n  b\nB: >1-\n x\nC: |\nD: >\nE: |\n  x',
  functions:
    'A: !Ref X\nB: !Condition C\nC: !Sub "${A}"\nD: !Sub\n  - ${x}\n  - x: !Ref Y\nE: !Select [0, !GetAZs ""]\nF: !Transform {Name: x}\n',
  'attributes of resources': 'A: !GetAtt L.Arn\nB: !GetAtt L.Outputs.X\nC: !GetAtt [L, Arn]\nD: !GetAtt L\nE: {Fn::GetAtt: L.Arn}\n',
  'functions of numbers and of nothing': 'A: !Sub 123\nB: !Ref true\nC: !GetAZs\nD: !Ref\n',
  'functions of blocks': 'A: !Sub |\n  x ${A}\nB: !Sub >-\n  a\n  b\nC: !Base64\n  Fn::Sub: x\n',
  'functions of extensions': 'A: !My::Macro x\nB: !Foo1 x\n',
  'tags of YAML':
    'A: !!str 123\nB: !!int "3"\nC: !!seq [1]\nD: !!map {a: 1}\nE: !!bool "true"\nF: !!null ""\nG: !!float 1\nH: ! 123\n!!str I: 1\n',
  'tags of YAML that CloudFormation does not know': 'A: !!binary aGk=\nB: !!timestamp 2001-01-01\nC: !!set {a, b}\nD: !!omap [a: 1]\n',
  'tags in full': 'A: !<tag:yaml.org,2002:str> 1\nB: !<!Ref> x\n',
  'anchors and aliases': 'A: &a {x: 1}\nB: *a\nC: [*a, *a]\nD: !Ref &b y\nE: *b\nF: &f !Ref x\nG: *f\n',
  'an anchor that is used again': 'A: &a 1\nB: *a\nC: &a 2\nD: *a\n',
  'aliases as keys': 'A: &k name\nB:\n  *k : 1\n',
  'merge keys, which are plain keys': 'A: &a {x: 1}\nB:\n  <<: *a\n  y: 2\n',
  'repeated keys': 'A: 1\nB: 2\nA: 3\nC: {x: 1, x: 2}\nD:\n  1: a\n  "1": b\n',
  keys: '1: a\n1.0: b\ntrue: c\n~: d\n"a b": e\n? f\n: g\n? h\n: i\n: j\n',
  'names that every object has': '__proto__: {a: 1}\nconstructor: 2\ntoString: 3\n',
  'maps and lists in one line': 'A: {"a":1,"b":[1,2,]}\nB: [a: 1, b: 2]\nC: [1, # one\n  2]\nD: {a:1}\nE: [a:1]\n',
  'lists as deep as their keys': 'A:\n- 1\n- 2\nB:\n  - 3\n',
  'lines of brackets that begin anywhere': 'R:\n  A:\n    P: [{\n    "x": 1\n  }]\n    T: \'{\n"y": 2\n    }\'\n',
  tabs: 'A:\tx\nB: x\t\nC: "\t"\n\t\nD: 2\n',
  'a byte order mark': '\ufeffA: 1\n',
  'ends of lines of Windows': 'A:\r\n  B: 1\r\n  C: |\r\n    x\r\n    y\r\n',
  'ends of lines of old machines': 'A: 1\rB: 2\r',
  'separators of documents around one': '---\nA: 1\n...\n',
  directives: '%YAML 1.1\n---\nA: yes\nB: 017\n',
  'other alphabets': 'A: 😀\né: ü\nB: x\u2028y\nC: x\u0085y\n',
  'a hundred levels': `A: ${nested(99)}\n`,
  'JSON with a key twice': '{"A": 1, "A": 2}',
  'braces that are no JSON': '{A: 1, "B": 2,}\n',
};

const REFUSED: Readonly<Record<string, string>> = {
  'an alias that names nothing': 'A: *nothing\n',
  'an alias within its anchor': 'A: &a [*a]\n',
  'an unknown tag': 'A: !foo x\n',
  'a tag with an underscore': 'A: !Foo_Bar x\n',
  'a tag with a dash': 'A: !Foo-Bar x\n',
  'a tag of a directive': '%TAG !e! tag:example.com,2000:\n---\nA: !e!x 1\n',
  'two tags': 'A: !Ref !Sub x\n',
  'two anchors': 'A: &a &b 1\n',
  'a list as a key': '? [a, b]\n: 1\n',
  'a map as a key': '? {a: 1}\n: 1\n',
  'a tab as indentation': 'A:\n\tB: 1\n',
  'two documents': 'A: 1\n---\nB: 2\n',
  'a second document that is empty': '---\nA: 1\n---\n',
  'a separator within a block': 'A: |\n---\nB: 1\n',
  'a list that does not end': 'A: [1, 2\n',
  'a text that does not end': 'A: "x\n',
  'a map that does not end': 'A: {x: 1\n',
  'a bracket too many': 'A: ]\n',
  'lines between two levels': 'A:\n  B: 1\n C: 2\n',
  'a list that becomes a map': 'A:\n  - 1\n  B: 2\n',
  'a map within a line': 'A: a: b\n',
  'an escape that does not exist': 'A: "\\q"\n',
  'a reserved character': 'A: @x\n',
  'a percent sign': 'A: %x\n',
  'a text behind a text': 'A: "x" y\n',
  'a hundred and one levels': `A: ${nested(100)}\n`,
  'thousands of levels': `A: ${nested(5000)}\n`,
  'many levels of maps': nestedMaps(120),
  'a repetition without end': ['l0: &l0 x', ...Array.from({ length: 30 }, (_, at) => `l${at + 1}: &l${at + 1} [*l${at}, *l${at}]`)].join(
    '\n',
  ),
  'a text': 'just\n',
  'a list': '- 1\n',
  nothing: '',
  'a comment': '# x\n',
};

describe('the deployer and CloudFormation read the same', () => {
  it.each(Object.entries(SAME))('%s', async (_, text) => {
    expect(await deployer(text)).toEqual(await parseTemplate(text));
  });
});

describe('the deployer and CloudFormation refuse', () => {
  it.each(Object.entries(REFUSED))('%s', async (_, text) => {
    await expect(parseTemplate(text)).rejects.toThrow('Template format error');
    await expect(deployer(text)).rejects.toMatchObject({ name: 'StackProblem' });
  });
});

/** Nobody writes these; each parser decides about them in its depths. */
const READ_BY_ONE: Readonly<Record<string, readonly [text: string, by: 'deployer' | 'CloudFormation']>> = {
  'a tab between the items of a list': ['A: [1,\t2]\n', 'deployer'],
  'a later version of YAML': ['%YAML 2.0\n---\nA: 1\n', 'deployer'],
  'a key of more than 1,024 characters': [`${'k'.repeat(1025)}: 1\n`, 'CloudFormation'],
};

it.each(Object.entries(READ_BY_ONE))('only one of them reads %s', async (_, [text, by]) => {
  const isRead = (reading: Promise<unknown>) =>
    reading.then(
      () => true,
      () => false,
    );
  expect([await isRead(deployer(text)), await isRead(parseTemplate(text))]).toEqual([by === 'deployer', by === 'CloudFormation']);
});
