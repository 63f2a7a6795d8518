// A grammar is one class to chevrotain, whose rules refer to each other.
/* oxlint-disable max-lines */
import { CstParser, type CstNode, EOF, type IToken, tokenMatcher } from 'chevrotain';
import { wordsExpected } from './expected.ts';
import {
  Arrow,
  Closes,
  Colon,
  Comma,
  CelText,
  Dot,
  Duration,
  Equals,
  ExpressionClause,
  FlagSetting,
  Identifier,
  K,
  Literal,
  Minus,
  Moment,
  NameSetting,
  NamesSetting,
  Not,
  NumberLimit,
  NumberSetting,
  NumberToken,
  Opens,
  Operator,
  Question,
  TaskType,
  Text,
  TextClause,
  TOKENS,
  Word,
} from './tokens.ts';

/**
 * Reads tokens of the map language into a concrete syntax tree.
 *
 * Each rule is the production of its name in grammar/wfmap.ebnf. Nesting is bounded by who calls it.
 */
class MapGrammar extends CstParser {
  constructor() {
    super([...TOKENS], {
      recoveryEnabled: true,
      maxLookahead: 2,
      nodeLocationTracking: 'onlyOffset',
      errorMessageProvider: wordsExpected,
      skipValidations: true,
    });
    this.performSelfAnalysis();
  }

  readonly map = this.RULE('map', () => {
    this.CONSUME(K.map);
    this.SUBRULE(this.text);
    this.OPTION(() => {
      this.CONSUME(K.schema);
      this.SUBRULE1(this.text, { LABEL: 'schema' });
    });
    // Goes on to the end, so that a word that begins nothing is told here, and what follows it is read.
    this.MANY(() => this.SUBRULE(this.mapItem));
    this.CONSUME(EOF);
  });

