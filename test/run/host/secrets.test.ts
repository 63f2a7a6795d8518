import { describe, expect, test } from 'vitest';
import { formsOf, secretsOf } from '../../../src/run/host/secrets.ts';

const SECRET = 'vault-0123456789';

describe('a secret is the value of a variable whose name speaks of one', () => {
  test.for([
    ...'ANTHROPIC_API_KEY GITHUB_TOKEN db_password AWS_SECRET_ACCESS GOOGLE_CREDENTIALS'.split(' '),
    ...'PASSPHRASE GPG_PASSPHRASE GH_PAT AZURE_DEVOPS_EXT_PAT PGPASS SSHPASS DB_PASS'.split(' '),
    ...'MYSQL_PWD npm_config__auth BASIC_AUTH PROXY_AUTHORIZATION DOCKER_AUTH_CONFIG'.split(' '),
    ...'SENTRY_DSN GPG_PRIVATE ERLANG_COOKIE AWS_CREDS BW_SESSION OP_SESSION_acme'.split(' '),
  ])('%s', (name) => {
    expect(secretsOf({ [name]: SECRET })).toEqual([SECRET]);
  });
});

describe('a value is public where its name only looks like one of a secret', () => {
  test.for([
    ...'HOME PATH PATTERN PATCH_LEVEL PWD OLDPWD AUTHOR GIT_AUTHOR_NAME AUTH_MODE'.split(' '),
    ...'SSH_AUTH_SOCK XAUTHORITY DBUS_SESSION_BUS_ADDRESS DESKTOP_SESSION KEYBOARD_LAYOUT'.split(' '),
    ...'COMPASS_HOST COMPASS BYPASS PASSENGER_APP GIT_ASKPASS COOKIE_DOMAIN GOPRIVATE'.split(' '),
  ])('%s', (name) => {
    expect(secretsOf({ [name]: SECRET })).toEqual([]);
  });
});

describe('whatever the name is, a value holds secrets', () => {
  test.for([
    ['a key of AWS', 'id=AKIAIOSFODNN7EXAMPLE;', 'AKIAIOSFODNN7EXAMPLE'],
    ['a token of GitHub', `x ghp_${'a1'.repeat(18)}`, `ghp_${'a1'.repeat(18)}`],
    ['a fine-grained token of GitHub', `github_pat_${'A1_'.repeat(10)}`, `github_pat_${'A1_'.repeat(10)}`],
    ['a token of GitLab', 'glpat-abcdefghij0123456789', 'glpat-abcdefghij0123456789'],
    ['a token of npm', `npm_${'a1'.repeat(18)}`, `npm_${'a1'.repeat(18)}`],
    ['a key of a model', 'sk-ant-api03-0123456789abcdef', 'sk-ant-api03-0123456789abcdef'],
    ['a token of Slack', 'xoxb-0123456789-abcdef', 'xoxb-0123456789-abcdef'],
    ['a password between others', 'Server=db;User=u;Password=hunter2hunter2;Port=1', 'hunter2hunter2'],
  ])('%s', ([, value, secret]) => {
    expect(secretsOf({ PLAIN: value })).toEqual([secret]);
  });

  test('the login of a URL, and its password as it is and decoded', () => {
    expect(secretsOf({ DATABASE_URL: 'postgres://u:hunter2%2Fhunter@db:5432/app' })).toEqual([
      '//u:hunter2%2Fhunter@',
      'hunter2%2Fhunter',
      'hunter2/hunter',
    ]);
  });

  test.for([
    'postgres://postgres:postgres@h/d',
    'mysql://root:password@h/d',
    'pg://me:localhost@localhost/d',
  ])('a password that is a word is hidden with its login alone: %s', (value) => {
    expect(secretsOf({ DATABASE_URL: value })).toEqual([/\/\/[^@]*@/.exec(value)?.[0]]);
  });

  test('a URL without a login is public', () => {
    expect(secretsOf({ HOME_URL: 'https://example.com:8080/a@b' })).toEqual([]);
  });
});

describe('of a value of several lines each line is a secret', () => {
  const lines = ['MIIEvQIBADANBgkqhkiG9w0B', 'AQEFAASCBKcwggSjAgEAAoIB', 'abcdefghijkl'];
  const pem = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'];

  test.for([
    ['with line breaks', pem.join('\n')],
    ['with line breaks of Windows', pem.join('\r\n')],
    ['with line breaks that are written out', pem.join(String.raw`\n`)],
    ['under a name that says nothing', pem.join('\n'), 'PLAIN'],
  ])('of a key %s, but not its first and last', ([, value = '', name = 'DEPLOY_KEY']) => {
    expect(secretsOf({ [name]: value }).toSorted()).toEqual([value, ...lines].toSorted());
  });

  test('but lines of ordinary words', () => {
    const value = 'apiVersion: v1\nkind: Config\nuser: a\ntoken: abc123def456';
    expect(secretsOf({ KUBE_TOKENS: value })).toEqual([value, 'token: abc123def456']);
  });
});

test('a value under 8 characters is none', () => {
  expect(secretsOf({ API_KEY: '1234567' })).toEqual([]);
});

test('configured names count too', () => {
  expect(secretsOf({ PLAIN: SECRET, OTHER: SECRET.toUpperCase() }, ['PLAIN'])).toEqual([SECRET]);
});

describe('a secret is looked for in the forms that it takes', () => {
  const secret = 'pä"ss/wörd+1\n2';

  test('in JSON, and percent-encoded in capitals and small letters', () => {
    expect(formsOf(secret)).toEqual(
      expect.arrayContaining([
        secret,
        JSON.stringify(secret).slice(1, -1),
        encodeURIComponent(secret),
        encodeURIComponent(secret).replaceAll(/%../g, (each) => each.toLowerCase()),
      ]),
    );
  });

  test.for(['base64', 'base64url'] as const)('in %s, whatever stands before and behind it', (encoding) => {
    for (const before of ['', 'u', 'us', 'use', 'user:']) {
      for (const behind of ['', '\n', ' and', ' more']) {
        const text = Buffer.from(before + secret + behind).toString(encoding);
        expect(formsOf(secret).some((form) => text.includes(form))).toBe(true);
      }
    }
  });
});
