import { expect, it } from 'vitest';
import { isClosedPath } from './own-paths.ts';

it.each([
  ...['POST /_emulator/health', 'PUT /_emulator/health', 'DELETE /_emulator/authority', 'POST /_emulator/issuer/tokens', 'GET /_emulator'],
  ...['GET /_emulator/config', 'POST /_localstack/state/reset', 'GET /_localstack/health', 'GET /_Emulator/stop', 'POST //_emulator/stop'],
  ...[
    'POST /%5Femulator/stop',
    'POST /%5femulator%2Fstop',
    'POST /%255femulator/stop',
    'POST /a/%2e%2e/_emulator/stop',
    'POST /\\_emulator/stop',
  ],
  ...['POST /x/..%2f_emulator/stop', 'GET /_emulator/health/../config', 'POST /_emulator/%68ealth', 'POST /_emulator%00/stop'],
])('%s is closed', (request) => {
  const [method = '', path = ''] = request.split(' ');
  expect(isClosedPath(method, path)).toBe(true);
});

it.each([
  'GET /_emulator/health',
  'HEAD /_emulator/health',
  'GET /_emulator/authority',
  'POST /health',
  'GET /a/_emulator',
  'GET /%zz%',
  'POST /',
])('%s is open', (request) => {
  const [method = '', path = ''] = request.split(' ');
  expect(isClosedPath(method, path)).toBe(false);
});