  readonly mapItem = this.RULE('mapItem', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.task) },
      { ALT: () => this.SUBRULE(this.end) },
      { ALT: () => this.SUBRULE(this.start) },
      { ALT: () => this.SUBRULE(this.inputField) },
      { ALT: () => this.SUBRULE(this.limits) },
      { ALT: () => this.SUBRULE(this.defaults) },
      { ALT: () => this.SUBRULE(this.property) },
      { ALT: () => this.SUBRULE(this.artifacts) },
      { ALT: () => this.SUBRULE(this.extra) },
    ]);
  });

  readonly start = this.RULE('start', () => {
    this.CONSUME(K.start);
    this.SUBRULE(this.name);
  });

  readonly inputField = this.RULE('inputField', () => {
    this.CONSUME(K.input);
    this.SUBRULE(this.fieldOf);
  });

  readonly fieldOf = this.RULE('fieldOf', () => {
    this.SUBRULE(this.name);
    this.OR([
      {
        ALT: () => {
          this.OPTION(() => this.CONSUME(Question));
          this.CONSUME(Colon);
          this.SUBRULE1(this.name, { LABEL: 'type' });
          // A text before an arrow on its line is the name of the next action, and no description.
          this.MANY({
            GATE: () => !tokenMatcher(this.LA(2), Arrow) || this.LA(1).startLine !== this.LA(2).startLine,
            DEF: () => this.SUBRULE(this.fieldPart),
          });
        },
      },
      {
        ALT: () => {
          this.CONSUME(Equals);
          this.SUBRULE(this.json);
        },
      },
    ]);
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

  readonly limits = this.RULE('limits', () => {
    this.CONSUME(K.limits);
    this.SUBRULE(this.limit);
    this.MANY(() => {
      this.CONSUME(Comma);
      this.SUBRULE1(this.limit);
    });
  });

  readonly limit = this.RULE('limit', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(NumberLimit);
          this.SUBRULE(this.number);
        },
      },
      {
        ALT: () => {
          this.CONSUME(K.duration);
          this.SUBRULE(this.duration);
        },
      },
    ]);
  });

  readonly defaults = this.RULE('defaults', () => {
    this.CONSUME(K.defaults);
    this.CONSUME(Opens.brace);
    this.MANY(() => this.SUBRULE(this.setting));
    this.CONSUME(Closes.brace);
  });

  readonly property = this.RULE('property', () => {
    this.CONSUME(K.property);
    this.SUBRULE(this.name);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(Colon);
          this.SUBRULE(this.claim);
        },
      },
      {
        ALT: () => {
          this.CONSUME(Equals);
          this.SUBRULE(this.object);
        },
      },
    ]);
  });

  readonly claim = this.RULE('claim', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(Moment);
          this.SUBRULE(this.situation);
        },
      },
      {
        ALT: () => {
          this.CONSUME(K.at);
          this.CONSUME(K.most);
          this.SUBRULE(this.number);
          this.CONSUME(K.times);
          this.SUBRULE1(this.situation);
        },
      },
      {
        ALT: () => {
          this.SUBRULE2(this.situation);
          this.OR1([
            {
              ALT: () => {
                this.CONSUME(K.leads);
                this.CONSUME(K.to);
              },
            },
            { ALT: () => this.CONSUME(K.precedes) },
          ]);
          this.SUBRULE3(this.situation);
        },
      },
    ]);
  });

  readonly situation = this.RULE('situation', () => {
    this.OPTION({
      GATE: () => !tokenMatcher(this.LA(1), K.takes) && !tokenMatcher(this.LA(1), K.when),
      DEF: () => this.SUBRULE(this.name, { LABEL: 'task' }),
    });
    this.OPTION1(() => {
      this.CONSUME(K.takes);
      this.SUBRULE1(this.name, { LABEL: 'action' });
    });
    this.OPTION2(() => {
      this.CONSUME(K.when);
      this.SUBRULE(this.expression);
    });
  });

  readonly artifacts = this.RULE('artifacts', () => {
    this.CONSUME(K.artifacts);
    this.SUBRULE(this.object);
  });

  readonly extra = this.RULE('extra', () => {
    this.CONSUME(K.extra);
    this.SUBRULE(this.object);
  });

  readonly task = this.RULE('task', () => {
    this.CONSUME(TaskType);
    this.SUBRULE(this.name);
    this.OPTION(() => {
      this.CONSUME(K.as);
      this.SUBRULE1(this.name, { LABEL: 'as' });
    });
    this.CONSUME(Opens.brace);
    this.MANY(() => this.SUBRULE(this.taskItem));
    this.CONSUME(Closes.brace);
  });

  readonly taskItem = this.RULE('taskItem', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.action) },
      { ALT: () => this.SUBRULE(this.textClause) },
      { ALT: () => this.SUBRULE(this.param) },
      { ALT: () => this.SUBRULE(this.output) },
      { ALT: () => this.SUBRULE(this.command) },
      { ALT: () => this.SUBRULE(this.assignment) },
      { ALT: () => this.SUBRULE(this.bindings) },
      { ALT: () => this.SUBRULE(this.each) },
      { ALT: () => this.SUBRULE(this.expressionClause) },
      { ALT: () => this.SUBRULE(this.join) },
      { ALT: () => this.SUBRULE(this.workspace) },
      { ALT: () => this.SUBRULE(this.inner) },
      { ALT: () => this.SUBRULE(this.visits) },
      { ALT: () => this.SUBRULE(this.onError) },
      { ALT: () => this.SUBRULE(this.setting) },
      { ALT: () => this.SUBRULE(this.extra) },
    ]);
  });

  readonly textClause = this.RULE('textClause', () => {
    this.CONSUME(TextClause);
    this.SUBRULE(this.text);
  });

  readonly param = this.RULE('param', () => {
    this.OR([{ ALT: () => this.CONSUME(K.param) }, { ALT: () => this.CONSUME(K.field) }]);
    this.SUBRULE(this.fieldOf);
  });

  readonly output = this.RULE('output', () => {
    this.CONSUME(K.output);
    this.SUBRULE(this.json);
  });

  readonly command = this.RULE('command', () => {
    this.CONSUME(K.command);
    this.OR([{ ALT: () => this.SUBRULE(this.text) }, { ALT: () => this.SUBRULE(this.list) }]);
  });

  readonly assignment = this.RULE('assignment', () => {
    this.CONSUME(K.set);
    this.SUBRULE(this.name);
    this.CONSUME(Equals);
    this.SUBRULE(this.expression);
  });

  readonly bindings = this.RULE('bindings', () => {
    this.CONSUME(K.with);
    this.SUBRULE(this.binding);
    this.MANY(() => {
      this.CONSUME(Comma);
      this.SUBRULE1(this.binding);
    });
  });

  readonly binding = this.RULE('binding', () => {
    this.SUBRULE(this.name);
    this.OPTION(() => {
      this.CONSUME(Equals);
      this.SUBRULE(this.expression);
    });
  });

  readonly each = this.RULE('each', () => {
    this.CONSUME(K.each);
    this.SUBRULE(this.name);
    this.CONSUME(K.in);
    this.SUBRULE(this.expression);
  });

  readonly expressionClause = this.RULE('expressionClause', () => {
    this.CONSUME(ExpressionClause);
    this.SUBRULE(this.expression);
  });

  readonly join = this.RULE('join', () => {
    this.CONSUME(K.join);
    this.OR([
      { ALT: () => this.CONSUME(K.all) },
      {
        ALT: () => {
          this.CONSUME(K.at);
          this.CONSUME(K.least);
          this.SUBRULE(this.number);
        },
      },
    ]);
  });

  readonly workspace = this.RULE('workspace', () => {
    this.CONSUME(K.workspace);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(K.worktree);
          this.CONSUME(K.merge);
          this.SUBRULE(this.expression);
          this.OPTION(() => {
            this.CONSUME(K.setup);
            this.SUBRULE(this.list);
          });
        },
      },
      { ALT: () => this.SUBRULE(this.name) },
    ]);
  });

  /** branch name block | body block */
  readonly inner = this.RULE('inner', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(K.branch);
          this.SUBRULE(this.name);
        },
      },
      { ALT: () => this.CONSUME(K.body) },
    ]);
    this.SUBRULE(this.block);
  });

  readonly block = this.RULE('block', () => {
    this.CONSUME(Opens.brace);
    this.MANY(() => this.SUBRULE(this.blockItem));
    this.CONSUME(Closes.brace);
  });

  readonly blockItem = this.RULE('blockItem', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.task) },
      { ALT: () => this.SUBRULE(this.end) },
      { ALT: () => this.SUBRULE(this.start) },
      { ALT: () => this.SUBRULE(this.about) },
      { ALT: () => this.SUBRULE(this.extra) },
    ]);
  });

  readonly about = this.RULE('about', () => {
    this.CONSUME(K.about);
    this.SUBRULE(this.text);
  });

  readonly visits = this.RULE('visits', () => {
    this.CONSUME(K.visits);
    this.SUBRULE(this.bound);
  });

  /** "at" "most" number "then" name */
  readonly bound = this.RULE('bound', () => {
    this.CONSUME(K.at);
    this.CONSUME(K.most);
    this.SUBRULE(this.number);
    this.CONSUME(K.then);
    this.SUBRULE(this.name);
  });

  readonly onError = this.RULE('onError', () => {
    this.CONSUME(K.on);
    this.CONSUME(K.error);
    this.CONSUME(Arrow);
    this.SUBRULE(this.name);
  });

  readonly setting = this.RULE('setting', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(NameSetting);
          this.SUBRULE(this.name);
        },
      },
      {
        ALT: () => {
          this.CONSUME(NumberSetting);
          this.SUBRULE(this.number);
        },
      },
      {
        ALT: () => {
          this.CONSUME(FlagSetting);
          this.SUBRULE(this.flag);
        },
      },
      {
        ALT: () => {
          this.CONSUME(NamesSetting);
          this.SUBRULE(this.names);
        },
      },
      {
        ALT: () => {
          this.CONSUME(K.timeout);
          this.SUBRULE(this.duration);
        },
      },
      { ALT: () => this.SUBRULE(this.retry) },
      { ALT: () => this.SUBRULE(this.session) },
      { ALT: () => this.SUBRULE(this.reminder) },
    ]);
  });

  readonly flag = this.RULE('flag', () => {
    this.OPTION(() => this.OR([{ ALT: () => this.CONSUME(K.true) }, { ALT: () => this.CONSUME(K.false) }]));
  });

  readonly retry = this.RULE('retry', () => {
    this.CONSUME(K.retry);
    this.OR([
      {
        ALT: () => {
          this.SUBRULE(this.number, { LABEL: 'max' });
          this.OPTION(() => {
            this.CONSUME(K.reply);
            this.SUBRULE1(this.number, { LABEL: 'replies' });
          });
        },
      },
      {
        ALT: () => {
          this.CONSUME1(K.reply);
          this.SUBRULE2(this.number, { LABEL: 'replies' });
        },
      },
    ]);
  });

  readonly session = this.RULE('session', () => {
    this.CONSUME(K.session);
    this.OR({
      DEF: [
        {
          ALT: () => {
            this.CONSUME(K.of);
            this.SUBRULE(this.name, { LABEL: 'of' });
          },
        },
        {
          ALT: () => {
            this.CONSUME(K.fork);
            this.SUBRULE1(this.name, { LABEL: 'fork' });
          },
        },
        { ALT: () => this.SUBRULE2(this.name, { LABEL: 'which' }) },
      ],
      IGNORE_AMBIGUITIES: true,
    });
  });

  readonly reminder = this.RULE('reminder', () => {
    this.CONSUME(K.reminder);
    this.SUBRULE(this.text);
    this.OPTION({
      // "on error" is the next clause.
      GATE: () => !tokenMatcher(this.LA(2), K.error) || !tokenMatcher(this.LA(3), Arrow),
      DEF: () => {
        this.CONSUME(K.on);
        this.SUBRULE(this.names);
      },
    });
    this.OPTION1(() => {
      this.CONSUME(K.before);
      this.SUBRULE(this.flag);
    });
  });

  readonly action = this.RULE('action', () => {
    this.OPTION(() => this.SUBRULE(this.actionName));
    this.CONSUME(Arrow);
    this.SUBRULE(this.name, { LABEL: 'target' });
    this.MANY(() => this.SUBRULE(this.actionPart));
  });

  readonly actionName = this.RULE('actionName', () => {
    this.OR([{ ALT: () => this.CONSUME(Identifier) }, { ALT: () => this.CONSUME(Text) }]);
  });

  readonly actionPart = this.RULE('actionPart', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.args) },
      {
        ALT: () => {
          this.CONSUME(K.choose);
          this.SUBRULE(this.text, { LABEL: 'choose' });
        },
      },
      {
        ALT: () => {
          this.CONSUME(K.when);
          this.SUBRULE(this.expression);
        },
      },
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
    this.SUBRULE(this.name);
    this.CONSUME(Equals);
    this.SUBRULE(this.expression);
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
          this.SUBRULE(this.name);
        },
      },
      {
        ALT: () => {
          this.CONSUME(K.failed);
          this.SUBRULE(this.flag);
        },
      },
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
    this.MANY_SEP({ SEP: Comma, DEF: () => this.SUBRULE(this.member) });
    this.CONSUME(Closes.brace);
  });

  readonly member = this.RULE('member', () => {
    this.SUBRULE(this.name);
    this.CONSUME(Colon);
    this.SUBRULE(this.json);
  });

  readonly list = this.RULE('list', () => {
    this.CONSUME(Opens.bracket);
    this.MANY_SEP({ SEP: Comma, DEF: () => this.SUBRULE(this.json) });
    this.CONSUME(Closes.bracket);
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

  readonly name = this.RULE('name', () => {
    this.OR([{ ALT: () => this.CONSUME(Word) }, { ALT: () => this.CONSUME(Text) }]);
  });

  readonly text = this.RULE('text', () => {
    this.CONSUME(Text);
  });

  readonly number = this.RULE('number', () => {
    this.OPTION(() => this.CONSUME(Minus));
    this.CONSUME(NumberToken);
  });

  readonly duration = this.RULE('duration', () => {
    this.OR([{ ALT: () => this.CONSUME(Duration) }, { ALT: () => this.CONSUME(Text) }]);
  });
}

export type Rule = 'map' | 'expression';

/** What a syntax error says. `expected` is a part of a sentence; `rule` where it was missed. */
export interface SyntaxFault {
  readonly token: IToken;
  readonly previous: IToken | undefined;
  readonly expected: string;
  readonly rule: string;
}

let parser: MapGrammar | undefined;

/** Reads tokens by a rule. The tree has gaps where there are faults. */
export function readTokens(
  tokens: IToken[],
  rule: Rule,
): { readonly tree: CstNode; readonly faults: readonly SyntaxFault[] } {
  parser ??= new MapGrammar();
  parser.input = tokens;
  const tree = rule === 'map' ? parser.map() : parser.expression();
  const before = new Map(parser.errors.map(({ token }) => [token, previousOf(tokens, token)]));
  const faults = parser.errors.map((error) => ({
    token: error.token.tokenType === EOF ? { ...error.token, startOffset: NaN } : error.token,
    previous: before.get(error.token),
    expected: error.message,
    rule: error.context.ruleStack.at(-1) ?? '',
  }));
  return { tree, faults };
}

/** The token before another, or the last one. */
function previousOf(tokens: readonly IToken[], token: IToken): IToken | undefined {
  if (token.tokenType === EOF) return tokens.at(-1);
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.startOffset ?? 0) < token.startOffset) low = middle + 1;
    else high = middle;
  }
  return tokens[low - 1];
}
