import { createScanner, type JSONScanner } from 'jsonc-parser';
import type { Code, ParamsOf } from '../../diagnostics/catalogue.ts';
import type { Extra, Report } from '../../diagnostics/diagnostic.ts';
import type { Source, Span } from '../../text/source.ts';
import type { JsonMember, JsonNode } from './json-node.ts';
import { describeToken, isSound, startsValue, stringFault, Token } from './json-token.ts';
import { reportedFault } from './text-fault.ts';

const MAX_DEPTH = 100;
const MAX_SIZE_MI = 16;

/**
 * Reads strict JSON into a tree with places.
 *
 * Invariants: P1. Nothing recurses deeper than {@link MAX_DEPTH}, whatever the text. P2. Only the first
 * fault of syntax is told; duplicate keys are faults of meaning and are all told. P3. Every token is looked
 * at once.
 *
 * Shape: undefined when there is a fault of syntax. A byte order mark is passed over.
 * Errors: reports the group syntax.
 */
export function parseJson(source: Source, report: Report): JsonNode | undefined {
  if (source.text.length > MAX_SIZE_MI * 1_048_576) {
    report('excessive-size', { source, start: 0, end: 0 }, { maxMiB: MAX_SIZE_MI });
    return undefined;
  }
  const reader = new Reader(source, report);
  const root = reader.value(0);
  if (root) reader.endOfText();
  return reader.failed ? undefined : root;
}

class Reader {
  failed = false;
  readonly #source: Source;
  readonly #report: Report;
  readonly #scanner: JSONScanner;
  #token: number = Token.end;
  /** Whether the current token is a string as it stands, which the scanner has not seen. */
  #isPlain = false;
  /** Where the current token stands. */
  #start = 0;
  #end = 0;
  /** Where the token before the current one ended. */
  #previousEnd = 0;

  constructor(source: Source, report: Report) {
    this.#source = source;
    this.#report = report;
    this.#scanner = createScanner(source.text);
    if (source.text.charCodeAt(0) === 0xfeff) this.#end = 1;
    this.#advance();
  }

