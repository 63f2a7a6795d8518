import { fieldsOf } from '../../language/fields.ts';

/**
 * What is said about a rule of the grammar where a text does not follow it.
 *
 * Shape: `expected` is a part of a sentence; `written` is the rule as grammar/wfmap.ebnf has it, or its name where it says what
 * characters a value has, and absent where it is a long list of clauses; `example` is a text that follows it.
 */
export interface Production {
  readonly expected: string;
  readonly written?: string;
  readonly example: string;
}

/** Values and parts of expressions: the rule around them says more. */
export const VALUES: Readonly<Record<string, Production>> = {
  name: { expected: 'a name', written: 'name', example: 'Review Plan' },
  names: {
    expected: 'a name, or [] for none',
    written: 'names',
    example: 'Fix, "Ask and wait"',
  },
  word: {
    expected: 'a name of one word, or in double quotes',
    written: 'word',
    example: 'approved',
  },
  words: {
    expected: 'a name of one word or in quotes, or [] for none',
    written: 'words',
    example: 'Read, "Bash(git:*)"',
  },
  text: { expected: 'a text in double quotes', written: 'text', example: '"Review it."' },
  path: {
    expected: 'a path, or a text in double quotes',
    written: 'path',
    example: 'sonnet',
  },
  number: { expected: 'a number', written: '[ "-" ] number', example: '3' },
  duration: {
    expected: 'a duration such as 30m',
    written: 'duration',
    example: '1h30m',
  },
  flag: { expected: '"true" or "false"', written: '[ "true" | "false" ]', example: 'true' },
  operand: {
    expected: 'an operand of the expression',
    written:
      'letters | number | text | cel text | "(" expression ")" | "[" [ expression { "," expression } ] "]" | "{" [ expression { "," expression } ] "}"',
    example: '(visits + 1)',
  },
  grouped: {
    expected: 'an expression in brackets',
    written: '"(" expression ")" | "[" [ expression { "," expression } ] "]"',
    example: '[1, 2]',
  },
  suffix: {
    expected: 'a member, an index or arguments',
    written: '"." letters | "(" [ expression { "," expression } ] ")" | "[" expression "]"',
    example: '.verdict',
  },
  actionName: {
    expected: 'the name of an action',
    written: 'action name',
    example: 'Accept',
  },
};

