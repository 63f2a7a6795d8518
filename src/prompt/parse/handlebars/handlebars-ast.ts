/** Units: lines from 1, columns from 0, in UTF-16 units. */
interface Point {
  readonly line: number;
  readonly column: number;
}

export interface Located {
  readonly loc: { readonly start: Point; readonly end: Point };
}

/** What stands between two marks. Shape: white space control changes `value` of its contents in place. */
export interface Program {
  readonly body: readonly Statement[];
  readonly blockParams?: readonly string[];
}

/** The nodes of Handlebars that stand in a program. */
export type Statement = Located &
  (
    | { readonly type: 'ContentStatement'; readonly value: string }
    | { readonly type: 'CommentStatement' }
    | ({ readonly type: 'MustacheStatement' } & Call)
    | ({ readonly type: 'BlockStatement' } & BlockCall)
    | ({ readonly type: 'PartialStatement' } & PartialCall)
    | { readonly type: 'PartialBlockStatement' | 'Decorator' | 'DecoratorBlock' }
  );

export interface Call {
  readonly path: Argument;
  readonly params: readonly Argument[];
  readonly hash?: Hash;
}

export interface BlockCall extends Call {
  /** Absent for `{{^name}}` without an else. */
  readonly program?: Program;
  readonly inverse?: Program;
}

export interface PartialCall {
  readonly name: Argument;
  readonly params: readonly Argument[];
  readonly hash?: Hash;
  /** White space before a partial that stands on its line alone. */
  readonly indent: string;
}

export interface Hash {
  readonly pairs: readonly HashPair[];
}

type HashPair = Located & { readonly key: string; readonly value: Argument };

export type PathExpression = Located & {
  readonly type: 'PathExpression';
  readonly data: boolean;
  readonly depth: number;
  readonly parts: readonly string[];
};

export type Argument =
  | PathExpression
  | (Located & { readonly type: 'StringLiteral'; readonly value: string })
  | (Located & { readonly type: 'NumberLiteral'; readonly value: number })
  | (Located & { readonly type: 'BooleanLiteral'; readonly value: boolean })
  | (Located & { readonly type: 'NullLiteral' | 'UndefinedLiteral' })
  | (Located & { readonly type: 'SubExpression' } & Call);
