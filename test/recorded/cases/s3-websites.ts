// Recorded answers of the websites of buckets. The emulator has them at a path, too, for clients that cannot resolve their host names.
import { type HttpCall, localstack, type RecordedCase, type RecordedCases, type Step } from '../case.ts';

const Bucket = '{id}';
const site = (name: string): string => localstack(`s3/test_s3.py::TestS3StaticWebsiteHosting::${name}`);
const recorded_ = '2026-02';
const index = { IndexDocument: { Suffix: 'index.html' } };
const open: readonly Step[] = [
  { call: 's3.CreateBucket', input: { Bucket } },
  { call: 's3.DeletePublicAccessBlock', input: { Bucket } },
  { call: 's3.DeleteBucketOwnershipControls', input: { Bucket } },
  { call: 's3.PutBucketAcl', input: { Bucket, ACL: 'public-read' } },
];
const website = (more: object = {}): Step => ({
  call: 's3.PutBucketWebsite',
  input: { Bucket, WebsiteConfiguration: { ...index, ...more } },
});
const put = (Key: string, Body: string, more: object = {}): Step => ({
  call: 's3.PutObject',
  input: { Bucket, Key, Body, ACL: 'public-read', ...more },
});
const request = (http: string, outcome: Omit<HttpCall, 'http' | 'service'>, name = '{id}'): Step => ({
  http: http.replace(' ', ` /_website/${name}`),
  service: 's3',
  unsigned: true,
  ...outcome,
});
const shows = (path: string, body: string, status = 200): Step => request(`GET ${path}`, { status, answerBody: body });
const sends = (path: string, location: string | RegExp, status = 301): Step =>
  request(`GET ${path}`, { status, answerHeaders: { location } });
const facts = (...entries: string[]): string => `<ul>\n${entries.map((entry) => `<li>${entry}</li>\n`).join('')}</ul>\n`;
const page = (title: string, code: string, message: string, more: readonly string[], end = ''): RegExp => {
  const text = `<html>\n<head><title>${title}</title></head>\n<body>\n<h1>${title}</h1>\n${facts(
    `Code: ${code}`,
    `Message: ${message}`,
    ...more,
    'RequestId: ANY',
    'HostId: ANY',
  )}${end}<hr/>\n</body>\n</html>\n`;
  return new RegExp(`^${text.replaceAll(/[.()/]/g, '\\$&').replaceAll('ANY', '[^<]+')}$`);
};
const noKey = (key: string, end = ''): RegExp =>
  page('404 Not Found', 'NoSuchKey', 'The specified key does not exist.', [`Key: ${key}`], end);

