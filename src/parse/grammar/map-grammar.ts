import { EOF, tokenMatcher } from 'chevrotain';
import type { WordsExpected } from '../words/expected.ts';
import { AssignedWord } from '../words/name-tokens.ts';
import { Closes, Colon, Comma, Equals, Opens } from '../words/signs.ts';
import { TaskGrammar } from './task-grammar.ts';
import {
  K,
  ProgramPoint,
  NumberLimit,
  SectionBindings,
  SectionLabels,
  SectionNames,
  SectionNumber,
} from '../words/words.ts';

/**
 * The map and what it says beside its tasks: with its parents, the whole grammar of the map language.
 *
 * Each rule is the production of its name in grammar/wfmap.ebnf. Nesting is bounded by who calls it.
 */
export class MapGrammar extends TaskGrammar {
  readonly map = this.RULE('map', () => {
    this.CONSUME(K.map);
    this.SUBRULE(this.text);
    this.OPTION(() => {
      this.CONSUME(K.schema);
      this.SUBRULE(this.path, { LABEL: 'schema' });
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
      { ALT: () => this.SUBRULE(this.folder) },
      { ALT: () => this.SUBRULE(this.inputField) },
      { ALT: () => this.SUBRULE(this.limits) },
      { ALT: () => this.SUBRULE(this.wall) },
      { ALT: () => this.SUBRULE(this.defaults) },
      { ALT: () => this.SUBRULE(this.property) },
      { ALT: () => this.SUBRULE(this.artifacts) },
      { ALT: () => this.SUBRULE(this.extra) },
    ]);
  });

  readonly folder = this.RULE('folder', () => {
    this.OR([{ ALT: () => this.CONSUME(K.templates) }, { ALT: () => this.CONSUME(K.schemas) }]);
    this.SUBRULE(this.path);
  });

  readonly inputField = this.RULE('inputField', () => {
    this.CONSUME(K.input);
    this.SUBRULE(this.field);
  });

  readonly limits = this.RULE('limits', () => {
    this.CONSUME(K.limits);
    this.SUBRULE(this.limit);
    this.MANY(() => {
      this.CONSUME(Comma);
      this.SUBRULE1(this.limit);
    });
  });

  readonly wall = this.RULE('wall', () => {
    this.CONSUME(K.wall);
    this.SUBRULE(this.word);
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

  readonly artifacts = this.RULE('artifacts', () => {
    this.CONSUME(K.artifacts);
    this.OR([
      { ALT: () => this.SUBRULE(this.object) },
      {
        ALT: () => {
          const opening = this.OPTION(() => {
            this.SUBRULE(this.path, { LABEL: 'head' });
            return this.OPTION1(() => this.CONSUME(Opens.brace));
          });
          this.MANY(() => this.SUBRULE(this.artifact));
          const closing = this.OPTION2({
            GATE: () => opening !== undefined,
            DEF: () => this.CONSUME(Closes.brace),
          });
          this.ACTION(() => opening && this.toleratedTokens.push({ token: opening, closing }));
        },
      },
    ]);
  });

  readonly artifact = this.RULE('artifact', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.bindings) },
      {
        ALT: () => {
          this.CONSUME(SectionNames);
          this.SUBRULE(this.names);
        },
      },
      { ALT: () => this.SUBRULE(this.labels) },
      {
        ALT: () => {
          this.CONSUME(SectionBindings);
          this.SUBRULE(this.boundNames);
        },
      },
      { ALT: () => this.SUBRULE(this.artifactFile) },
      {
        ALT: () => {
          this.CONSUME(SectionNumber);
          this.SUBRULE(this.number);
        },
      },
      {
        ALT: () => {
          const token = this.CONSUME(AssignedWord);
          this.ACTION(() => this.toleratedTokens.push({ token }));
          this.CONSUME(Equals);
          this.SUBRULE(this.expression);
        },
      },
    ]);
  });

  readonly labels = this.RULE('labels', () => {
    this.CONSUME(SectionLabels);
    this.AT_LEAST_ONE_SEP({ SEP: Comma, DEF: () => this.SUBRULE(this.label) });
  });

  readonly label = this.RULE('label', () => {
    this.SUBRULE(this.name);
    this.SUBRULE(this.text);
  });

  readonly artifactFile = this.RULE('artifactFile', () => {
    this.CONSUME(K.file);
    this.SUBRULE(this.path);
    this.OPTION(() => {
      this.CONSUME(K.as);
      this.SUBRULE(this.word);
    });
    this.OPTION1(() => {
      this.CONSUME(K.schema);
      this.SUBRULE1(this.path, { LABEL: 'schema' });
    });
    this.CONSUME(Equals);
    this.SUBRULE(this.expression);
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
          this.CONSUME(ProgramPoint);
          this.SUBRULE(this.situation);
        },
      },
      {
        // Else it is a task of that name.
        GATE: () => tokenMatcher(this.LA(2), K.most),
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

  constructor(words: WordsExpected) {
    super(words);
    this.performSelfAnalysis();
  }
}
