/**
 * What is secret in an environment, and the forms in which it may come out of an agent or a command.
 *
 * Only values of the environment are looked for: an agent that reads a secret from a file is not masked.
 */

/** Shorter values are words that occur anyway, and later tasks cannot read what is masked. Units: UTF-16. */
const MIN_SECRET_LENGTH = 8;

/** Anywhere in a name. */
const SPEAKS_OF_SECRETS = /key(?!board)|token|secret|passw(?:or)?d|passphrase|passcode|credential/i;

/** At the end of a name, as a word of its own: `AUTH_MODE` and `COOKIE_DOMAIN` name what is public. */
const SECRET_AT_END =
  /(?:^|[_.-])(?:auth|authorization|cookies?|creds?|dsn|pat|private|\w*(?<!com|by|ask)pass)$/i;

/** `PWD` alone is a folder; a header or a configuration of logins; the sessions of two password managers. */
const OTHER_SECRETS = /[_.-]pwd$|(?:^|_)auth_(?:config|header)$|^bw_session$|^op_session_/i;

/** What is secret in a value whatever its variable is called. Shape: the first group, else the whole. */
const SECRET_SHAPES: readonly RegExp[] = [
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bgh[opusr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bsk-[\w-]{16,}/g,
  /\bxox[a-z]-[\w-]{10,}/g,
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:password|pwd|accountkey|sharedaccesskey)=([^;&\s"']{8,})/gi,
];

/** A login in a URL. */
const URL_LOGIN = /\b[a-z][\w+.-]{0,20}:\/\/([^\s/?#:@]*):([^\s/?#@]+)@([^\s"']*)/gi;

/** Passwords of examples and of databases on one's own machine; hidden they would take words from every text. */
const DEFAULT_PASSWORDS: ReadonlySet<string> = new Set(['password', 'changeme', 'postgres', 'postgresql']);

/**
 * The secrets in an environment: values of variables whose names speak of one and of those named `also`, logins in
 * URLs, and what has the shape of a well-known key.
 *
 * Shape: of a value of several lines also each line that is not ordinary; all of eight units at least.
 * Errors: none.
 */
export function secretsOf(
  environment: Readonly<Record<string, string | undefined>>,
  also: readonly string[] = [],
): readonly string[] {
  const found = new Set<string>();
  for (const [name, given = ''] of Object.entries(environment)) {
    const value = given.trim();
    const isSecret = also.includes(name) || speaksOfSecret(name);
    for (const each of [...(isSecret ? [value] : []), ...shapesIn(value)]) {
      for (const line of [each, ...linesOf(each)]) found.add(line);
    }
    for (const login of loginsIn(value)) found.add(login);
  }
  return [...found].filter((each) => each.length >= MIN_SECRET_LENGTH);
}

function speaksOfSecret(name: string): boolean {
  return SPEAKS_OF_SECRETS.test(name) || SECRET_AT_END.test(name) || OTHER_SECRETS.test(name);
}

function shapesIn(value: string): readonly string[] {
  return SECRET_SHAPES.flatMap((shape) => [...value.matchAll(shape)].map(([whole, part]) => part ?? whole));
}

/** A password that is a word of its URL is hidden with the login around it alone. */
function* loginsIn(value: string): Generator<string> {
  for (const [, user = '', password = '', rest = ''] of value.matchAll(URL_LOGIN)) {
    yield `//${user}:${password}@`;
    const isWord = password === user || rest.includes(password) || DEFAULT_PASSWORDS.has(password);
    if (!isWord) yield* [password, decoded(password)];
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A "%" that stands for itself.
    return text;
  }
}

/** The lines of a value, also of one that writes its line breaks as `\n`. */
function linesOf(value: string): readonly string[] {
  const lines = value.split(/\r?\n|\\r?\\?n/).map((line) => line.trim());
  if (lines.length === 1) return [];
  const isKey = value.includes('-----BEGIN ');
  return lines.filter((line) => !line.startsWith('-----') && (isKey || MIXED_WORD.test(line)));
}

/** Lines without one, such as `kind: Config`, stand in many texts: hidden they would be missed there. */
const MIXED_WORD = /(?=\S*\d)(?=\S*[A-Za-z])\S{8}|\S{24}/;

/**
 * A secret in every form that is looked for: as it is, in JSON, percent-encoded, and within base64 of it or of more.
 *
 * In base64 a unit at each end depends on what stands beside the secret and may be left; wrapped lines are not found.
 */
export function formsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret.toWellFormed());
  const small = percent.replaceAll(/%../g, (each) => each.toLowerCase());
  return [secret, json, percent, small, ...base64Of(secret)];
}

/** Bytes of a secret may begin at each of three places in a group of base64. */
function base64Of(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    const certain = bytes
      .toString('base64')
      .slice(before === 0 ? 0 : before + 1, Math.floor((bytes.length * 8) / 6));
    return [certain, certain.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
