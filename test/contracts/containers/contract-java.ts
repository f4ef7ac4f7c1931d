// The rules of the Java runtimes, where this machine has a JDK.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Content } from '#containers/container-runtime';
import { compilerAmong } from '#containers/embedded/find-java';
import { findInterpreters } from '#containers/embedded/interpreters';
import { JAVA_JAR, javaBootstrap } from '#containers/embedded/java-bootstrap';
import { isMissing } from '../../support/is-missing.ts';
import { type Fixture, invoke, overstay } from './contract-fixture.ts';

const { found } = await findInterpreters('java');
const compiler = await compilerAmong(found);
const lacksJava = isMissing('functions in Java', compiler === undefined && 'no JDK is on this machine');

const sources = {
  'shop/Handlers.java': `package shop;
import com.amazonaws.services.lambda.runtime.*;
import java.io.*;
import java.util.*;
public class Handlers {
  public enum Size { SMALL, LARGE }
  public static class Item { public String name; private int count; public int getCount() { return count; } public void setCount(int count) { this.count = count; } }
  public static class Order {
    private String id; private List<Item> items; private Map<String, Long> totals; private Size size; private boolean paid; private double[] prices; private Optional<String> note;
    public String getId() { return id; } public void setId(String id) { this.id = id; }
    public List<Item> getItems() { return items; } public void setItems(List<Item> items) { this.items = items; }
    public Map<String, Long> getTotals() { return totals; } public void setTotals(Map<String, Long> totals) { this.totals = totals; }
    public Size getSize() { return size; } public void setSize(Size size) { this.size = size; }
    public boolean isPaid() { return paid; } public void setPaid(boolean paid) { this.paid = paid; }
    public double[] getPrices() { return prices; } public void setPrices(double[] prices) { this.prices = prices; }
  }
  public Order order(Order order, Context context) { order.getItems().get(0).setCount(order.getItems().get(0).getCount() + 1); return order; }
  public Object map(Map<String, Object> event) { return event; }
  public static int add(int n) { return n + 1; }
  public List<String> strings(List<String> in) { List<String> out = new ArrayList<>(in); Collections.reverse(out); return out; }
  public String text(String text, Context context) { return text + context.getFunctionName() + context.getClientContext().getCustom().get("k") + (context.getRemainingTimeInMillis() > 0); }
  public void nothing() {}
  public void stream(InputStream in, OutputStream out, Context context) throws IOException { in.transferTo(out); }
  public String overloaded(String text) { return "short"; }
  public String overloaded(String text, Context context) { return "long"; }
  public String fails(Object event) { throw new IllegalStateException("bad ü", new RuntimeException("why")); }
  public String lives(Map<String, Object> event) throws Exception {
    if (event.containsKey("exit")) System.exit(4);
    while (event.containsKey("spin")) ;
    return "alive";
  }
  public String logs(Object event, Context context) {
    System.out.println("printed");
    context.getLogger().log("several\\nlines");
    LambdaRuntime.getLogger().log("warned", com.amazonaws.services.lambda.runtime.logging.LogLevel.WARN);
    context.getLogger().log("whispered", com.amazonaws.services.lambda.runtime.logging.LogLevel.DEBUG);
    return System.getProperty("com.amazonaws.xray.traceHeader");
  }
  public Object place(Object event) { return Arrays.<Object>asList(new File("").getAbsolutePath().equals(System.getenv("LAMBDA_TASK_ROOT")), String.valueOf(System.getenv("HOME"))); }
}`,
  'shop/Typed.java': `package shop;
import com.amazonaws.services.lambda.runtime.*;
import java.util.*;
public class Typed extends Base<Handlers.Item> {
  public Map<String, Handlers.Item> handleRequest(List<Handlers.Item> items, Context context) { return Map.of("first", items.get(0)); }
}`,
  'shop/Base.java':
    'package shop; public abstract class Base<T> implements com.amazonaws.services.lambda.runtime.RequestHandler<java.util.List<T>, java.util.Map<String, T>> {}',
  'shop/Streaming.java': `package shop;
import com.amazonaws.services.lambda.runtime.*;
import java.io.*;
public class Streaming implements RequestStreamHandler {
  public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException { out.write('['); in.transferTo(out); out.write(']'); }
}`,
  'shop/Early.java':
    'package shop; public class Early { static { if (true) throw new IllegalArgumentException("early"); } public void run() {} }',
};

