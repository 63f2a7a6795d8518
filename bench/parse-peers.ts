import { CstParser, createToken, Lexer } from 'chevrotain';
import { createServicesForGrammar } from 'langium/grammar';
import { createScanner } from 'jsonc-parser';

/** A reader of texts. Errors: throws for a text that it cannot read: a fault is quicker found than a map. */
export interface Reader {
  readonly parse: (text: string) => void;
  readonly countTokens: (text: string) => number;
}

const sign = (image: string) => createToken({ name: image, pattern: image });
const Signs = {
  openBrace: sign('{'),
  closeBrace: sign('}'),
  openBracket: sign('['),
  closeBracket: sign(']'),
  comma: sign(','),
  colon: sign(':'),
} as const;
const Literals = [sign('true'), sign('false'), sign('null')] as const;
const Text = createToken({ name: 'Text', pattern: /"(?:[^\\"]|\\(?:[bfnrtv"\\/]|u[0-9a-fA-F]{4}))*"/ });
const Numeral = createToken({ name: 'Numeral', pattern: /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/ });
const Blank = createToken({ name: 'Blank', pattern: /[ \t\r\n]+/, group: Lexer.SKIPPED });
const JSON_TOKENS = [Blank, Text, Numeral, ...Object.values(Signs), ...Literals];

/** JSON as chevrotain's users write it: a lexer, and a grammar that gives a concrete syntax tree. */
class JsonGrammar extends CstParser {
  constructor() {
    super(JSON_TOKENS, { nodeLocationTracking: 'onlyOffset' });
    this.performSelfAnalysis();
  }

  readonly value: (index?: number) => unknown = this.RULE('value', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.object) },
      { ALT: () => this.SUBRULE(this.array) },
      { ALT: () => this.CONSUME(Text) },
      { ALT: () => this.CONSUME(Numeral) },
      { ALT: () => this.CONSUME(Literals[0]) },
      { ALT: () => this.CONSUME(Literals[1]) },
      { ALT: () => this.CONSUME(Literals[2]) },
    ]);
  });

  readonly object = this.RULE('object', () => {
    this.CONSUME(Signs.openBrace);
    this.MANY_SEP({ SEP: Signs.comma, DEF: () => this.SUBRULE(this.member) });
    this.CONSUME(Signs.closeBrace);
  });

  readonly member = this.RULE('member', () => {
    this.CONSUME(Text);
    this.CONSUME(Signs.colon);
    this.SUBRULE(this.value as never);
  });

  readonly array = this.RULE('array', () => {
    this.CONSUME(Signs.openBracket);
    this.MANY_SEP({ SEP: Signs.comma, DEF: () => this.SUBRULE(this.value as never) });
    this.CONSUME(Signs.closeBracket);
  });
}

export function chevrotainJson(): Reader {
  const [lexer, parser] = [new Lexer(JSON_TOKENS, { positionTracking: 'onlyOffset' }), new JsonGrammar()];
  return {
    parse: (text) => {
      parser.input = lexer.tokenize(text).tokens;
      parser.value();
      if (parser.errors.length > 0) throw new Error('The chevrotain grammar read no JSON.');
    },
    countTokens: countJsonTokens,
  };
}

/** A language of the shape of maps, as far as {@link langiumText} uses it. */
const LANGIUM_GRAMMAR = `
grammar Maps
entry Map: 'map' description=STRING parts+=(Input | Task | End)*;
Input: 'input' name=ID optional?='?'? ':' type=ID description=STRING?;
Task: type=('claude' | 'shell' | 'decide') name=STRING '{' parts+=(Clause | Action)* '}';
Clause: key=('template' | 'promptTemplate' | 'model') value=STRING;
Action: name=ID '->' target=STRING ('(' args=STRING ')')? ('choose' choose=STRING)?;
End: 'end' name=STRING;
hidden terminal WS: /\\s+/;
hidden terminal COMMENT: /\\/\\/[^\\n]*/;
terminal STRING: /"(\\\\.|[^"\\\\])*"/;
terminal ID: /[_a-zA-Z][\\w]*/;
`;

export async function langium(): Promise<Reader> {
  const { parser } = await createServicesForGrammar({ grammar: LANGIUM_GRAMMAR });
  return {
    parse: (text) => {
      const { lexerErrors, parserErrors } = parser.LangiumParser.parse(text);
      if (lexerErrors.length + parserErrors.length > 0) throw new Error('Langium read no map.');
    },
    countTokens,
  };
}

/** The map of `chainMap` in that language. */
export function langiumText(tasks: number): string {
  const each = Array.from(
    { length: tasks },
    (_, n) => `claude "Task ${n}" {
  promptTemplate "Do part ${n} for \${storyId}. ${'x'.repeat(40)}"
  Next -> "${n + 1 < tasks ? `Task ${n + 1}` : 'End'}" choose "if the part is done"
  Back -> "Task 0" ("--storyId=again") choose "if all must be done again"
}
`,
  );
  return `map "Many tasks in a row"\n\ninput storyId: string "The story"\n\n${each.join('\n')}\nend "End"\n`;
}

export function countJsonTokens(text: string): number {
  const scanner = createScanner(text, true);
  let count = 0;
  for (; scanner.getPosition() < text.length; count += 1) scanner.scan();
  return count;
}

/** Texts, words and signs of a map language. */
export function countTokens(text: string): number {
  return text.match(/"(?:[^"\\]|\\.)*"|[\p{L}\p{N}_]+|->|\S/gu)?.length ?? 0;
}
