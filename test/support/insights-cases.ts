// Cases of queries: the sample queries and function examples of the guide, with what they answer over the lines below.
// Sources: docs.aws.amazon.com/AmazonCloudWatch/latest/logs, pages CWL_QuerySyntax-* (read in November 2026); positions of errors are our own.

export const LINES: readonly string[] = [
  '{"level":"INFO","params":{"job_id":"JOB-1"},"status":200,"latency":12,"items":[{"instanceId":"i-abcde123"}],"user":{"id":"u1"},"ok":true}',
  '{"level":"ERROR","params":{"job_id":"JOB-1"},"status":500,"latency":120.5,"user":{"id":"u2"}}',
  '{"level":"ERROR","params":{"job_id":"JOB-2"},"status":"500","latency":80,"a.b":"dotted","@time":"inner"}',
  'REPORT RequestId: 6f1e5a2a-0000-4000-8000-000000000001\tDuration: 114.96 ms\tBilled Duration: 115 ms\tMemory Size: 128 MB\tMax Memory Used: 65 MB\tInit Duration: 150.10 ms\t\nXRAY TraceId: 1-5e34a614-10bd SegmentId: 54deadbeef',
  '2026-01-01T12:00:04Z [WARN] slow answer from example.com after 3004 ms',
  '2026-01-01T12:05:05Z [INFO] User alice performed delete on bucket-7',
];

type Rows = readonly Readonly<Record<string, string>>[];

/** The numbers of the lines that a query answers with, the latest first. */
export const FOUND: readonly (readonly [query: string, lines: readonly number[]])[] = [
  ['filter level = "ERROR"', [2, 1]],
  ["filter level='ERROR' and status=500", [2, 1]],
  ['filter status >= 500 and params.job_id != "JOB-2"', [1]],
  ['filter @message like /(?i)warn/', [4]],
  ['filter @message =~ /after \\d+ ms/', [4]],
  ['filter @message like /^(?!\\{|REPORT).*ms$/', [4]],
  ['filter @message not like "e"', []],
  ['filter status in [200, 404]', [0]],
  ['filter status not in [200, 404] and ispresent(status)', [2, 1]],
  ['filter not (level = "ERROR") and ispresent(level)', [0]],
  ['filter items.0.instanceId = "i-abcde123"', [0]],
  ['filter `a.b` = "dotted"', [2]],
  ['# a comment\nfilter a.b = "dotted" # the rest', [2]],
  ['filter @@time = "inner"', [2]],
  ['filter ok = true', [0]],
  ['filter ok = 1', [0]],
  ['filter constructor = "x" or ispresent(toString)', []],
  ['filterIndex level = "INFO"', [0]],
  ['filter level = "ERROR" | sort latency asc', [2, 1]],
  ['filter level = "ERROR" | sort latency desc | limit 1', [1]],
  ['filter ispresent(latency) | order latency | head 2', [0, 2]],
  ['filter ispresent(status) | sort @timestamp asc', [0, 1, 2]],
  ['sort @timestamp desc | limit 2', [5, 4]],
  ['limit 2 | sort @timestamp asc', [4, 5]],
  ['filter ispresent(level) | dedup level', [2, 0]],
];

