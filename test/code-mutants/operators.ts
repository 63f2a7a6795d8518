import ts from 'typescript';

/** A piece of a text that another takes the place of. Units: half-open UTF-16 offsets. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Operator = (node: ts.Node, source: ts.SourceFile) => Iterable<Replacement>;

/** The changes that the operators make of one node itself, not of what is in it. */
export function* mutationsOfNode(node: ts.Node, source: ts.SourceFile): Iterable<Replacement> {
  for (const operator of OPERATORS) yield* operator(node, source);
}

/** Comparisons flipped and moved by one, logic turned round, arithmetic reversed. */
const SWAPS: ReadonlyMap<ts.SyntaxKind, readonly string[]> = new Map([
  [ts.SyntaxKind.LessThanToken, ['<=', '>=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [ts.SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['||']],
  [ts.SyntaxKind.BarBarToken, ['&&']],
  [ts.SyntaxKind.PlusToken, ['-']],
  [ts.SyntaxKind.MinusToken, ['+']],
  [ts.SyntaxKind.AsteriskToken, ['/']],
  [ts.SyntaxKind.SlashToken, ['*']],
  [ts.SyntaxKind.PlusEqualsToken, ['-=']],
  [ts.SyntaxKind.MinusEqualsToken, ['+=']],
]);

function* swapped(node: ts.Node, source: ts.SourceFile): Iterable<Replacement> {
  if (!ts.isBinaryExpression(node)) return;
  const { operatorToken } = node;
  for (const text of SWAPS.get(operatorToken.kind) ?? []) yield replaced(operatorToken, source, text);
}

/** `a ?? b` becomes `a`, `!a` becomes `a`. */
function* dropped(node: ts.Node, source: ts.SourceFile): Iterable<Replacement> {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    yield { start: node.left.getEnd(), end: node.getEnd(), text: '' };
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    yield replaced(node, source, node.operand.getText(source));
  }
}

/** A condition always or never holds. A loop without an end is left out. */
function* decided(node: ts.Node, source: ts.SourceFile): Iterable<Replacement> {
  if (ts.isIfStatement(node)) {
    yield replaced(node.expression, source, 'true');
    yield replaced(node.expression, source, 'false');
  }
  if (ts.isConditionalExpression(node)) {
    yield replaced(node.condition, source, 'true');
    yield replaced(node.condition, source, 'false');
  }
  if (ts.isWhileStatement(node)) yield replaced(node.expression, source, 'false');
}

/** From here on a number is a limit or a time, whose exact figure is a choice and no law. */
const A_LIMIT = 100;

/** Whether a constant says by its name that it is a limit. */
function isLimit(node: ts.Node, source: ts.SourceFile): boolean {
  return ts.isVariableDeclaration(node) && node.name.getText(source).startsWith('MAX_');
}

function* otherLiteral(node: ts.Node, source: ts.SourceFile): Iterable<Replacement> {
  if (ts.isNumericLiteral(node) && Number(node.text) < A_LIMIT && !isLimit(node.parent, source))
    yield replaced(node, source, String(Number(node.text) + 1));
  if (node.kind === ts.SyntaxKind.TrueKeyword) yield replaced(node, source, 'false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) yield replaced(node, source, 'true');
  if (ts.isRegularExpressionLiteral(node)) yield* withoutAnchor(node, source);
}

/** A text or a list is empty, where more than people read it. */
function* emptied(node: ts.Node, source: ts.SourceFile): Iterable<Replacement> {
  if (isProse(source.fileName)) return;
  const isText = ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);
  if (isText && node.text !== '') yield replaced(node, source, "''");
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 0) yield replaced(node, source, '[]');
}

/** What only people read: sentences of the catalogue and of the reference. */
function isProse(path: string): boolean {
  return /src[/](?:diagnostics[/]catalogue|language[/]docs)[/]/.test(path);
}

function* withoutAnchor(node: ts.RegularExpressionLiteral, source: ts.SourceFile): Iterable<Replacement> {
  if (node.text.startsWith('/^')) yield replaced(node, source, `/${node.text.slice(2)}`);
  const end = node.text.lastIndexOf('/');
  if (node.text[end - 1] === '$' && node.text[end - 2] !== '\\')
    yield replaced(node, source, node.text.slice(0, end - 1) + node.text.slice(end));
}

/** A statement that does something is left out. */
function* deleted(node: ts.Node, source: ts.SourceFile): Iterable<Replacement> {
  const isDone =
    ts.isExpressionStatement(node) ||
    ts.isBreakOrContinueStatement(node) ||
    ts.isThrowStatement(node) ||
    (ts.isReturnStatement(node) && !node.expression);
  if (isDone) yield replaced(node, source, ';');
}

function* returned(node: ts.Node, source: ts.SourceFile): Iterable<Replacement> {
  const value = ts.isReturnStatement(node)
    ? node.expression
    : ts.isArrowFunction(node) && !ts.isBlock(node.body)
      ? node.body
      : undefined;
  if (value && value.getText(source) !== 'undefined') yield replaced(value, source, 'undefined');
}

const RENAMED: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['find', 'findLast'],
  ['findLast', 'find'],
  ['indexOf', 'lastIndexOf'],
  ['lastIndexOf', 'indexOf'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['push', 'unshift'],
  ['min', 'max'],
  ['max', 'min'],
  ['trimEnd', 'trimStart'],
  ['trimStart', 'trimEnd'],
  ['toUpperCase', 'toLowerCase'],
  ['toLowerCase', 'toUpperCase'],
]);
const LEFT_OUT: ReadonlySet<string> = new Set(
  'filter slice toSorted toReversed trim replace replaceAll concat flat'.split(' '),
);

/** A method is another one, or is not called. */
function* otherMethod(node: ts.Node, source: ts.SourceFile): Iterable<Replacement> {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
  const { name, expression } = node.expression;
  const other = RENAMED.get(name.text);
  if (other !== undefined) yield replaced(name, source, other);
  if (LEFT_OUT.has(name.text)) yield { start: expression.getEnd(), end: node.getEnd(), text: '' };
}

function replaced(node: ts.Node, source: ts.SourceFile, text: string): Replacement {
  return { start: node.getStart(source), end: node.getEnd(), text };
}

const OPERATORS: readonly Operator[] = [
  swapped,
  dropped,
  decided,
  otherLiteral,
  emptied,
  deleted,
  returned,
  otherMethod,
];
