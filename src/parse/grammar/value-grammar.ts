import { CstParser, type CstNode, type IToken, tokenMatcher } from 'chevrotain';
import type { WordsExpected } from '../words/expected.ts';
import { TOKENS } from '../words/lex.ts';
import { CelText, Duration, NumberToken, Text } from '../words/literals.ts';
import { AssignedText, Phrase } from '../words/name-tokens.ts';
import { Path } from '../words/path-token.ts';
import { Closes, Colon, Comma, Dot, Equals, Minus, Not, Opens, Question } from '../words/signs.ts';
import { K, Literal, Operator, Word } from '../words/words.ts';

/**
 * What is read although it is not written so: a word or sign, or a brace with the one that closes it.
 *
 * Shape: `missing` is what should stand before the token; a comma behind the token `after`. A "=" stands behind the word `after` of a
 * clause.
 */
export interface ToleratedToken {
  readonly token: IToken;
  readonly closing?: IToken | undefined;
  readonly missing?: 'comma' | 'line' | 'arrow';
  readonly after?: IToken;
}

/** Names, texts, values, fields and expressions. Each rule is the production of its name in grammar/wfmap.ebnf. */
export class ValueGrammar extends CstParser {
  /** What was read out of kindness, since the last text began. */
  toleratedTokens: ToleratedToken[] = [];

  constructor(words: WordsExpected) {
    super([...TOKENS], {
      recoveryEnabled: true,
      maxLookahead: 1,
      nodeLocationTracking: 'onlyOffset',
      errorMessageProvider: words,
      skipValidations: true,
    });
  }

  readonly name = this.RULE('name', () => {
    this.OR([
      { ALT: () => this.CONSUME(Word) },
      { ALT: () => this.CONSUME(Phrase) },
      { ALT: () => this.CONSUME(Text) },
      { ALT: () => this.CONSUME(AssignedText) },
    ]);
  });

