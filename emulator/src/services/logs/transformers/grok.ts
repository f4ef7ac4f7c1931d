// Grok: `%{IP:client.ip} %{GREEDYDATA:rest}` as one regular expression, run in time that grows with the text alone.
// https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatch-Logs-Transformation-Configurable.html
import { table } from '#lib/table';
import { type TextMatcher, textMatcher } from '#services/logs/insights/language/text-matcher';

/** Limit: patterns in one grok expression. */
const MAX_PATTERNS = 20;
/** Levels of patterns that are made of others. */
const NESTED_LEVELS = 6;

const DAY_OF_MONTH = '(?:0[1-9]|[12][0-9]|3[01]|[1-9])';
const HOUR = '(?:2[0-3]|[01]?[0-9])';
const MINUTE = '[0-5][0-9]';
const SECOND = '(?:[0-5]?[0-9]|60)(?:[:.,][0-9]+)?';
const ZONE = '(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?)';
const MONTH =
  '\\b(?:[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|[Mm]ar(?:ch)?|[Aa]pr(?:il)?|[Mm]ay|[Jj]une?|[Jj]uly?|[Aa]ug(?:ust)?|[Ss]ep(?:tember)?|[Oo]ct(?:ober)?|[Nn]ov(?:ember)?|[Dd]ec(?:ember)?)\\b';
const WEEKDAY = '(?:Mon(?:day)?|Tue(?:sday)?|Wed(?:nesday)?|Thu(?:rsday)?|Fri(?:day)?|Sat(?:urday)?|Sun(?:day)?)';
const QUOTED = '(?:"(?:\\\\.|[^\\\\"])*"|\'(?:\\\\.|[^\\\\\'])*\')';
const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';