const documents: RecordedCase[] = [
  {
    title: 'a website shows its objects with their headers, and its index document for the root',
    source: site('test_s3_static_website_index, test_s3_static_website_hosting'),
    recorded: recorded_,
    steps: [
      ...open,
      put('index.html', 'index', { ContentType: 'text/html' }),
      put('key.js', 'some js', { ContentType: 'application/javascript; charset=utf-8' }),
      website(),
      shows('', 'index'),
      shows('/', 'index'),
      request('GET /key.js', {
        status: 200,
        answerBody: 'some js',
        answerHeaders: { 'content-type': 'application/javascript; charset=utf-8', etag: /^"[0-9a-f]{32}"$/ },
      }),
      request('GET /index.html', { headers: { 'if-none-match': '"6a992d5529f459a44fee58c733255e86"' }, status: 304 }),
    ],
  },
  {
    title: 'a website sends a folder without its slash to the one with it, which has the index document',
    source: site('test_website_hosting_index_lookup'),
    recorded: recorded_,
    steps: [
      ...open,
      website(),
      put('directory/index.html', 'index'),
      sends('/directory', '/_website/{id}/directory/', 302),
      shows('/directory/', 'index'),
      request('GET /directory-wrong', { status: 404, answerBody: noKey('directory-wrong') }),
      request('GET /directory-wrong/', { status: 404, answerBody: noKey('directory-wrong/index.html') }),
    ],
  },
  {
    title: 'a website shows its error document with the status of the error, and says if it has none',
    source: site('test_website_hosting_404'),
    recorded: recorded_,
    steps: [
      ...open,
      website(),
      request('GET /', { status: 404, answerBody: noKey('index.html') }),
      website({ ErrorDocument: { Key: 'error.html' } }),
      request('GET /', {
        status: 404,
        answerBody: noKey(
          'index.html',
          `<h3>An Error Occurred While Attempting to Retrieve a Custom Error Document</h3>\n${facts(
            'Code: NoSuchKey',
            'Message: The specified key does not exist.',
            'Key: error.html',
          )}`,
        ),
      }),
      put('error.html', 'error'),
      shows('/', 'error', 404),
    ],
  },
  {
    title: 'a bucket that is not there, or has no website, says so on a page',
    source: site('test_website_hosting_no_such_website'),
    recorded: recorded_,
    steps: [
      request(
        'GET /',
        {
          status: 404,
          answerBody: page('404 Not Found', 'NoSuchBucket', 'The specified bucket does not exist', ['BucketName: ANY']),
        },
        '{id}-none',
      ),
      ...open,
      ...['/', '/actual/key.html'].map((path) =>
        request(`GET ${path}`, {
          status: 404,
          answerBody: page('404 Not Found', 'NoSuchWebsiteConfiguration', 'The specified bucket does not have a website configuration', [
            'BucketName: ANY',
          ]),
        }),
      ),
    ],
  },
  {
    title: 'a website only answers reads, whatever error document it has',
    source: site('test_website_hosting_http_methods'),
    recorded: recorded_,
    steps: [
      ...open,
      website({ ErrorDocument: { Key: 'error.html' } }),
      put('error.html', 'error'),
      ...['POST', 'DELETE'].map((method) =>
        request(`${method} /`, {
          status: 405,
          answerBody: page('405 Method Not Allowed', 'MethodNotAllowed', 'The specified method is not allowed against this resource.', [
            `Method: ${method}`,
            'ResourceType: OBJECT',
          ]),
        }),
      ),
    ],
  },
];

const HOME = '{endpoint}/_website/{id}';
const rule = (Condition: object | undefined, Redirect: object) => ({ ...(Condition && { Condition }), Redirect });
const redirects: RecordedCase[] = [
  {
    title: 'objects redirect, the error document too',
    source: site('test_object_website_redirect_location'),
    recorded: recorded_,
    steps: [
      ...open,
      website({ ErrorDocument: { Key: 'error.html' } }),
      put('index.html', '', { WebsiteRedirectLocation: '/another/index.html' }),
      put('error.html', 'error_redirected', { WebsiteRedirectLocation: '/another/error.html' }),
      sends('/', '/_website/{id}/another/index.html'),
      sends('/another/index.html', '/_website/{id}/another/error.html'),
    ],
  },
  {
    title: 'routing rules redirect by prefix, by error, and by both; the first that fits decides',
    source: site('test_routing_rules_conditions'),
    recorded: recorded_,
    steps: [
      ...open,
      website({
        ErrorDocument: { Key: 'error.html' },
        RoutingRules: [
          rule({ KeyPrefixEquals: 'both-prefixed/', HttpErrorCodeReturnedEquals: '404' }, { ReplaceKeyWith: 'redirected-both.html' }),
          rule({ KeyPrefixEquals: 'prefixed' }, { ReplaceKeyWith: 'redirected.html' }),
          rule({ HttpErrorCodeReturnedEquals: '404' }, { ReplaceKeyWith: 'redirected.html' }),
        ],
      }),
      put('prefixed-key-test', 'prefixed'),
      put('error.html', 'error'),
      sends('/non-existent-key', `${HOME}/redirected.html`),
      sends('/prefixed-key-test', `${HOME}/redirected.html`),
      sends('/both-prefixed/', `${HOME}/redirected-both.html`),
    ],
  },
  {
    title: 'routing rules replace the host, the prefix, the protocol and the status',
    source: site('test_routing_rules_redirects, test_routing_rules_empty_replace_prefix'),
    recorded: recorded_,
    steps: [
      ...open,
      website({
        RoutingRules: [
          rule({ KeyPrefixEquals: 'host/' }, { HostName: 'random-hostname' }),
          rule({ KeyPrefixEquals: 'replace-prefix/' }, { ReplaceKeyPrefixWith: 'replaced-prefix/' }),
          rule({ KeyPrefixEquals: 'protocol/' }, { Protocol: 'https' }),
          rule({ KeyPrefixEquals: 'code/' }, { HttpRedirectCode: '307' }),
          rule({ KeyPrefixEquals: 'another/path/' }, { ReplaceKeyPrefixWith: '' }),
        ],
      }),
      sends('/host/key', 'http://random-hostname/host/key'),
      sends('/replace-prefix/key', `${HOME}/replaced-prefix/key`),
      sends('/protocol/key', /^https:/),
      sends('/code/key', `${HOME}/code/key`, 307),
      sends('/another/path/test.html', `${HOME}/test.html`),
    ],
  },
  {
    title: 'routing rules come before redirects of objects, and do not concern the root',
    source: site('test_routing_rules_order'),
    recorded: recorded_,
    steps: [
      ...open,
      website({
        RoutingRules: [
          rule({ KeyPrefixEquals: 'prefix' }, { ReplaceKeyWith: 'redirected.html' }),
          rule({ KeyPrefixEquals: 'index' }, { ReplaceKeyWith: 'redirected.html' }),
        ],
      }),
      put('index.html', 'index'),
      put('prefixed-key-test', 'prefixed', { WebsiteRedirectLocation: '/website-redirected.html' }),
      sends('/prefixed-key-test', `${HOME}/redirected.html`),
      shows('/', 'index'),
    ],
  },
  {
    title: 'a website may redirect everything',
    source: site('test_website_hosting_redirect_all'),
    recorded: recorded_,
    steps: [
      ...open,
      {
        call: 's3.PutBucketWebsite',
        input: { Bucket, WebsiteConfiguration: { RedirectAllRequestsTo: { HostName: 'elsewhere.example' } } },
      },
      request('GET /random-key', { status: 301, answerHeaders: { location: 'http://elsewhere.example/random-key' }, answerBody: '' }),
    ],
  },
];