export const TABLES: readonly (readonly [query: string, rows: Rows])[] = [
  ['fields @timestamp | limit 1', [{ '@timestamp': '2026-01-01 12:05:05.000' }]],
  ['limit 1', [{ '@timestamp': '2026-01-01 12:05:05.000', '@message': LINES[5]! }]],
  [
    'filter @type = "REPORT" | fields @duration, @maxMemoryUsed / 1000 / 1000 as mb, @initDuration, @requestId, @xrayTraceId',
    [
      {
        '@duration': '114.96',
        mb: '65',
        '@initDuration': '150.1',
        '@requestId': '6f1e5a2a-0000-4000-8000-000000000001',
        '@xrayTraceId': '1-5e34a614-10bd',
      },
    ],
  ],
  ['stats count(*) as n by level | sort n desc, level asc', [{ n: '3' }, { level: 'ERROR', n: '2' }, { level: 'INFO', n: '1' }]],
  [
    'stats count(*) by bin(5m)',
    [
      { 'bin(5m)': '2026-01-01 12:05:00.000', 'count(*)': '1' },
      { 'bin(5m)': '2026-01-01 12:00:00.000', 'count(*)': '5' },
    ],
  ],
  ['stats count(*) by bin(300s) | sort count(*) desc | limit 1', [{ 'bin(300s)': '2026-01-01 12:00:00.000', 'count(*)': '5' }]],
  [
    'stats count(*) as n by bin(1mo) as month, datefloor(@timestamp, 1y) as year',
    [{ n: '6', month: '2026-01-01 00:00:00.000', year: '2026-01-01 00:00:00.000' }],
  ],
  [
    'stats avg(latency) as a, max(latency), pct(latency, 50), sum(latency), min(latency), stddev(latency) as d, median(latency) as m',
    [
      {
        a: '70.8333',
        'max(latency)': '120.5',
        'pct(latency, 50)': '80',
        'sum(latency)': '212.5',
        'min(latency)': '12',
        d: '44.7667',
        m: '80',
      },
    ],
  ],
  [
    'stats count_distinct(user.id) as u, count(latency) as l, latest(level) as late, earliest(level) as early, sortsFirst(user.id) as s, sortsLast(user.id) as t',
    [{ u: '2', l: '3', late: 'ERROR', early: 'INFO', s: 'u1', t: 'u2' }],
  ],
  [
    'parse @message "User * performed * on *" as user, action, resource | filter ispresent(user) | display user, action, resource',
    [{ user: 'alice', action: 'delete', resource: 'bucket-7' }],
  ],
  [
    'parse @message /from (?<host>\\S+) after (?<took>\\d+) ms/ | filter took > 3000 | display host, took',
    [{ host: 'example.com', took: '3004' }],
  ],
  [
    'fields @message | parse @message "* [*] *" as at, loggingType, loggingMessage | filter loggingType IN ["WARN", "INFO"] | display loggingMessage, loggingType = "WARN" as isWarning',
    [
      { loggingMessage: 'User alice performed delete on bucket-7', isWarning: '0' },
      { loggingMessage: 'slow answer from example.com after 3004 ms', isWarning: '1' },
    ],
  ],
  ['filter ispresent(latency) | stats sum(latency) as s by params.job_id as job | sort s desc | limit 1', [{ job: 'JOB-1', s: '132.5' }]],
  ['filter ispresent(latency) | stats max(latency) as m by level | stats sum(m) as total', [{ total: '132.5' }]],
  [
    'filter ispresent(latency) | fields 2 ^ 3 ^ 2 as p, 10 % 3 as q, -latency as neg, concat(level, "-", status) as c | sort latency asc | limit 1',
    [{ p: '512', q: '1', neg: '-12', c: 'INFO-200' }],
  ],
  [
    'filter ispresent(items) | unnest items into i | display i, i.instanceId',
    [{ i: '{"instanceId":"i-abcde123"}', 'i.instanceId': 'i-abcde123' }],
  ],
  [
    'fields trim("xyZxyfooxyxyZ","xyZ") as t, ltrim("xyZxyfooxyZ","xyZ") as l, rtrim("xyZfooxyxyZ","xyZ") as r, substr("xyZfooxyZ",3,4) as s, trim("  a ") as b | limit 1',
    [{ t: 'foo', l: 'fooxyZ', r: 'xyZfoo', s: 'foox', b: 'a' }],
  ],
  [
    'fields isIpv4InSubnet("192.0.2.7","192.0.2.0/24") as a, isIpInSubnet("2001:db8::9", "2001:db8::/32") as b, isIpv6InSubnet("192.0.2.7","::/0") as c, isValidIp("::ffff:1.2.3.4") as d, isValidIpV4("1.2.3") as e | limit 1',
    [{ a: '1', b: '1', c: '0', d: '1', e: '0' }],
  ],
  [
    'fields if(ispresent(nothing), nothing, "unknown") as x, coalesce(nothing, level, "none") as y | limit 1',
    [{ x: 'unknown', y: 'none' }],
  ],
  [
    'fields strlen("\u{1F600}a") as n, toupper("a") as u, replace("a-b-c", "-", "+") as r, strcontains("abc", "b") as c | limit 1',
    [{ n: '2', u: 'A', r: 'a+b+c', c: '1' }],
  ],
  [
    'fields fromMillis(0) as t, toMillis(@timestamp) as m, dateceil(@timestamp, 1h) as c | limit 1',
    [{ t: '1970-01-01 00:00:00.000', m: '1767269105000', c: '2026-01-01 13:00:00.000' }],
  ],
  [
    'fields jsonParse(\'{"a":{"b":[1]}}\') as j | display j.a.b.0, jsonStringify(j) | limit 1',
    [{ 'j.a.b.0': '1', 'jsonStringify(j)': '{"a":{"b":[1]}}' }],
  ],
  [
    'filter status = 500 | stats count(*) as cnt, sum(strcontains(@message, "JOB-1")) as one, avg(latency) / count(*) as x',
    [{ cnt: '2', one: '1', x: '50.125' }],
  ],
  ['filter level = "NONE" | stats count(*), sum(latency)', [{ 'count(*)': '0' }]],
  ['filter @message like "ms" | pattern @message | display @ratio | limit 1', [{ '@ratio': '0.2' }]],
  ['fields "b2" as v, 10 as w | sort v, w | limit 1 | display v', [{ v: 'b2' }]],
];

/** `at`: the first character that is wrong. */
export const MALFORMED: readonly (readonly [query: string, at: number, message: string])[] = [
  ['filter level == ', 16, 'unexpected symbol found end of query at line 1 and position 16'],
  ['stats foo(x)', 6, 'unknown function foo'],
  ['fields @message | count(*)', 18, "mismatched input 'count' expecting"],
  ['diff', 0, 'The command diff is not emulated.'],
  ['filter @message like 5', 21, 'unexpected symbol found 5'],
  ['fields @message\n| filter }', 25, 'unexpected symbol found } at line 2 and position 9'],
  ['stats count(*) as n by level | filter status > 1', 38, 'Unknown symbols found in or after stats: status'],
  [
    'fields level | fields if(ispresent(level), level, "x") as level | stats count(*) by level',
    84,
    'Unknown symbols found in or after stats: level',
  ],
  ['filter @message like /(/', 21, 'invalid regular expression'],
  ['parse @message "* *" as a', 15, 'parse has 2 wildcards and 1 names'],
  ['stats sum(count(*))', 10, 'count can only be used in stats'],
  ['fields "unterminated', 7, 'unterminated string'],
  ['fields 5 parsecs', 9, 'unexpected symbol found parsecs'],
  ['limit 0', 6, 'unexpected symbol found 0'],
  ['', 0, "mismatched input '<EOF>' expecting"],
];