/** By name: an expression, in which `%{NAME}` stands for another pattern. */
const PATTERNS: Readonly<Record<string, string>> = table({
  USERNAME: '[a-zA-Z0-9._-]+',
  USER: '%{USERNAME}',
  EMAILLOCALPART: "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~.-]+",
  EMAILADDRESS: '%{EMAILLOCALPART}@%{HOSTNAME}',
  INT: '[+-]?[0-9]+',
  BASE10NUM: '[+-]?(?:[0-9]+(?:\\.[0-9]+)?|\\.[0-9]+)',
  NUMBER: '%{BASE10NUM}',
  BASE16NUM: '[+-]?(?:0x)?[0-9A-Fa-f]+',
  BASE16FLOAT: '\\b[+-]?(?:0x)?(?:[0-9A-Fa-f]+(?:\\.[0-9A-Fa-f]*)?|\\.[0-9A-Fa-f]+)\\b',
  BOOLEAN: '(?i:true|false)',
  POSINT: '\\b[1-9][0-9]*\\b',
  NONNEGINT: '\\b[0-9]+\\b',
  WORD: '\\b\\w+\\b',
  NOTSPACE: '\\S+',
  SPACE: '\\s*',
  DATA: '.*?',
  GREEDYDATA: '.*',
  GREEDYDATA_MULTILINE: '(?s:.*)',
  QUOTEDSTRING: QUOTED,
  QS: '%{QUOTEDSTRING}',
  UUID: '[A-Fa-f0-9]{8}-(?:[A-Fa-f0-9]{4}-){3}[A-Fa-f0-9]{12}',
  URN: "urn:[0-9A-Za-z][0-9A-Za-z-]{0,31}:(?:%[0-9a-fA-F]{2}|[0-9A-Za-z()+,.:=@;$_!*'/?#-])+",
  ARN: 'arn:[a-z-]+:[a-z0-9-]+:[a-z0-9-]*:[0-9]*:[^\\s]+',
  MAC: '(?:[A-Fa-f0-9]{2}[:-]){5}[A-Fa-f0-9]{2}|(?:[A-Fa-f0-9]{4}\\.){2}[A-Fa-f0-9]{4}',
  COMMONMAC: '(?:[A-Fa-f0-9]{2}:){5}[A-Fa-f0-9]{2}',
  WINDOWSMAC: '(?:[A-Fa-f0-9]{2}-){5}[A-Fa-f0-9]{2}',
  CISCOMAC: '(?:[A-Fa-f0-9]{4}\\.){2}[A-Fa-f0-9]{4}',
  IPV4: `${BYTE}(?:\\.${BYTE}){3}`,
  IPV6: '(?:[0-9A-Fa-f]{0,4}:){2,7}(?:[0-9A-Fa-f]{1,4}|%{IPV4})?(?:%[0-9A-Za-z]+)?',
  IP: '%{IPV6}|%{IPV4}',
  HOSTNAME: '\\b[0-9A-Za-z][0-9A-Za-z-]{0,62}(?:\\.[0-9A-Za-z][0-9A-Za-z-]{0,62})*\\.?',
  HOST: '%{HOSTNAME}',
  IPORHOST: '%{IP}|%{HOSTNAME}',
  HOSTPORT: '%{IPORHOST}:%{POSINT}',
  UNIXPATH: '(?:/[\\w_%!$@:.,+~-]*)+',
  WINPATH: '(?:[A-Za-z]+:|\\\\)(?:\\\\[^\\\\?*]*)+',
  PATH: '%{UNIXPATH}|%{WINPATH}',
  TTY: '/dev/(?:pts|tty(?:[pq])?)(?:\\w+)?/?(?:[0-9]+)',
  URIPROTO: '[A-Za-z]+(?:\\+[A-Za-z+]+)?',
  URIHOST: '%{IPORHOST}(?::%{POSINT})?',
  URIPATH: "(?:/[A-Za-z0-9$.+!*'(){},~:;=@#%&_-]*)+",
  URIPARAM: "\\?[A-Za-z0-9$.+!*'|(){},~@#%&/=:;_?\\[\\]<>-]*",
  URIPATHPARAM: '%{URIPATH}(?:%{URIPARAM})?',
  URI: '%{URIPROTO}://(?:%{USER}(?::[^@]*)?@)?(?:%{URIHOST})?(?:%{URIPATHPARAM})?',
  MONTH,
  MONTHNUM: '(?:0?[1-9]|1[0-2])',
  MONTHNUM2: '(?:0[1-9]|1[0-2])',
  MONTHDAY: DAY_OF_MONTH,
  DAY: WEEKDAY,
  YEAR: '[0-9]{4}|[0-9]{2}',
  HOUR,
  MINUTE,
  SECOND,
  TIME: `${HOUR}:${MINUTE}(?::${SECOND})?`,
  DATE_US: '%{MONTHNUM}[/-]%{MONTHDAY}[/-]%{YEAR}',
  DATE_EU: '%{MONTHDAY}[./-]%{MONTHNUM}[./-]%{YEAR}',
  DATE: '%{DATE_US}|%{DATE_EU}',
  DATESTAMP: '%{DATE}[- ]%{TIME}',
  TZ: '[A-Z]{3,4}',
  ISO8601_TIMEZONE: ZONE,
  ISO8601_SECOND: SECOND,
  TIMESTAMP_ISO8601: `[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]${HOUR}:?${MINUTE}(?::?${SECOND})?${ZONE}?`,
  DATESTAMP_RFC822: '%{DAY} %{MONTH} %{MONTHDAY} [0-9]{4} %{TIME} %{TZ}',
  DATESTAMP_RFC2822: `%{DAY}, %{MONTHDAY} %{MONTH} [0-9]{4} %{TIME} ${ZONE}`,
  DATESTAMP_OTHER: '%{DAY} %{MONTH} %{MONTHDAY} %{TIME} %{TZ} [0-9]{4}',
  DATESTAMP_EVENTLOG: '[0-9]{14}',
  HTTPDATE: '%{MONTHDAY}/%{MONTH}/[0-9]{4}:%{TIME} %{INT}',
  SYSLOGTIMESTAMP: '%{MONTH} +%{MONTHDAY} %{TIME}',
  PROG: '[\\x21-\\x5a\\x5c\\x5e-\\x7e]+',
  SYSLOGPROG: '%{PROG}(?:\\[%{POSINT}\\])?',
  SYSLOGHOST: '%{IPORHOST}',
  SYSLOGFACILITY: '<%{NONNEGINT}.%{NONNEGINT}>',
  LOGLEVEL: '(?i:alert|trace|debug|notice|info(?:rmation)?|warn(?:ing)?|err(?:or)?|crit(?:ical)?|fatal|severe|emerg(?:ency)?)',
  APACHE_ACCESS_LOG:
    '%{IPORHOST:clientip} %{NOTSPACE:ident} %{NOTSPACE:auth} \\[%{HTTPDATE:timestamp}\\] "(?:%{WORD:verb} %{NOTSPACE:request}(?: HTTP/%{NUMBER:httpversion})?|%{DATA:rawrequest})" %{NUMBER:response} (?:%{NUMBER:bytes}|-)(?: %{QS:referrer} %{QS:agent})?',
  NGINX_ACCESS_LOG:
    '%{IPORHOST:remote_ip} - %{NOTSPACE:user_name} \\[%{HTTPDATE:access_time}\\] "%{WORD:http_method} %{NOTSPACE:url} HTTP/%{NUMBER:http_version}" %{INT:response_code} %{INT:body_sent_bytes} %{QS:referrer} %{QS:agent}',
  SYSLOG5424:
    '<%{NONNEGINT:pri}>%{NONNEGINT:version} (?:%{TIMESTAMP_ISO8601:timestamp}|-) (?:%{IPORHOST:hostname}|-) (?:%{NOTSPACE:appname}|-) (?:%{NOTSPACE:procid}|-) (?:%{NOTSPACE:msgid}|-) (?:%{DATA:structured_data}|-)(?: %{GREEDYDATA:message})?',
});

const REFERENCE = /%\{([A-Z0-9_]+)(?::([^}:]+))?\}/g;

export interface Grok {
  /** The texts by paths of fields; undefined where the text does not match. @throws QueryTooCostly */
  match(text: string): readonly (readonly [path: string, value: string])[] | undefined;
}

/** @throws Error that says what is wrong with the expression */
export function compileGrok(source: string): Grok {
  const paths: string[] = [];
  const given = [...source.matchAll(REFERENCE)];
  if (given.length === 0) throw new Error('it has no pattern');
  if (given.length > MAX_PATTERNS) throw new Error(`it has more than ${MAX_PATTERNS} patterns`);
  const expand = (text: string, level: number): string =>
    text.replace(REFERENCE, (_, name: string, path: string | undefined) => {
      const pattern = PATTERNS[name];
      if (pattern === undefined || level > NESTED_LEVELS) throw new Error(`there is no pattern ${name}`);
      const inner = expand(pattern, level + 1);
      if (path === undefined) return `(?:${inner})`;
      paths.push(path);
      return `(?P<g${paths.length - 1}>${inner})`;
    });
  const matcher: TextMatcher = textMatcher(expand(source, 0));
  const order = matcher.names.map((name) => paths[Number(name.slice(1))]!);
  return {
    match: (text) => matcher.groups(text)?.flatMap((value, at) => (value === undefined ? [] : [[order[at]!, value] as const])),
  };
}