const refused = (WebsiteConfiguration: object, code: string, message: string, contains: object = {}): Step => ({
  call: 's3.PutBucketWebsite',
  input: { Bucket, WebsiteConfiguration },
  error: { code, message, status: 400, contains },
});
const MALFORMED = 'The XML you provided was not well-formed or did not validate against our published schema';
const configurations: RecordedCase[] = [
  {
    title: 'a website configuration that cannot be is refused',
    source: site('test_validate_website_configuration'),
    recorded: recorded_,
    steps: [
      { call: 's3.CreateBucket', input: { Bucket } },
      ...['/index.html', ''].map((Suffix) =>
        refused({ IndexDocument: { Suffix } }, 'InvalidArgument', 'The IndexDocument Suffix is not well formed', {
          ArgumentName: 'IndexDocument',
        }),
      ),
      refused(
        { RedirectAllRequestsTo: { HostName: 'test' }, IndexDocument: { Suffix: '/index.html' } },
        'InvalidArgument',
        'RedirectAllRequestsTo cannot be provided in conjunction with other Routing Rules.',
        { ArgumentName: 'RedirectAllRequestsTo', ArgumentValue: 'not null' },
      ),
      refused(
        { ErrorDocument: { Key: '/index.html' } },
        'InvalidArgument',
        'A value for IndexDocument Suffix must be provided if RedirectAllRequestsTo is empty',
        { ArgumentName: 'IndexDocument', ArgumentValue: 'null' },
      ),
      refused(
        { ...index, RoutingRules: [rule(undefined, { Protocol: 'protocol' })] },
        'InvalidRequest',
        'Invalid protocol, protocol can be http or https. If not defined the protocol will be selected automatically.',
      ),
      refused(
        { ...index, RoutingRules: [rule(undefined, { ReplaceKeyPrefixWith: 'prefix', ReplaceKeyWith: 'key-name' })] },
        'InvalidRequest',
        'You can only define ReplaceKeyPrefix or ReplaceKey but not both.',
      ),
      refused(
        { ...index, RoutingRules: [rule({}, { ReplaceKeyPrefixWith: 'prefix' })] },
        'InvalidRequest',
        "Condition cannot be empty. To redirect all requests without a condition, the condition element shouldn't be present.",
      ),
      refused({ ...index, RoutingRules: [] }, 'MalformedXML', MALFORMED),
    ],
  },
];

export const recorded: RecordedCases = { service: 's3', cases: [...documents, ...redirects, ...configurations] };
