import { type IToken, tokenMatcher } from 'chevrotain';
import { Text } from './literals.ts';
import { ActionText, AssignedText, Phrase } from './name-tokens.ts';
import { Arrow, Closes, Comma, Equals, Opens } from './signs.ts';
import { ValueGrammar } from './value-grammar.ts';
import { Identifier, K } from './words.ts';

/** What is read although it is not written so. Shape: `kind` says what is wrong about the token. */
export interface Aside {
  readonly kind: 'braces' | 'needless' | 'instead';
  readonly token: IToken;
  /** The brace that closes, of braces. */
  readonly closing?: IToken;
}

/** Actions and ends. Each rule is the production of its name in grammar/wfmap.ebnf. */
export class ActionGrammar extends ValueGrammar {
  /** What was read out of kindness, since the last text began. */
  asides: Aside[] = [];

  /** What the first edition of the language wrote before a description. */
  readonly about = this.RULE('about', () => {
    const token = this.CONSUME(K.about);
    this.ACTION(() => this.asides.push({ kind: 'needless', token }));
    this.SUBRULE(this.text);
  });

  /** "at" "most" number "then" name */
  readonly bound = this.RULE('bound', () => {
    this.CONSUME(K.at);
    this.CONSUME(K.most);
    this.SUBRULE(this.number);
    this.CONSUME(K.then);
    this.SUBRULE(this.name);
  });

  readonly action = this.RULE('action', () => {
    this.OPTION(() => this.SUBRULE(this.actionName));
    this.CONSUME(Arrow);
    this.SUBRULE(this.name, { LABEL: 'target' });
    this.MANY(() => this.SUBRULE(this.actionPart));
  });

  readonly actionName = this.RULE('actionName', () => {
    this.OR([
      { ALT: () => this.CONSUME(Identifier) },
      { ALT: () => this.CONSUME(Phrase) },
      { ALT: () => this.CONSUME(ActionText) },
    ]);
  });

  readonly actionPart = this.RULE('actionPart', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.args) },
      { ALT: () => this.SUBRULE(this.text, { LABEL: 'choose' }) },
      {
        ALT: () => {
          this.OR1([
            { ALT: () => this.CONSUME(K.when) },
            {
              ALT: () => {
                const token = this.CONSUME(K.if);
                this.ACTION(() => this.asides.push({ kind: 'instead', token }));
              },
            },
          ]);
          this.SUBRULE(this.expression);
        },
      },
      { ALT: () => this.CONSUME(K.always) },
      { ALT: () => this.SUBRULE(this.bound) },
      {
        ALT: () => {
          this.CONSUME(K.resets);
          this.SUBRULE(this.names, { LABEL: 'resets' });
        },
      },
      {
        ALT: () => {
          this.CONSUME(K.and);
          this.SUBRULE(this.extra);
        },
      },
      {
        ALT: () => {
          const token = this.OR2([
            { ALT: () => this.CONSUME(K.choose) },
            { ALT: () => this.CONSUME(K.else) },
          ]);
          this.ACTION(() => this.asides.push({ kind: 'needless', token }));
        },
      },
    ]);
  });

  readonly end = this.RULE('end', () => {
    this.CONSUME(K.end);
    this.SUBRULE(this.name);
    this.MANY(() => this.SUBRULE(this.endPart));
  });

  readonly endPart = this.RULE('endPart', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(K.outcome);
          this.SUBRULE(this.word);
        },
      },
      {
        ALT: () => {
          this.CONSUME(K.failed);
          this.SUBRULE(this.flag);
        },
      },
      { ALT: () => this.SUBRULE(this.text) },
      { ALT: () => this.CONSUME(AssignedText) },
      { ALT: () => this.SUBRULE(this.about) },
      {
        ALT: () => {
          this.CONSUME(Equals);
          this.SUBRULE(this.expression);
        },
      },
      {
        ALT: () => {
          this.CONSUME(K.and);
          this.SUBRULE(this.extra);
        },
      },
    ]);
  });

  readonly args = this.RULE('args', () => {
    this.CONSUME(Opens.paren);
    this.OPTION(() =>
      this.OR({
        DEF: [
          {
            GATE: () => tokenMatcher(this.LA(1), Text) && !tokenMatcher(this.LA(2), Equals),
            ALT: () => this.SUBRULE(this.text),
          },
          {
            ALT: () => {
              this.SUBRULE(this.argument);
              this.MANY(() => {
                this.CONSUME(Comma);
                this.SUBRULE1(this.argument);
              });
            },
          },
        ],
        IGNORE_AMBIGUITIES: true,
      }),
    );
    this.CONSUME(Closes.paren);
  });

  readonly argument = this.RULE('argument', () => {
    this.SUBRULE(this.word);
    this.CONSUME(Equals);
    this.SUBRULE(this.expression);
  });
}