  readonly names = this.RULE('names', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(Opens.bracket);
          this.CONSUME(Closes.bracket);
        },
      },
      { ALT: () => this.AT_LEAST_ONE_SEP({ SEP: Comma, DEF: () => this.SUBRULE(this.name) }) },
    ]);
  });

  readonly word = this.RULE('word', () => {
    this.OR([
      { ALT: () => this.CONSUME(Word) },
      { ALT: () => this.CONSUME(Text) },
      { ALT: () => this.CONSUME(AssignedText) },
    ]);
  });

  readonly words = this.RULE('words', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(Opens.bracket);
          this.CONSUME(Closes.bracket);
        },
      },
      { ALT: () => this.AT_LEAST_ONE_SEP({ SEP: Comma, DEF: () => this.SUBRULE(this.word) }) },
    ]);
  });

  readonly text = this.RULE('text', () => {
    this.CONSUME(Text);
  });

  readonly path = this.RULE('path', () => {
    this.OR([{ ALT: () => this.CONSUME(Path) }, { ALT: () => this.CONSUME(Text) }]);
  });

  readonly number = this.RULE('number', () => {
    this.OPTION(() => this.CONSUME(Minus));
    this.CONSUME(NumberToken);
  });

  readonly duration = this.RULE('duration', () => {
    this.OR([{ ALT: () => this.CONSUME(Duration) }, { ALT: () => this.CONSUME(Text) }]);
  });

  readonly flag = this.RULE('flag', () => {
    this.OPTION(() => this.OR([{ ALT: () => this.CONSUME(K.true) }, { ALT: () => this.CONSUME(K.false) }]));
  });

  readonly json: (index?: number) => CstNode = this.RULE('json', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.object) },
      { ALT: () => this.SUBRULE(this.list) },
      { ALT: () => this.SUBRULE(this.text) },
      { ALT: () => this.SUBRULE(this.number) },
      { ALT: () => this.CONSUME(Literal) },
    ]);
  });

  readonly object = this.RULE('object', () => {
    this.CONSUME(Opens.brace);
    this.OPTION(() => {
      this.SUBRULE(this.member);
      this.MANY({
        GATE: () => tokenMatcher(this.LA(1), Comma) || tokenMatcher(this.LA(2), Colon),
        DEF: () => {
          const comma = this.OPTION1(() => this.CONSUME(Comma));
          this.ACTION(() => comma ?? this.missComma());
          this.SUBRULE1(this.member);
        },
      });
    });
    this.CONSUME(Closes.brace);
  });

  readonly member = this.RULE('member', () => {
    this.SUBRULE(this.word);
    this.CONSUME(Colon);
    this.SUBRULE(this.json);
  });

  readonly list = this.RULE('list', () => {
    this.CONSUME(Opens.bracket);
    this.OPTION(() => {
      this.SUBRULE(this.json);
      this.MANY(() => {
        const comma = this.OPTION1(() => this.CONSUME(Comma));
        this.ACTION(() => comma ?? this.missComma());
        this.SUBRULE1(this.json);
      });
    });
    this.CONSUME(Closes.bracket);
  });

  private missComma(): void {
    this.toleratedTokens.push({ token: this.LA(1), missing: 'comma', after: this.LA(0) });
  }

  readonly extra = this.RULE('extra', () => {
    this.CONSUME(K.extra);
    this.SUBRULE(this.object);
  });

  readonly field = this.RULE('field', () => {
    this.SUBRULE(this.word);
    this.OPTION(() => this.CONSUME(Question));
    this.OR([
      {
        ALT: () => {
          this.CONSUME(Colon);
          this.SUBRULE1(this.word, { LABEL: 'type' });
        },
      },
      {
        ALT: () => {
          this.CONSUME(Equals);
          this.SUBRULE(this.json);
        },
      },
    ]);
    this.MANY(() => this.SUBRULE(this.fieldPart));
  });

  readonly fieldPart = this.RULE('fieldPart', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(Equals);
          this.SUBRULE(this.json, { LABEL: 'default' });
        },
      },
      {
        ALT: () => {
          this.CONSUME(K.one);
          this.CONSUME(K.of);
          this.SUBRULE(this.list, { LABEL: 'enum' });
        },
      },
      { ALT: () => this.SUBRULE(this.text, { LABEL: 'description' }) },
      {
        ALT: () => {
          this.CONSUME(K.schema);
          this.SUBRULE1(this.json, { LABEL: 'schema' });
        },
      },
    ]);
  });

  readonly expression: (index?: number) => CstNode = this.RULE('expression', () => {
    this.SUBRULE(this.operand);
    this.MANY(() => {
      this.CONSUME(Operator);
      this.SUBRULE1(this.operand);
    });
  });

  readonly operand = this.RULE('operand', () => {
    this.MANY(() => this.OR([{ ALT: () => this.CONSUME(Not) }, { ALT: () => this.CONSUME(Minus) }]));
    this.OR1([
      { ALT: () => this.CONSUME(Word) },
      { ALT: () => this.CONSUME(NumberToken) },
      { ALT: () => this.CONSUME(Text) },
      { ALT: () => this.CONSUME(CelText) },
      { ALT: () => this.SUBRULE(this.grouped) },
    ]);
    this.MANY1(() => this.SUBRULE(this.suffix));
  });

  /** The operands in brackets. */
  readonly grouped = this.RULE('grouped', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(Opens.paren);
          this.SUBRULE(this.expression);
          this.CONSUME(Closes.paren);
        },
      },
      {
        ALT: () => {
          this.CONSUME(Opens.bracket);
          this.MANY_SEP({ SEP: Comma, DEF: () => this.SUBRULE1(this.expression) });
          this.CONSUME(Closes.bracket);
        },
      },
      {
        ALT: () => {
          this.CONSUME(Opens.brace);
          this.MANY_SEP1({ SEP: Comma, DEF: () => this.SUBRULE2(this.expression) });
          this.CONSUME(Closes.brace);
        },
      },
    ]);
  });

  readonly suffix = this.RULE('suffix', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(Dot);
          this.CONSUME(Word);
        },
      },
      {
        ALT: () => {
          this.CONSUME(Opens.paren);
          this.MANY_SEP({ SEP: Comma, DEF: () => this.SUBRULE(this.expression) });
          this.CONSUME(Closes.paren);
        },
      },
      {
        ALT: () => {
          this.CONSUME(Opens.bracket);
          this.SUBRULE1(this.expression);
          this.CONSUME(Closes.bracket);
        },
      },
    ]);
  });
}
