// Templates that would run forever, or grow without end, are stopped; values keep what Java would keep.
import { expect, it } from 'vitest';
import { compileTemplate } from '#lib/vtl/compile';
import { toValue, type Value } from '#lib/vtl/values';
import { processorMs } from '../../../../../test/support/processor-time.ts';
import { UTIL } from './util-variable.ts';

const render = (template: string, variables: Readonly<Record<string, unknown>> = {}): string =>
  compileTemplate(template)(
    new Map<string, Value>([['util', UTIL], ...Object.entries(variables).map(([name, value]): [string, Value] => [name, toValue(value)])]),
  );

it.each([
  [
    'loops in loops',
    '#foreach($a in [1..1000])#foreach($b in [1..1000])#foreach($c in [1..1000])#set($x = $c)#end#end#end',
    'too much work',
  ],
  ['a range without end', '#foreach($a in [1..2000000000])x#end', 'too much work'],
  ['a text that doubles', '#set($s = "xxxxxxxxxxxxxxxx")#foreach($i in [1..60])#set($s = "$s$s")#end', '10 MB'],
  ['a text that doubles by +', '#set($s = "xxxxxxxxxxxxxxxx")#foreach($i in [1..60])#set($s = $s + $s)#end', '10 MB'],
  [
    'a text that grows by replacing',
    '#set($s = "xxxxxxxxxxxxxxxx")#foreach($i in [1..60])#set($s = $s.replace("x", "xxxxxxxx"))#end',
    '10 MB',
  ],
  [
    'a text that grows by expressions',
    '#set($s = "xx")#foreach($i in [1..60])#set($s = $s.replaceAll("(x)", "$1$1$1$1$1$1$1$1"))#end',
    'too much work',
  ],
  ...['toUpperCase()', 'indexOf("y")', 'equals($t)', 'hashCode()', 'contains($t)'].map((call) => [
    `a long text that is read again and again by ${call}`,
    `#set($s = "xxxxxxxx")#foreach($i in [1..19])#set($s = $s + $s)#end#set($t = $s.substring(1).concat("x"))#foreach($i in [1..1000])#foreach($j in [1..300])#set($b = $s.${call})#end#end`,
    'too much work',
  ]),
  ...[
    ['util.escapeJavaScript($s)', 17],
    ['util.urlEncode($s)', 19],
    ['s.toUpperCase()', 19],
    ['s.toLowerCase()', 19],
    ['s.equalsIgnoreCase($s)', 19],
  ].map(([call, doublings]) => [
    `a long text that is converted again and again by ${call}`,
    `#set($s = "éééééééé")#foreach($i in [1..${doublings}])#set($s = $s + $s)#end#foreach($i in [1..3])#set($b = $${call})#end`,
    'too much work',
  ]),
  ['a list that doubles', '#set($l = [1])#foreach($i in [1..60])#set($x = $l.addAll($l))#end', 'too much work'],
  ['a list that holds itself', '#set($l = [1])#set($x = $l.add($l))$l', 'nested too deeply'],
  ['lists that share lists', '#set($l = [1])#foreach($i in [1..60])#set($l = [$l, $l])#end$l', 'too much work'],
  ['a macro that calls itself', '#macro(a)#a()#end#a()', 'calls itself'],
  ['a block that prints itself', '#define($a)$a#end$a', 'calls itself'],
  ['an expression that cannot be read', '#set($s = "a")$s.matches("(")', 'cannot be used'],
  ['brackets in brackets', `#set($a = ${'('.repeat(5000)}1)`, 'nested too deeply'],
  ['conditions in conditions', '#if(true)'.repeat(5000), 'nested too deeply'],
  ['an open directive', '#if(true)yes', '#end expected at line 1'],
  ['an end without a start', 'a\nb #end', 'has nothing to end at line 2'],
  ['an assignment to a call', '#set($a.b() = 1)', 'Nothing can be assigned'],
])('stops %s', (_, template, message) => {
  expect(processorMs(() => expect(() => render(template)).toThrow(new RegExp(message)))).toBeLessThan(5_000);
});

it('runs long chains without nesting', () => {
  expect(render(`#set($a = ${'1 + '.repeat(20_000)}1)$a`)).toBe('20001');
  expect(render(`#set($a = ${'!'.repeat(20_000)}true)$a`)).toBe('true');
  expect(render(`$a${'.b'.repeat(20_000)}!`)).toBe('!');
});

it('reads brackets that belong to the text', () => {
  expect(render('$a[ and $a[0] and $a[', { a: [7] })).toBe('[7][ and 7 and [7][');
});

it('ends a loop after a thousand rounds', () => {
  expect(render('#foreach($i in [1..1500])x#end')).toBe('x'.repeat(1000));
});

it('keeps the point of doubles and the digits of large numbers', () => {
  expect(render('#set($a = 1.0)$a, #set($b = 1.5e10)$b, #set($c = 3 / 2)$c, #set($d = 3.0 / 2)$d')).toBe('1.0, 1.5E10, 1, 1.5');
});

it.each([
  ['"aXbXc".split("X")', '[a, b, c]'],
  ['"a,b,,".split(",")', '[a, b]'],
  ['"a,b,,".split(",", 2)', '[a, b,,]'],
  ['"abc".split("")', '[a, b, c]'],
  ['"2024-05".replaceAll("(\\d+)-(\\d+)", "$2/$1")', '05/2024'],
  ['"abc".replaceAll("x*", "-")', '-a-b-c-'],
  ['"aab".replaceFirst("a", "c")', 'cab'],
  ['"abc".matches("[a-c]+")', 'true'],
])('calls Java’s methods of texts: %s', (call, printed) => {
  const [, text, rest] = /^("[^"]*")(.*)$/.exec(call)!;
  expect(render(`#set($s = ${text})$s${rest}`)).toBe(printed);
});

it('does not reach what JavaScript objects inherit', () => {
  expect(render('$a.constructor|$a.__proto__.polluted|$a.toString()|$s.constructor("x")', { a: { b: 1 }, s: 'x' })).toBe('||{b=1}|');
});