  /** Reads a value; undefined after a fault, which is told by then. */
  value(depth: number): JsonNode | undefined {
    const [start, end] = [this.#start, this.#end];
    switch (this.#token) {
      case Token.openBrace:
      case Token.openBracket:
        if (depth >= MAX_DEPTH) return this.#fail('excessive-depth', { max: MAX_DEPTH });
        return this.#at(Token.openBrace) ? this.#object(depth) : this.#array(depth);
      case Token.string:
        if (!this.#soundString()) return undefined;
        return this.#scalar(start, end, this.#string);
      case Token.number:
        if (!isSound(this.#scanner.getTokenError())) return this.#expected('a digit');
        return this.#scalar(start, end, Number(this.#text));
      case Token.true:
      case Token.false:
        return this.#scalar(start, end, this.#at(Token.true));
      case Token.null:
        return this.#scalar(start, end, null);
      default:
        return this.#expected('a value');
    }
  }

  /** Checks that nothing follows the value. */
  endOfText(): void {
    if (!this.#at(Token.end)) this.#expected('the end of the file');
  }

  #object(depth: number): JsonNode | undefined {
    const start = this.#start;
    const members = new Map<string, JsonMember>();
    this.#advance();
    while (!this.#at(Token.closeBrace)) {
      const member = this.#member(depth);
      if (!member) return undefined;
      const first = members.get(member.name);
      if (first) this.#duplicate(first, member);
      else members.set(member.name, member);
      if (!this.#separator(start, Token.closeBrace, '}')) return undefined;
    }
    this.#advance();
    return { kind: 'object', start, end: this.#previousEnd, members };
  }

  #array(depth: number): JsonNode | undefined {
    const start = this.#start;
    const items: JsonNode[] = [];
    this.#advance();
    while (!this.#at(Token.closeBracket)) {
      const item = this.value(depth + 1);
      if (!item) return undefined;
      items.push(item);
      if (!this.#separator(start, Token.closeBracket, ']')) return undefined;
    }
    this.#advance();
    return { kind: 'array', start, end: this.#previousEnd, items };
  }

  #member(depth: number): JsonMember | undefined {
    if (!this.#at(Token.string)) return this.#expected('a key in double quotes');
    if (!this.#soundString()) return undefined;
    const [nameStart, nameEnd, name] = [this.#start, this.#end, this.#string];
    this.#advance();
    if (!this.#at(Token.colon)) return this.#expected(`":" after the key`);
    this.#advance();
    const value = this.value(depth + 1);
    return value && { name, nameStart, nameEnd, value };
  }

  /** Passes over the comma before a further element, or stops at the closing bracket. */
  #separator(opened: number, close: number, bracket: string): boolean {
    if (this.#at(close)) return true;
    if (!this.#at(Token.comma)) {
      const related = [
        { message: 'Opened here.', span: { source: this.#source, start: opened, end: opened + 1 } },
      ];
      this.#expected(`"," or "${bracket}"`, { related, ...this.#commaFix() });
      return false;
    }
    const [start, end] = [this.#start, this.#end];
    this.#advance();
    if (!this.#at(close)) return true;
    const span = { source: this.#source, start, end };
    const fix = { title: 'Remove the comma.', safe: true, edits: [{ span, newText: '' }] };
    this.#fail('trailing-comma', { bracket }, { fix }, span);
    return false;
  }

  /** Where a key or value follows directly, only a comma can be missing. */
  #commaFix(): Extra {
    if (!startsValue(this.#token)) return {};
    const span = { source: this.#source, start: this.#previousEnd, end: this.#previousEnd };
    return { fix: { title: 'Add a comma.', safe: true, edits: [{ span, newText: ',' }] } };
  }

  #scalar(start: number, end: number, value: string | number | boolean | null): JsonNode {
    this.#advance();
    return { kind: 'scalar', start, end, value };
  }

  #soundString(): boolean {
    const fault = stringFault(this.#scanner.getTokenError(), this.#text);
    if (fault === undefined) return true;
    const { span, params, extra } = reportedFault(fault, this.#span);
    this.#fail('malformed-string', params, extra, span);
    return false;
  }

  #duplicate(first: JsonMember, second: JsonMember): void {
    const at = (member: JsonMember) => ({
      source: this.#source,
      start: member.nameStart,
      end: member.nameEnd,
    });
    this.#report(
      'duplicate-key',
      at(second),
      { key: first.name },
      {
        related: [{ message: 'It is given here first.', span: at(first) }],
      },
    );
  }

  /** Steps to the next token that is no white space; a comment is a fault. */
  #advance(): void {
    const { text } = this.#source;
    this.#previousEnd = this.#end;
    this.#start = endOf(BLANKS, text, this.#end) ?? this.#end;
    const end = endOf(PLAIN_STRING, text, this.#start);
    // The scanner goes from sign to sign; most signs are blank, or in strings without a fault or an escape.
    this.#scanner.setPosition(end ?? this.#start);
    this.#isPlain = end !== undefined;
    this.#token = end === undefined ? this.#scanner.scan() : Token.string;
    this.#end = Math.min(end ?? this.#start + this.#scanner.getTokenLength(), text.length);
    if (this.#at(Token.lineComment) || this.#at(Token.blockComment)) this.#comment();
  }

  /** What the current token, a string, says. */
  get #string(): string {
    return this.#isPlain
      ? this.#source.text.slice(this.#start + 1, this.#end - 1)
      : this.#scanner.getTokenValue();
  }

  #comment(): void {
    const span = this.#span;
    // Not safe: a run would not notice, but the author would lose what it says.
    const fix = { title: 'Remove the comment.', safe: false, edits: [{ span, newText: '' }] };
    this.#fail('json-comment', {}, { fix });
    this.#token = Token.unknown;
  }

  #expected(expected: string, extra: Extra = {}): undefined {
    const found = describeToken(this.#token, this.#text);
    const quote = this.#text.startsWith("'") ? { help: 'Put keys and texts into double quotes.' } : {};
    return this.#fail('unexpected-token', { expected, found }, { ...quote, ...extra });
  }

  /** Tells the first fault, and no other. */
  #fail<C extends Code>(code: C, params: ParamsOf<C>, extra: Extra = {}, span?: Span): undefined {
    if (!this.failed) {
      this.#report(code, span ?? this.#span, params, extra);
    }
    this.failed = true;
    return undefined;
  }

  #at(token: number): boolean {
    return this.#token === token;
  }

  /** The current token. */
  get #span(): Span {
    return { source: this.#source, start: this.#start, end: this.#end };
  }

  get #text(): string {
    return this.#source.text.slice(this.#start, this.#end);
  }
}

const BLANKS = /[ \t\r\n]+/y;
/** No escape and no control character, which has no place in a string. */
const PLAIN_STRING = /"[^"\\\p{Cc}]*"/uy;

/** The end of what a pattern matches at a place. */
function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
