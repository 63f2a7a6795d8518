import { type CstNode, tokenMatcher } from 'chevrotain';
import { isValueWord } from '../../language/fields.ts';
import { ActionGrammar } from './action-grammar.ts';
import { AssignedText, AssignedWord } from '../words/name-tokens.ts';
import { Path } from '../words/path-token.ts';
import { Arrow, Closes, Comma, Equals, Opens } from '../words/signs.ts';
import {
  ExpressionClause,
  FlagSetting,
  K,
  NameSetting,
  NamesSetting,
  NumberSetting,
  DurationSetting,
  PathSetting,
  TaskType,
  TextClause,
} from '../words/words.ts';

/** Tasks and blocks. Each rule is the production of its name in grammar/wfmap.ebnf. */
export class TaskGrammar extends ActionGrammar {
  readonly task = this.RULE('task', () => {
    const type = this.CONSUME(TaskType);
    this.SUBRULE(this.name);
    this.OPTION(() => {
      this.CONSUME(K.as);
      this.SUBRULE(this.word, { LABEL: 'as' });
    });
    this.OPTION1(() => this.SUBRULE(this.text));
    const opening = this.OPTION2(() => this.CONSUME(Opens.brace));
    this.MANY(() => this.SUBRULE(this.taskItem, { ARGS: [type.image] }));
    const closing = this.OPTION3({
      GATE: () => opening !== undefined,
      DEF: () => this.CONSUME(Closes.brace),
    });
    this.ACTION(() => opening && this.toleratedTokens.push({ token: opening, closing }));
  });

  readonly taskItem = this.RULE('taskItem', (type?: string) => {
    this.OR([
      { ALT: () => this.SUBRULE(this.action) },
      { ALT: () => this.SUBRULE(this.assignment, { ARGS: [type] }) },
      { ALT: () => this.SUBRULE(this.pathClause) },
      { ALT: () => this.SUBRULE(this.textClause) },
      { ALT: () => this.SUBRULE(this.param) },
      { ALT: () => this.SUBRULE(this.output) },
      { ALT: () => this.SUBRULE(this.command) },
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
      { ALT: () => this.SUBRULE(this.about) },
    ]);
  });

  readonly pathClause = this.RULE('pathClause', () => {
    this.OR([{ ALT: () => this.CONSUME(K.template) }, { ALT: () => this.CONSUME(K.map) }]);
    this.SUBRULE(this.path);
  });

  readonly textClause = this.RULE('textClause', () => {
    this.CONSUME(TextClause);
    this.SUBRULE(this.text);
  });

  readonly param = this.RULE('param', () => {
    this.OR([{ ALT: () => this.CONSUME(K.param) }, { ALT: () => this.CONSUME(K.field) }]);
    this.SUBRULE(this.field);
  });

  readonly output = this.RULE('output', () => {
    this.CONSUME(K.output);
    this.OR([{ ALT: () => this.CONSUME(Path) }, { ALT: () => this.SUBRULE(this.json) }]);
  });

  readonly command = this.RULE('command', () => {
    this.CONSUME(K.command);
    this.OR([{ ALT: () => this.SUBRULE(this.text) }, { ALT: () => this.SUBRULE(this.list) }]);
  });

  readonly assignment = this.RULE('assignment', (type?: string) => {
    const word = this.OR([
      {
        ALT: () => {
          const token = this.CONSUME(K.set);
          this.ACTION(() => this.toleratedTokens.push({ token }));
          this.SUBRULE(this.word, { LABEL: 'assigned' });
          return undefined;
        },
      },
      { ALT: () => this.CONSUME(AssignedWord) },
      {
        ALT: () => {
          this.CONSUME(AssignedText);
          return undefined;
        },
      },
    ]);
    const token = this.CONSUME(Equals);
    // Only decide tasks set names: elsewhere the word of a clause is that clause, as other languages write it.
    this.ACTION(() => {
      if (type !== 'decide' && word && isValueWord(word.image))
        this.toleratedTokens.push({ token, after: word });
    });
    this.SUBRULE(this.expression);
  });

  readonly bindings = this.RULE('bindings', () => {
    this.CONSUME(K.with);
    this.SUBRULE(this.boundNames);
  });

  readonly boundNames = this.RULE('boundNames', () => {
    this.AT_LEAST_ONE_SEP({ SEP: Comma, DEF: () => this.SUBRULE(this.binding) });
  });

  readonly binding = this.RULE('binding', () => {
    this.SUBRULE(this.word);
    this.OPTION(() => {
      this.CONSUME(Equals);
      this.SUBRULE(this.expression);
    });
  });

  readonly each = this.RULE('each', () => {
    this.CONSUME(K.each);
    this.SUBRULE(this.word);
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
      { ALT: () => this.SUBRULE(this.word) },
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
    this.OPTION(() => this.SUBRULE(this.text));
    this.SUBRULE(this.block);
  });

  readonly block = this.RULE('block', () => {
    this.CONSUME(Opens.brace);
    this.MANY(() => this.SUBRULE(this.blockItem));
    this.CONSUME(Closes.brace);
  });

  readonly blockItem: (index?: number) => CstNode = this.RULE('blockItem', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.task) },
      { ALT: () => this.SUBRULE(this.end) },
      { ALT: () => this.SUBRULE(this.start) },
      { ALT: () => this.SUBRULE(this.extra) },
      { ALT: () => this.SUBRULE(this.about) },
    ]);
  });

  readonly start = this.RULE('start', () => {
    this.CONSUME(K.start);
    this.SUBRULE(this.name);
  });

  readonly visits = this.RULE('visits', () => {
    this.CONSUME(K.visits);
    this.SUBRULE(this.bound);
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
          this.CONSUME(PathSetting);
          this.SUBRULE(this.path);
        },
      },
      {
        ALT: () => {
          this.CONSUME(NameSetting);
          this.SUBRULE(this.word);
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
          this.SUBRULE(this.words);
        },
      },
      {
        ALT: () => {
          this.CONSUME(DurationSetting);
          this.SUBRULE(this.duration);
        },
      },
      { ALT: () => this.SUBRULE(this.retry) },
      { ALT: () => this.SUBRULE(this.session) },
      { ALT: () => this.SUBRULE(this.reminder) },
    ]);
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
        { ALT: () => this.SUBRULE(this.word, { LABEL: 'which' }) },
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
        this.SUBRULE(this.words);
      },
    });
    this.OPTION1(() => {
      this.CONSUME(K.before);
      this.SUBRULE(this.flag);
    });
  });
}
