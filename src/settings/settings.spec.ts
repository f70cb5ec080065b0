import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../test/support/system/temporary-folder.js';
import { newPrivateKey } from '../../packages/statement-check/src/format/signature.js';
import { SETTING_TEXTS, TEST_SETTING_TEXTS } from './setting-texts.js';
import { SETTING_DEFAULTS, SETTING_NAMES, SettingsError, loadSettings, settingsFrom } from './settings.js';

const directory = forEachTest(() => new TemporaryFolder());

const from = (variables: Record<string, string>) => settingsFrom({ DATA_DIR: directory.path, ...variables });
const complaint = (variables: Record<string, string>): string => {
  try {
    from(variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return 'accepted';
};

const SECRET = 'a secret of the test';
/** Of RFC 8032, 7.1, test 1. */
const KEY_LINE = 'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g';

describe('settings', () => {
  it('have a text each, of one or more sentences', () => {
    const texts = { ...SETTING_TEXTS, ...TEST_SETTING_TEXTS };
    expect(Object.keys(texts).sort()).toEqual([...SETTING_NAMES].sort());
    for (const text of Object.values(texts)) expect(text).toMatch(/^[A-Z].*\.$/);
  });

  it('have their defaults as text', () => {
    const { PORT, MAX_BODY_MB, DATA_DIR, OTEL_SERVICE_NAME, LOG_LEVEL, AI_API_KEY, OPERATOR } =
      SETTING_DEFAULTS;
    expect([PORT, MAX_BODY_MB, DATA_DIR, OTEL_SERVICE_NAME]).toEqual([
      '3000',
      '256',
      './data',
      'company-data',
    ]);
    expect([LOG_LEVEL, AI_API_KEY, OPERATOR]).toEqual(['info', null, null]);
  });

  it('have the defaults of the contract', () => {
    const { keyHashSecret, cursorSecret, dataDir, statementKey, checkpointKey, receiptKey, ...settings } =
      from({});
    expect(settings).toEqual({
      port: 3000,
      host: '127.0.0.1',
      consolePort: { port: 3001, elsewhere: true },
      consoleHost: '127.0.0.1',
      consoleUrl: null,
      trustedProxies: [],
      metricsPort: { port: 9464, elsewhere: true },
      metricsHost: '127.0.0.1',
      drainSeconds: 0,
      tracing: null,
      openId: null,
      passkeys: null,
      publicUrl: null,
      eventStoreUrl: null,
      eventStreamPrefix: '',
      mongodbUrl: null,
      roles: ['api', 'worker', 'projector', 'console'],
      workers: 1,
      syncEveryHours: 24,
      resultRetentionDays: 30,
      resolveTimeoutSeconds: 30,
      liveDeadlineSeconds: 600,
      readingsDays: 30,
      maxOpenRows: 2_000_000,
      maxUnbilledRowsPerDay: 2_000_000,
      maxOpenResolves: 1_000,
      maxBodyBytes: 256 * 1024 * 1024,
      maxBodiesBytes: 384 * 1024 * 1024,
      maxAccountBodiesBytes: 320 * 1024 * 1024,
      intakeWaitSeconds: 15,
      publishers: {
        landRegistryKey: null,
        urls: {
          companies_house: 'https://download.companieshouse.gov.uk',
          statistics: 'https://www.arcgis.com',
          entity_ids: 'https://goldencopy.gleif.org',
          pay_gap: 'https://gender-pay-gap.service.gov.uk',
          land_registry: 'https://use-land-property-data.service.gov.uk',
          open_contracting: 'https://data.open-contracting.org',
        },
      },
      registerApi: {
        key: null,
        streamKey: null,
        apiUrl: 'https://api.company-information.service.gov.uk',
        documentApiUrl: 'https://document-api.company-information.service.gov.uk',
        streamUrl: 'https://stream.companieshouse.gov.uk',
        requestsPer5Minutes: 600,
      },
      sites: {
        contact: null,
        hosts: {},
        dnsServers: null,
        ceilings: { ofAccount: 1_000_000, ofDomain: 500 },
      },
      providers: {
        search: { key: null, url: 'https://api.search.brave.com', callsPerDay: 1_000 },
        places: { key: null, url: 'https://places.googleapis.com', callsPerDay: 1_000 },
        ai: { server: null, callsPerDay: 1_000 },
        news: { url: null, secondsBetweenCalls: 5 },
      },
      logLevel: 'info',
      witnesses: [],
      timestamps: null,
      operator: userInfo().username,
    });
    expect(dataDir).toBe(directory.path);
    const kept = join(dataDir, 'secrets', 'statement-key.pem');
    expect(statementKey).toEqual({ from: 'file', file: kept, createIfMissing: true });
    const checkpoints = kept.replace('statement-key', 'checkpoint-key');
    expect(checkpointKey).toEqual({ from: 'file', file: checkpoints, createIfMissing: true });
    const receipts = kept.replace('statement-key', 'receipt-key');
    expect(receiptKey).toEqual({ from: 'file', file: receipts, createIfMissing: true });
    expect(keyHashSecret).not.toBe(cursorSecret);
  });

  it.each(['docker-compose.yml', 'docker-compose.cluster.yml'])(
    'take the secrets of %s on this machine or in a network of our own, and nowhere else',
    (file) => {
      const text = readFileSync(join(__dirname, '..', '..', file), 'utf8');
      for (const name of ['KEY_HASH_SECRET', 'CURSOR_SECRET']) {
        const example = new RegExp(`${name}:-([^}]+)}`).exec(text)?.[1] ?? '';
        expect(example).not.toBe('');
        for (const PUBLIC_URL of [
          '',
          'http://localhost:3000',
          'http://10.1.2.3',
          'http://[::1]',
          'http://api',
        ])
          expect(complaint({ PUBLIC_URL, [name]: example })).toBe('accepted');
        expect(complaint({ PUBLIC_URL: 'https://api.example.co.uk', [name]: example })).toContain(name);
      }
    },
  );

  it('take an empty value as unset, fractions of days, and drop the closing slash of the public address', () => {
    const settings = from({ PORT: '', RESULT_RETENTION_DAYS: '0.5', PUBLIC_URL: 'https://api.example/' });
    expect([settings.port, settings.resultRetentionDays, settings.publicUrl]).toEqual([
      3000,
      0.5,
      'https://api.example',
    ]);
  });

  it.each([
    [{ PORT: 'abc' }, "PORT must be an integer from 0 to 65535 (it is 'abc')"],
    [
      { OPERATOR: '\u001b[2Jroot' },
      "OPERATOR must be a name of 1 to 100 letters, digits and ._@+- (it is '\u001b[2Jroot')",
    ],
    [{ PORT: '70000' }, "PORT must be an integer from 0 to 65535 (it is '70000')"],
    [{ WORKERS: '0' }, "WORKERS must be an integer from 1 to 64 (it is '0')"],
    [{ MAX_BODY_MB: '-1' }, "MAX_BODY_MB must be a number from 0.001 to 1024 (it is '-1')"],
    [{ MAX_ACCOUNT_BODIES_MB: '200' }, 'MAX_ACCOUNT_BODIES_MB must be at least MAX_BODY_MB (256)'],
    [
      { MAX_BODIES_MB: '300', MAX_ACCOUNT_BODIES_MB: '301' },
      'MAX_BODIES_MB must be at least MAX_ACCOUNT_BODIES_MB (301)',
    ],
    [{ REGISTER_API_KEY: 'two words' }, 'REGISTER_API_KEY must be one word of visible ASCII characters'],
    [
      { REGISTER_API_URL: 'register' },
      "REGISTER_API_URL must begin with https:// or http:// (it is 'register')",
    ],
    [{ SEARCH_API_KEY: 'two words' }, 'SEARCH_API_KEY must be one word of visible ASCII characters'],
    [
      { NEWS_API_URL: 'api.gdeltproject.org' },
      "NEWS_API_URL must begin with https:// or http:// (it is 'api.gdeltproject.org')",
    ],
    [{ AI_API_URL: 'http://127.0.0.1:8080/v1' }, 'AI_MODEL must be set where AI_API_URL is'],
    [{ AI_MODEL: 'a-model' }, 'AI_API_URL must be set where AI_API_KEY or AI_MODEL is'],
    [
      { CRAWLS_PER_DOMAIN_PER_DAY: '0' },
      "CRAWLS_PER_DOMAIN_PER_DAY must be an integer from 1 to 1000000000 (it is '0')",
    ],
    [{ CRAWLER_CONTACT: 'us' }, "CRAWLER_CONTACT must be a URL or an e-mail address (it is 'us')"],
    [
      { CRAWLER_CONTACT: 'https://us.example/) Mozilla' },
      "CRAWLER_CONTACT must be a URL or an e-mail address (it is 'https://us.example/) Mozilla')",
    ],
    [
      { DNS_SERVERS: '127.0.0.1:53,resolver' },
      "DNS_SERVERS must be a list of addresses of numbers, with or without a port (it is '127.0.0.1:53,resolver')",
    ],
    [
      { DNS_SERVERS: '127.0.0.1:0' },
      "DNS_SERVERS must be a list of addresses of numbers, with or without a port (it is '127.0.0.1:0')",
    ],
    [
      { DNS_SERVERS: '127.0.0.1,[::1]:65536' },
      "DNS_SERVERS must be a list of addresses of numbers, with or without a port (it is '127.0.0.1,[::1]:65536')",
    ],
    [
      { OIDC_ISSUER: 'https://id.example' },
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together',
    ],
    [
      { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'console', OIDC_CLIENT_SECRET: 'secret' },
      'CONSOLE_URL must be set where OIDC_ISSUER is: the issuer sends browsers back to it',
    ],
    [{ OIDC_NAME_CLAIM: 'upn' }, 'OIDC_NAME_CLAIM has no effect without OIDC_ISSUER'],
    ...['console.example', 'https://console.example/x', 'https://a@console.example', 'https://x?y'].map(
      (CONSOLE_URL): [Record<string, string>, string] => [
        { CONSOLE_URL },
        `CONSOLE_URL must be https:// or http:// with a host, and nothing behind it (it is '${CONSOLE_URL.replace('a@', '***@')}')`,
      ],
    ),
    ...['proxy', '10.0.0.0/33', '0.0.0.0/0', '10.0.0.0/00', '::/0', '10.1', '10.0.0.1;10.0.0.2'].map(
      (TRUSTED_PROXIES): [Record<string, string>, string] => [
        { TRUSTED_PROXIES },
        `TRUSTED_PROXIES must be a list of addresses and ranges such as 10.0.0.0/8, never of all addresses (it is '${TRUSTED_PROXIES}')`,
      ],
    ),
    [
      { ROLES: 'api,cook' },
      "ROLES must be a list of api, worker, projector, console, sync (it is 'api,cook')",
    ],
    [{ PUBLIC_URL: 'ftp://x' }, "PUBLIC_URL must begin with https:// or http:// (it is 'ftp://x')"],
    [
      { LOG_LEVEL: 'loud' },
      "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent (it is 'loud')",
    ],
    [
      { MONGODB_URL: 'mongo://ops:topsecret@store' },
      "MONGODB_URL must begin with mongodb+srv:// or mongodb:// (it is 'mongo://***@store')",
    ],
    ...['a-b', 'a/b', 'é', 'a'.repeat(41)].map((EVENT_STREAM_PREFIX): [Record<string, string>, string] => [
      { EVENT_STREAM_PREFIX },
      `EVENT_STREAM_PREFIX must be at most 40 letters, digits, _ and . (it is '${EVENT_STREAM_PREFIX}')`,
    ]),
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      "OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// or http:// (it is 'collector:4318')",
    ],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'topsecret' }, 'OTEL_EXPORTER_OTLP_HEADERS must be a list of name=value'],
    [{ CURSOR_SECRET: 'short' }, 'CURSOR_SECRET must have at least 16 characters'],
    [
      { STATEMENT_KEY: `${KEY_LINE}=` },
      'STATEMENT_KEY must be a private key of Ed25519: its PEM (PKCS #8), or the line between the first and the last',
    ],
    [{ TIMESTAMP_URL: 'https://tsa.example' }, 'TIMESTAMP_URL and TIMESTAMP_CA_FILE must be set together'],
    [{ TIMESTAMP_CA_FILE: 'root.pem' }, 'TIMESTAMP_URL and TIMESTAMP_CA_FILE must be set together'],
    [
      { STATEMENT_KEY: KEY_LINE, STATEMENT_KEY_FILE: 'key.pem' },
      'STATEMENT_KEY or STATEMENT_KEY_FILE must be set, not both',
    ],
    [
      { EVENT_STORE_URL: 'esdb://store:2113' },
      'KEY_HASH_SECRET must be set where EVENT_STORE_URL is: all processes need the same',
    ],
    ...['https://api.example.co.uk', 'https://8.8.8.8'].map(
      (PUBLIC_URL): [Record<string, string>, string] => [
        { PUBLIC_URL, KEY_HASH_SECRET: 'for-development-only-key-hash' },
        'KEY_HASH_SECRET is the example that everybody can read: PUBLIC_URL is public, so make one',
      ],
    ),
    ...[
      '',
      'http://console.example.co.uk',
      'https://10.0.0.9',
      'https://[fd00::1]',
      'http://127.0.0.1:3001',
    ].map((CONSOLE_URL): [Record<string, string>, string] => [
      { CONSOLE_URL, CONSOLE_PASSKEYS: 'required' },
      'CONSOLE_PASSKEYS=required needs CONSOLE_URL: https:// with a name as host, or http://localhost',
    ]),
    [{ CONSOLE_PASSKEYS: 'yes' }, "CONSOLE_PASSKEYS must be optional or required (it is 'yes')"],
    ...['https://console.example.co.uk', 'https://[2606:4700::1111]:8443'].map(
      (CONSOLE_URL): [Record<string, string>, string] => [
        { PUBLIC_URL: 'http://127.0.0.1:3000', CONSOLE_URL, CURSOR_SECRET: 'for-development-only-cursors' },
        'CURSOR_SECRET is the example that everybody can read: CONSOLE_URL is public, so make one',
      ],
    ),
  ])('stop the start with one clear line: %j', (variables, line) => {
    expect(complaint(variables)).toBe(line);
  });

  it('have the key of statements from the environment or a file, and none of this machine where the log is on a server', () => {
    const pem = newPrivateKey();
    const onServer = { EVENT_STORE_URL: 'esdb://store:2113', KEY_HASH_SECRET: SECRET, CURSOR_SECRET: SECRET };
    for (const text of [pem, pem.split('\n')[1] ?? ''])
      expect(from({ ...onServer, STATEMENT_KEY: text }).statementKey).toEqual({ from: 'environment', pem });
    const file = directory.file('key.pem');
    expect(from({ ...onServer, STATEMENT_KEY_FILE: file }).statementKey).toEqual({
      from: 'file',
      file,
      createIfMissing: false,
    });
    const kept = join(directory.path, 'secrets', 'statement-key.pem');
    expect(from(onServer).statementKey).toEqual({ from: 'nowhere', unusedFile: kept });
  });

  it('turn on traces where a collector is named, with its headers as they are sent', () => {
    const headers = 'authorization=Basic%20YTpi, x-tenant=one';
    expect(from({ OTEL_EXPORTER_OTLP_HEADERS: headers }).tracing).toBeNull();
    const named = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: headers,
    };
    expect(from(named).tracing).toEqual({
      endpoint: 'http://collector:4318',
      headers: { authorization: 'Basic YTpi', 'x-tenant': 'one' },
      service: 'company-data',
      perSecond: 10,
    });
  });

  it('turn on a provider that has what it needs', () => {
    const { providers } = from({
      SEARCH_API_KEY: 'a-key',
      SEARCH_CALLS_PER_DAY: '5',
      AI_API_URL: 'http://127.0.0.1:8080/v1/',
      AI_MODEL: 'a-model',
      NEWS_API_URL: 'https://api.gdeltproject.org/',
    });
    expect(providers).toMatchObject({
      search: { key: 'a-key', callsPerDay: 5 },
      places: { key: null },
      ai: { server: { url: 'http://127.0.0.1:8080/v1', model: 'a-model', key: null } },
      news: { url: 'https://api.gdeltproject.org' },
    });
  });

  it('have the hosts of a file', () => {
    const file = directory.file('hosts.json');
    writeFileSync(
      file,
      '{"acme.co.uk": {"address": "127.0.0.1:8081", "mx": ["mail.acme.co.uk"]}, "six.test": {"address": "[::1]:443", "tls": true}}',
    );
    const { sites } = from({
      SITE_HOSTS: file,
      CRAWLER_CONTACT: 'crawler@us.example',
      DNS_SERVERS: '127.0.0.1:5353, ::1',
    });
    const plain = { mx: [], txt: [], ns: [] };
    expect(sites).toMatchObject({
      contact: 'crawler@us.example',
      dnsServers: ['127.0.0.1:5353', '::1'],
      hosts: {
        'acme.co.uk': { ...plain, address: '127.0.0.1', port: 8081, tls: false, mx: ['mail.acme.co.uk'] },
        'six.test': { ...plain, address: '::1', port: 443, tls: true },
      },
    });
  });

  it.each([
    ['[]', /has a fault: /],
    ['{"acme.co.uk": {}}', /has a fault at acme\.co\.uk address: /],
    [
      '{"acme.co.uk": {"address": "here:80"}}',
      /at acme\.co\.uk address: must be an address of numbers with a port/,
    ],
    ['{"Acme.co.uk": {"address": "127.0.0.1:80"}}', /has a fault at Acme\.co\.uk: /],
    ['{"acme.co.uk": {"address": "127.0.0.1:80", "ttl": 1}}', /has a fault at acme\.co\.uk: .*ttl/],
    ['{', /can't be read: /],
  ])('name SITE_HOSTS where its file says %s', (content, line) => {
    const file = directory.write('hosts.json', content);
    expect(complaint({ SITE_HOSTS: file })).toMatch(/^SITE_HOSTS \(.*hosts\.json\) /);
    expect(complaint({ SITE_HOSTS: file })).toMatch(line);
  });

  it('name DATA_DIR where it is a file, or lies in one', () => {
    const file = directory.write('a-file', '');
    const line = `DATA_DIR must be a folder (${file} is a file)`;
    expect(complaint({ DATA_DIR: file })).toBe(line);
    expect(complaint({ DATA_DIR: join(file, 'data', 'deeper') })).toBe(line);
  });

  (existsSync('/proc/self') ? it : it.skip)('name DATA_DIR where the system makes no folders', () => {
    expect(complaint({ DATA_DIR: '/proc/here/data' })).toMatch(
      /^DATA_DIR can't be used \(.*mkdir '\/proc\/here'/,
    );
  });

  it('make each secret once and keep it for the owner alone', () => {
    const first = from({});
    const second = from({});
    expect(second.keyHashSecret).toBe(first.keyHashSecret);
    const file = join(directory.path, 'secrets', 'key-hash-secret');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').trim()).toBe(first.keyHashSecret);
    expect(Buffer.from(first.keyHashSecret, 'base64url')).toHaveLength(32);
  });

  it('are read from .env too, below the environment', () => {
    directory.write('.env', `DATA_DIR=${directory.path}\nPORT=4000\nHOST=0.0.0.0\n`);
    const settings = loadSettings({ PORT: '5000' }, directory.path);
    expect([settings.port, settings.host]).toEqual([5000, '0.0.0.0']);
  });
});
