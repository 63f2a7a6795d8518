import { type IToken, tokenMatcher } from 'chevrotain';
import { Text } from '../words/literals.ts';
import { ActionText, AssignedText, Phrase } from '../words/name-tokens.ts';
import { Arrow, Closes, Comma, Equals, Opens } from '../words/signs.ts';
import { ValueGrammar } from './value-grammar.ts';
import { Mistake, Identifier, K } from '../words/words.ts';

/** Actions and ends. Each rule is the production of its name in grammar/wfmap.ebnf. */
export class ActionGrammar extends ValueGrammar {
  /** What the first edition of the language wrote before a description. */
  readonly about = this.RULE('about', () => {
    const token = this.CONSUME(K.about);
    this.ACTION(() => this.toleratedTokens.push({ token }));
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
    const [before, first] = [this.LA(0), this.LA(1)];
    this.OPTION(() => this.SUBRULE(this.actionName));
    const name = this.LA(0);
    const arrow = this.CONSUME(Arrow);
    this.ACTION(() => {
      // What the parser has put in to go on is told as missing.
      if (arrow.isInsertedInRecovery === true) return;
      if (before.startLine === first.startLine) this.toleratedTokens.push({ token: first, missing: 'line' });
      else if (first !== arrow && name.startLine !== arrow.startLine)
        this.toleratedTokens.push({ token: first, missing: 'arrow' });
    });
    let isGiven = false;
    this.OPTION1({
      GATE: () => this.isSameLine(),
      DEF: () => {
        isGiven = true;
        this.SUBRULE(this.name, { LABEL: 'target' });
      },
    });
    this.ACTION(() => isGiven || this.toleratedTokens.push({ token: arrow }));
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
          const token = this.CONSUME(K.when);
          let isGiven = false;
          this.OPTION({
            GATE: () => this.isSameLine(),
            DEF: () => {
              isGiven = true;
              this.SUBRULE(this.expression);
            },
          });
          this.ACTION(() => isGiven || this.toleratedTokens.push({ token }));
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
      { ALT: () => this.SUBRULE(this.mistake) },
    ]);
  });

  readonly end = this.RULE('end', () => {
    this.CONSUME(K.end);
    this.SUBRULE(this.name);
    const opening = this.OPTION(() => this.CONSUME(Opens.brace));
    this.MANY(() => this.SUBRULE(this.endPart));
    const closing = this.OPTION1({
      GATE: () => opening !== undefined,
      DEF: () => this.CONSUME(Closes.brace),
    });
    this.ACTION(() => opening && this.toleratedTokens.push({ token: opening, closing }));
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
          this.CONSUME(K.because);
          this.SUBRULE1(this.expression);
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

  /** A common mistake in an action: reading continues after it, so that it is the only thing reported. */
  readonly mistake = this.RULE('mistake', () => {
    const token: IToken = this.CONSUME(Mistake);
    this.ACTION(() => this.toleratedTokens.push({ token }));
    this.OPTION({
      GATE: () => this.isSameLine(),
      DEF: () => this.SUBRULE(this.expression),
    });
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

  /** Whether the next token stands on the line of the last one. */
  protected isSameLine(): boolean {
    return this.LA(1).startLine === this.LA(0).startLine;
  }
}
