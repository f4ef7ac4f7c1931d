// How the cloud's API gateway was recorded to print `$input` and `$util` (2024, 2025).
export interface GatewayCase {
  readonly title: string;
  readonly template: string;
  readonly body: string;
  readonly printed: string;
}

const RESULT = '#set($result = $input.path("$.json"))$result';
const json = (value: unknown): string => JSON.stringify({ json: value });
const inspecting = (path: string): string =>
  `#set($result = $input.path("${path}")){"body": $result, "nested": $result.nested, "isNull": #if( $result == $null )"true"#else"false"#end, "isEmptyString": #if( $result == "" )"true"#else"false"#end}`;

const row = (title: string, template: string, body: string, printed: string): GatewayCase => ({ title, template, body, printed });

export const GATEWAY_CASES: readonly GatewayCase[] = [
  row('prints a map as Java does', RESULT, json({ foo: 'bar' }), '{foo=bar}'),
  row('prints a list as JSON', RESULT, json([{ foo: 'bar' }]), '[{"foo":"bar"}]'),
  row('prints a nested map', `${RESULT}.nested`, json({ nested: { foo: 'bar' } }), '{foo=bar}'),
  row('prints a nested list', `${RESULT}.nested`, json({ nested: [{ foo: 'bar' }] }), '[{"foo":"bar"}]'),
  row('prints a map of a list', `${RESULT}[0]`, json([{ foo: 'bar' }]), '{foo=bar}'),
  row('prints a list of a list', `${RESULT}[0]`, json([[{ foo: 'bar' }]]), '[{"foo":"bar"}]'),
  row('prints a list in a map as JSON', RESULT, json({ foo: [{ nested: 'bar' }] }), '{foo=[{"nested":"bar"}]}'),
  row(
    'separates members by commas',
    RESULT,
    json({ bigger: 'dict', to: 'test', with: 'separators' }),
    '{bigger=dict, to=test, with=separators}',
  ),
  row('prints by toString alike', `${RESULT}.toString()`, json({ list: [{ foo: 'bar' }] }), '{list=[{"foo":"bar"}]}'),
  row(
    'treats what is missing in an empty body as null and as the empty text',
    inspecting('$.nonExisting'),
    '',
    '{"body": , "nested": , "isNull": "true", "isEmptyString": "true"}',
  ),
  row(
    'treats an empty list as neither',
    inspecting('$.json.listValue'),
    json({ listValue: [] }),
    '{"body": [], "nested": , "isNull": "false", "isEmptyString": "false"}',
  ),
  row(
    'treats null as what is missing',
    inspecting('$.json.listValue'),
    json({ listValue: null }),
    '{"body": , "nested": , "isNull": "true", "isEmptyString": "true"}',
  ),
  row('reads an empty body as an empty map', '$input.body', '', '{}'),
  row('prints the body as it came', 'Message=$input.body', '{"some": "value"}', 'Message={"some": "value"}'),
  row(
    'encodes for forms, and the text has no members',
    'Body=$util.urlEncode($input.body)&None=$util.urlEncode($input.body.testAccess)',
    '{"some": "value"}',
    'Body=%7B%22some%22%3A+%22value%22%7D&None=',
  ),
  row('answers an empty JSON text for what is missing', "$input.json('$.message')", '"#foobar123"', '""'),
  row('answers it for what is no JSON', "$input.json('$.message')", 'not json', '""'),
  row('escapes JSON', "$util.escapeJavaScript($input.json('$.message'))", '{"message":"foobar"}', '\\"foobar\\"'),
  row('finds nothing in what is no JSON', '$input.path("$.myVar")', 'not json', ''),
];