/** Compiled once for all sandboxes. */
let compiled: Content | undefined;
async function functions(): Promise<Content> {
  if (compiled) return compiled;
  const localDir = mkdtempSync(join(tmpdir(), 'contract-java-'));
  // In a sandbox another user reads it.
  chmodSync(localDir, 0o755);
  const files = Object.entries(sources).map(([name, text]) => {
    mkdirSync(dirname(join(localDir, name)), { recursive: true });
    writeFileSync(join(localDir, name), text);
    return join(localDir, name);
  });
  const jar = join(await javaBootstrap(found), JAVA_JAR);
  execFileSync(compiler as string, ['--release', '11', '-Xlint:-options', '-cp', jar, '-d', localDir, ...files]);
  compiled = { sha256: localDir, sizeBytes: 1, localDir };
  return compiled;
}

// Runs in the file that imports this one.
afterAll(() => {
  if (compiled) rmSync(compiled.localDir, { recursive: true, force: true });
});

/** `rules`: also test the rules of the language, which are the same in every sandbox. */
export function javaCases(fixture: Fixture, rules: boolean): void {
  const java = it.skipIf(lacksJava);
  beforeAll(async () => {
    if (compiler !== undefined) await functions();
  });
  const ask = async (handler: string, payload: unknown = {}, more = {}) => {
    const code = await functions();
    const { environment, log } = await fixture.start('java17', handler, {}, { code, ...more });
    const answered = await invoke(environment, payload, { clientContext: '{"custom":{"k":"ü"}}' });
    await environment.stop();
    return { ...answered, log };
  };
  const order = {
    id: 'a"\\\n1',
    items: [{ name: 'n', count: 1 }],
    totals: { x: 12345678901 },
    size: 'LARGE',
    paid: true,
    prices: [1.5, -2e3],
  };

  java('java: exit and timeout', async () => {
    const code = await functions();
    const { environment } = await fixture.start('java17', 'shop.Handlers::lives', {}, { code });
    expect((await invoke(environment, { exit: 1 })).body).toMatchObject({ errorMessage: expect.stringContaining('exit status 4') });
    expect((await overstay(environment, { spin: 1 })).outcome.kind).toBe('timeout');
    expect((await invoke(environment)).body).toBe('alive');
    await environment.stop();
  });

  java('java: prints, logs and errors', async () => {
    const { log, body } = await ask('shop.Handlers::logs');
    expect(body).toMatch(/^Root=/);
    const texts = log.filter(({ source }) => source === 'function').map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['printed', 'several\nlines', '[WARN] warned', '[DEBUG] whispered']));
    const failed = await ask('shop.Handlers::fails');
    expect(failed.body).toMatchObject({ cause: { errorType: 'java.lang.RuntimeException', errorMessage: 'why' } });
    expect(failed.body).toMatchObject({ stackTrace: [expect.stringMatching(/^shop\.Handlers\.fails\(Handlers\.java:\d+\)$/)] });
    const said = failed.log.map(({ text }) => text).find((text) => text.startsWith('bad ü: java.lang.IllegalStateException\n'));
    expect(said).toMatch(/Caused by: java.lang.RuntimeException: why/);
  });

  java('java: jars in lib and in layers', async () => {
    const code = await functions();
    const packed = fixture.content({ 'lib/.keep': '' });
    execFileSync(join(dirname(compiler as string), 'jar'), [
      '--create',
      '--file',
      join(packed.localDir, 'lib/shop.jar'),
      '-C',
      code.localDir,
      'shop',
    ]);
    const layer = fixture.content({ 'java/lib/.keep': '' });
    execFileSync('cp', [join(packed.localDir, 'lib/shop.jar'), join(layer.localDir, 'java/lib/')]);
    for (const more of [{ code: packed }, { code: fixture.content({ none: '' }), layers: [layer] }])
      expect((await ask('shop.Handlers::add', 1, more)).body).toBe(2);
  });

  if (!rules) return;

  java.each<[string, string, unknown, unknown]>([
    ['an object', 'shop.Handlers::order', order, { ...order, items: [{ name: 'n', count: 2 }] }],
    ['a map', 'shop.Handlers::map', { a: [1, 2.5, null, true, { é: '€\u0001' }] }, { a: [1, 2.5, null, true, { é: '€\u0001' }] }],
    ['a number, statically', 'shop.Handlers::add', 41, 42],
    ['strings', 'shop.Handlers::strings', ['a', 'b'], ['b', 'a']],
    ['text and the context', 'shop.Handlers::text', 'hi ', 'hi contractütrue'],
    ['nothing', 'shop.Handlers::nothing', {}, null],
    ['streams', 'shop.Handlers::stream', { raw: 1 }, { raw: 1 }],
    ['the longest signature', 'shop.Handlers::overloaded', '', 'long'],
    ['RequestHandler', 'shop.Typed', [{ name: 'n', count: 3 }], { first: { name: 'n', count: 3 } }],
    ['RequestHandler by its method', 'shop.Typed::handleRequest', [{ name: 'n' }], { first: { name: 'n', count: 0 } }],
    ['RequestStreamHandler', 'shop.Streaming::handleRequest', 1, [1]],
    ['its place', 'shop.Handlers::place', {}, [true, 'null']],
  ])('java: %s', async (_what, handler, payload, expected) => {
    const { body, outcome, log } = await ask(handler, payload);
    expect(outcome.kind, JSON.stringify([body, log])).toBe('response');
    expect(body).toEqual(expected);
  });

  java.each<[string, string, unknown, string, unknown]>([
    ['an exception', 'shop.Handlers::fails', {}, 'java.lang.IllegalStateException', 'bad ü'],
    ['no class', 'shop.Gone::run', {}, 'java.lang.ClassNotFoundException', 'Class not found: shop.Gone'],
    ['no method', 'shop.Handlers::gone', {}, 'java.lang.NoSuchMethodException', expect.stringContaining('No public method named gone')],
    ['no interface', 'shop.Handlers', {}, 'java.lang.Exception', expect.stringContaining('appropriate handler interface: shop.Handlers')],
    ['while loading', 'shop.Early::run', {}, 'java.lang.IllegalArgumentException', 'early'],
    ['an event that does not fit', 'shop.Handlers::add', 'x', 'java.lang.RuntimeException', 'An error occurred during JSON parsing'],
  ])('java fails: %s', async (_what, handler, payload, errorType, errorMessage) => {
    const { body, outcome } = await ask(handler, payload);
    expect(outcome.kind).toBe('error');
    expect(body).toMatchObject({ errorType, errorMessage, stackTrace: expect.any(Array) });
  });

  java('java: JSON logs at their level', async () => {
    const env = { AWS_LAMBDA_LOG_FORMAT: 'JSON', AWS_LAMBDA_LOG_LEVEL: 'INFO' };
    const { log, report } = await ask('shop.Handlers::logs', {}, { env, logFormat: 'JSON' });
    const lines = log
      .filter(({ source, text }) => source === 'function' && text.startsWith('{'))
      .map(({ text }) => JSON.parse(text) as object);
    expect(lines).toMatchObject([{ message: 'several\nlines' }, { level: 'WARN', message: 'warned', AWSRequestId: report.requestId }]);
  });
}
