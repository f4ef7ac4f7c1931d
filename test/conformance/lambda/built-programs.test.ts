// Functions that are programs built from other languages, with what the machine has: they speak the Runtime API by themselves.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { runCommand } from '../../../emulator/src/lib/child-process.ts';
import { isMissing } from '../../support/is-missing.ts';
import { type Fixture, jsonOf, startFixture } from './fixture.ts';

const whyNot = (command: string, args: readonly string[]): Promise<string | undefined> =>
  runCommand(command, args).then(
    () => undefined,
    () => `needs ${command}`,
  );

/** Answers each event with `{"from": …, "event": …}`, over the Runtime API alone. */
const RUST = `
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
fn call(host: &str, method: &str, path: &str, body: &str) -> (Vec<String>, String) {
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "{method} {path} HTTP/1.1\\r\\nHost: {host}\\r\\nConnection: close\\r\\nContent-Length: {}\\r\\n\\r\\n{body}", body.len()).unwrap();
    let mut reader = BufReader::new(stream);
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if line.trim().is_empty() { break; }
        headers.push(line.trim().to_string());
    }
    let length = headers.iter().find_map(|line| line.to_lowercase().strip_prefix("content-length: ").map(|n| n.parse::<usize>().unwrap()));
    let mut text = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut text).unwrap();
    (headers, String::from_utf8(text).unwrap())
}
fn main() {
    let host = std::env::var("AWS_LAMBDA_RUNTIME_API").unwrap();
    loop {
        let (headers, event) = call(&host, "GET", "/2018-06-01/runtime/invocation/next", "");
        let id = headers.iter().find_map(|line| line.to_lowercase().strip_prefix("lambda-runtime-aws-request-id: ").map(str::to_string)).unwrap();
        let answer = format!("{{\\"from\\":\\"rust\\",\\"event\\":{event}}}");
        call(&host, "POST", &format!("/2018-06-01/runtime/invocation/{id}/response"), &answer);
    }
}`;

const GO = `package main
import ("fmt"; "io"; "net/http"; "os"; "strings")
func main() {
	base := "http://" + os.Getenv("AWS_LAMBDA_RUNTIME_API") + "/2018-06-01/runtime/invocation/"
	for {
		next, err := http.Get(base + "next")
		if err != nil { panic(err) }
		event, _ := io.ReadAll(next.Body)
		answer := fmt.Sprintf("{\\"from\\":\\"go\\",\\"event\\":%s}", event)
		http.Post(base+next.Header.Get("Lambda-Runtime-Aws-Request-Id")+"/response", "application/json", strings.NewReader(answer))
	}
}`;

const cases = [
  {
    language: 'Rust',
    source: 'main.rs',
    text: RUST,
    why: await whyNot('rustc', ['--version']),
    build: ['rustc', '-O', 'main.rs', '-o', 'bootstrap'],
  },
  {
    language: 'Go',
    source: 'main.go',
    text: GO,
    why: await whyNot('go', ['version']),
    build: ['go', 'build', '-o', 'bootstrap', 'main.go'],
  },
];

describe('programs built for provided.al2023', () => {
  let here: Fixture;
  const folder = mkdtempSync(join(tmpdir(), 'built-'));
  beforeAll(async () => {
    here = await startFixture();
  });
  afterAll(async () => {
    await here.emulator.stop();
    rmSync(folder, { recursive: true });
  });

  for (const { language, source, text, why, build } of cases)
    it.skipIf(isMissing(`functions in ${language}`, why))(`run embedded: ${language}`, { timeout: 120_000 }, async () => {
      writeFileSync(join(folder, source), text);
      const [command, ...args] = build as [string, ...string[]];
      await runCommand(command, args, { cwd: folder });
      const Runtime = 'provided.al2023';
      await here.create(language, await packed(join(folder, 'bootstrap')), { Runtime, Handler: 'bootstrap', MemorySize: 256 });
      const { Payload, FunctionError } = await here.lambda.invoke({ FunctionName: language, Payload: '{"n":1}' });
      expect([FunctionError, jsonOf(Payload)]).toEqual([undefined, { from: language.toLowerCase(), event: { n: 1 } }]);
    });
});

async function packed(program: string): Promise<Uint8Array> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(readFileSync(program), 'bootstrap', { mode: 0o100755 });
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream as unknown as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}