/** Parts of the map, of tasks and of actions, and whole expressions. */
const CLAUSE_RULES: Readonly<Record<string, Production>> = {
  map: {
    expected: '"map" and a text that says what it is for',
    written: '"map" text [ "schema" path ] { map item }',
    example: 'map "Write and review code"',
  },
  mapItem: {
    expected: 'a task, an input or another part of the map',
    example: 'end Done',
  },
  folder: {
    expected: 'the path of a folder',
    written: '( "templates" | "schemas" ) path',
    example: 'templates prompts',
  },
  inputField: {
    expected: 'an input',
    written: '"input" input',
    example: 'input goal: string "What to build"',
  },
  limits: {
    expected: 'a limit',
    written: '"limits" limit { "," limit }',
    example: 'limits steps 100, costUsd 5',
  },
  limit: {
    expected: eitherOf(fieldsOf('limits')),
    written: '( "steps" | "costUsd" | "tokens" ) number | "duration" duration',
    example: 'duration 2h',
  },
  wall: { expected: '"required"', written: '"wall" word', example: 'wall required' },
  defaults: {
    expected: 'settings in braces',
    written: '"defaults" "{" { setting } "}"',
    example: 'defaults { model sonnet timeout 30m }',
  },
  artifacts: {
    expected: 'the artifacts of the run',
    written: '"artifacts" ( object | [ path ] { artifact } )',
    example: 'artifacts map-plan with goal',
  },
  artifact: {
    expected: 'a part of the artifacts',
    written: '"with" binding { "," binding }',
    example: 'with goal, depth = 2',
  },
  labels: {
    expected: 'a name and its text',
    written: 'label { "," label }',
    example: 'Plan "1.0", Build "1.5"',
  },
  label: { expected: 'a name and its text', written: 'name text', example: 'Plan "1.0"' },
  artifactFile: {
    expected: 'a path and what stands in the file',
    written: '"file" path [ "as" word ] [ "schema" path ] "=" expression',
    example: 'file plan.json = plan',
  },
  property: {
    expected: '":" and a claim, or "=" and a value',
    written: '"property" word ( ":" claim | "=" object )',
    example: 'property "reviewed first": Review precedes Done',
  },
  claim: {
    expected: 'a claim, such as "never Blocked" or "Review precedes Done"',
    written:
      '( "always" | "never" | "eventually" ) situation | "at" "most" number "times" situation | situation ( "leads" "to" | "precedes" ) situation',
    example: 'Review precedes Done',
  },
  situation: {
    expected: 'a situation',
    written: 'name [ "takes" name ] [ "when" expression ]',
    example: 'Review takes Accept when result.score > 3',
  },
  task: {
    expected: 'a type of task and its name',
    written:
      '( "claude" | "shell" | "human" | "decide" | "parallel" | "foreach" | "workflow" ) name [ "as" word ] [ text ] { task item }',
    example: 'claude Review as review "Reviews the change"',
  },
  taskItem: {
    expected: 'an action "Name -> Target" or a clause of the task',
    example: 'Accept -> Done',
  },
  pathClause: {
    expected: 'a path',
    written: '( "template" | "map" ) path',
    example: 'template prompts/review.md',
  },
  textClause: {
    expected: 'a text in double quotes',
    written: '( "promptTemplate" | "prompt" ) text',
    example: 'promptTemplate "Review ${change}."',
  },
  param: { expected: 'a parameter', written: '"param" field', example: 'param change: string' },
  output: {
    expected: 'the path of a schema, or a schema { … }',
    written: '"output" ( path | object | "true" | "false" )',
    example: 'output { type: "object", properties: { score: { type: "number" } } }',
  },
  command: {
    expected: 'a line in quotes, or a list ["program", "argument"]',
    written: '"command" ( text | list )',
    example: 'command ["npm", "test"]',
  },
  assignment: {
    expected: 'a name, "=" and an expression',
    written: 'assigned "=" expression',
    example: 'tries = tries + 1',
  },
  bindings: {
    expected: 'a name, or a name, "=" and an expression',
    written: '"with" binding { "," binding }',
    example: 'with goal, depth = 2',
  },
  boundNames: {
    expected: 'a name, or a name, "=" and an expression',
    written: 'binding { "," binding }',
    example: 'spec = plan, code',
  },
  binding: {
    expected: 'a name, or a name, "=" and an expression',
    written: 'word [ "=" expression ]',
    example: 'depth = 2',
  },
  each: {
    expected: 'a name, "in" and a list',
    written: '"each" word "in" expression',
    example: 'each file in plan.files',
  },
  expressionClause: {
    expected: 'an expression',
    written:
      '( "frozen" | "outlineFocus" | "signature" | "evidence" | "key" | "after" | "exclusive" ) expression',
    example: 'key file.path',
  },
  join: {
    expected: '"all" or "at least" and a number',
    written: '"join" ( "all" | "at" "least" number )',
    example: 'join at least 2',
  },
  workspace: {
    expected: '"shared", "readonly" or "worktree merge" and when',
    written: '"workspace" ( "worktree" "merge" expression [ "setup" list ] | word )',
    example: 'workspace worktree merge onSuccess',
  },
  inner: {
    expected: 'a block of tasks',
    written: '( "branch" name | "body" ) [ text ] block',
    example: 'branch Left { end Seen }',
  },
  block: {
    expected: 'a block of tasks in braces',
    written: '"{" { block item } "}"',
    example: '{ end Seen }',
  },
  blockItem: {
    expected: 'a task, "start", "end" or "}"',
    example: 'end Seen',
  },
  start: { expected: 'the name of a task', written: '"start" name', example: 'start Plan' },
  visits: {
    expected: '"at most", a number, "then" and the name of a task',
    written: '"visits" "at" "most" number "then" name',
    example: 'visits at most 5 then Ask',
  },
  bound: {
    expected: '"at most", a number, "then" and the name of a task',
    written: '"at" "most" number "then" name',
    example: 'at most 3 then Ask',
  },
  onError: {
    expected: '"error", "->" and a target',
    written: '"on" "error" "->" name',
    example: 'on error -> Failed',
  },
  setting: {
    expected: 'a setting, such as "model" or "timeout"',
    example: 'model sonnet',
  },
  retry: {
    expected: 'a number, or "reply" and a number',
    written: '"retry" ( number [ "reply" number ] | "reply" number )',
    example: 'retry 2 reply 1',
  },
  session: {
    expected: '"continue", "of" or "fork" and a task',
    written: '"session" ( "of" name | "fork" name | word )',
    example: 'session of Plan',
  },
  reminder: {
    expected: 'a text, and when to say it',
    written: '"reminder" text [ "on" words ] [ "before" [ "true" | "false" ] ]',
    example: 'reminder "Run the tests." on Edit, Write before',
  },
  action: {
    expected: 'an action "Name -> Target"',
    written: '[ action name ] "->" name { action part }',
    example: 'Accept -> Done when result.score > 3',
  },
  actionPart: {
    expected: 'a text, "when", "always", "at most", "resets" or arguments',
    written:
      'text | "when" expression | "always" | "at" "most" number "then" name | "resets" names | "and" extra',
    example: 'when result.score > 3',
  },
  args: {
    expected: 'the arguments of an action',
    written: '"(" [ text | argument { "," argument } ] ")"',
    example: '(feedback = result.reason, urgent = true)',
  },
  argument: {
    expected: 'a name, "=" and an expression',
    written: 'word "=" expression',
    example: 'feedback = result.reason',
  },
  end: {
    expected: 'the name of an end',
    written: '"end" name { end part }',
    example: 'end Blocked failed because reason',
  },
  endPart: {
    expected: 'a text, "=", "outcome", "failed" or "because"',
    written:
      '"outcome" word | "failed" [ "true" | "false" ] | text | "because" expression | "=" expression | "and" extra',
    example: 'outcome rejected',
  },
  field: {
    expected: '":" and a type, or "=" and a value',
    written: 'word ( defined | "=" json )',
    example: 'depth?: number = 3 "How deep to look"',
  },
  fieldPart: {
    expected: 'a default, "one of", a text or "schema"',
    written: '"=" json | "one" "of" list | text | "schema" json',
    example: 'one of ["low", "high"]',
  },
  expression: {
    expected: 'an expression',
    written: '{ prefix } operand { suffix } { operator { prefix } operand { suffix } }',
    example: 'result.score >= 3 && !has(review)',
  },
  extra: {
    expected: 'fields in braces',
    written: '"extra" object',
    example: 'extra { note: "for the team" }',
  },
  json: {
    expected: 'a value: a text in double quotes, a number, true, false, null, [ or {',
    written: 'object | list | text | [ "-" ] number | "true" | "false" | "null"',
    example: '["low", "high"]',
  },
  object: {
    expected: 'an object in braces',
    written: '"{" [ member { "," member } ] "}"',
    example: '{ type: "string", minLength: 1 }',
  },
  member: { expected: 'a name, ":" and a value', written: 'word ":" json', example: 'type: "string"' },
  list: {
    expected: 'a list in brackets',
    written: '"[" [ json { "," json } ] "]"',
    example: '["npm", "test"]',
  },
};

/** All rules of the parser but those for what is written by mistake. */
export const PRODUCTIONS: Readonly<Record<string, Production>> = { ...VALUES, ...CLAUSE_RULES };

function eitherOf(words: readonly string[]): string {
  const quoted = words.map((each) => `"${each}"`);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
}
