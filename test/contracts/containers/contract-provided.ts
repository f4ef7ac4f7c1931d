// A custom runtime that is a compiled program, where this machine has a C compiler.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isMissing } from '../../support/is-missing.ts';
import { type Fixture, invoke } from './contract-fixture.ts';

const compiler = ['/usr/bin/cc', '/usr/bin/gcc', '/usr/bin/clang'].find((path) => existsSync(path));
const lacksCompiler = isMissing('a compiled bootstrap', compiler === undefined && 'no C compiler in /usr/bin: apt-get install gcc');

/** Asks for work, prints what it received, answers with it; one connection per request. */
const source = String.raw`
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char answer[1 << 16];
static void ask(const char *head, const char *body) {
  char address[64];
  snprintf(address, sizeof address, "%s", getenv("AWS_LAMBDA_RUNTIME_API"));
  char *colon = strchr(address, ':');
  *colon = 0;
  struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(atoi(colon + 1)) };
  inet_pton(AF_INET, address, &to.sin_addr);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(fd, (struct sockaddr *)&to, sizeof to)) exit(9);
  dprintf(fd, "%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s", head, strlen(body), body);
  size_t have = 0;
  for (ssize_t got; (got = read(fd, answer + have, sizeof answer - 1 - have)) > 0; have += got);
  answer[have] = 0;
  close(fd);
}
int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (;;) {
    ask("GET /2018-06-01/runtime/invocation/next", "");
    const char *name = "lambda-runtime-aws-request-id: ";
    char *at = strcasestr(answer, name), *body = strstr(answer, "\r\n\r\n");
    if (!at || !body) return 8;
    char id[64] = "", head[256], said[4096];
    sscanf(at + strlen(name), "%63[^\r]", id);
    printf("got %s\n", body + 4);
    if (strstr(body, "end")) return 3;
    snprintf(said, sizeof said, "{\"handler\":\"%s\",\"got\":%s}", getenv("_HANDLER"), body + 4);
    snprintf(head, sizeof head, "POST /2018-06-01/runtime/invocation/%s/response", id);
    ask(head, said);
  }
}
`;

export function compiledCases(fixture: Fixture): void {
  it.skipIf(lacksCompiler)('runs a compiled bootstrap', async () => {
    const code = fixture.content({ 'main.c': source });
    execFileSync(compiler as string, ['-O1', '-o', join(code.localDir, 'bootstrap'), join(code.localDir, 'main.c')]);
    for (const runtime of ['provided.al2', 'provided.al2023']) {
      const { environment, log } = await fixture.start(runtime, 'any.name', {}, { code });
      const { body } = await invoke(environment, { a: [1] });
      expect(body, JSON.stringify(log)).toEqual({ handler: 'any.name', got: { a: [1] } });
      expect(log.some(({ text }) => text === 'got {"a":[1]}')).toBe(true);
      const { body: ended } = await invoke(environment, 'end');
      expect(ended).toMatchObject({ errorType: 'Runtime.ExitError', errorMessage: expect.stringContaining('exit status 3') });
      expect((await invoke(environment, 2)).body).toEqual({ handler: 'any.name', got: 2 });
      await environment.stop();
    }
  });
}
