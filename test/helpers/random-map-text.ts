import fc from 'fast-check';

/** The JSON text of a value. Objects are lists of entries, so that names such as `1` and `__proto__` stay as they are. */
type Text = fc.Arbitrary<string>;

const nasty = fc.constantFrom(
  '1',
  '0',
  '__proto__',
  'constructor',
  'map',
  'in',
  'when',
  'on',
  'of',
  'true',
  'null',
  'carry',
  'and',
  'extra',
  'at',
  'r',
  'b',
  'Code Subtask',
  'Code on time',
  'two  blanks',
  ' led',
  'Phase 2b',
  'Wave 1e5in',
  '2nd try',
  'Go -> On',
  'output',
  'model',
  'template',
  'key',
  'always',
  'schema',
  'set',
  'if',
  'prompts/a.md',
  'prompts/b.md',
  'c.json/d.json',
  '//x',
  'a-b',
  '"',
  '\\',
  "it's",
  '"""',
  'a\nb',
  '',
  ' ',
  '// no comment',
  '{',
  '}',
  '->',
  'é',
  '𝒳',
  'ﬀ',
  '\u2028',
  '\ud800',
  '\u0000',
  '\t',
  'takes',
  'failed',
  'because',
  'body',
  '30m',
  '5',
  '-1',
);
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('A', 'B', 'Review', 'plan', 'x1') },
  nasty,
  fc.string(),
);
const someName = name.filter((each) => each !== '');
const text = fc.oneof(
  name,
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'a\n  b\n\n',
    '\n',
    '"""\n""""',
    'x\r\ny',
    ' \n \n  ',
    'say "a\\b" // c',
    'a""""b',
    'a "b"',
    '"a" b',
    'a\\',
  ),
);
const someText = text.filter((each) => each !== '');
const expression = fc
  .oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        'true',
        'a && b',
        '!has(x)',
        '"text"',
        "'it'",
        '[1, 2]',
        '[a]',
        '{"k": v}',
        'a ? b : c',
        'x in [1]',
        '-1',
        '5',
        'r"\\d"',
        'a\n  || b',
        'visits < 5',
        'a.b.c(1, "x")[0].in',
        'name',
        'model in x',
        'output - 1',
        'x in key',
        '"""a"b"""',
        'plan',
        'at',
        'x // y',
        'a &&',
        ' a',
        'a ',
        '',
        'a b',
        '(',
        '"',
        '"""\na\n"""',
        '1u',
        '0x1F',
      ),
    },
    text,
  )
  .filter((each) => each !== '');
const quoted = (values: fc.Arbitrary<string>): Text => values.map((each) => JSON.stringify(each));
const number: Text = fc.integer({ min: 1, max: 1_000_000 }).map(String);
const boolean: Text = fc.constantFrom('true', 'false');
const json: Text = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).map((each) => JSON.stringify(each)),
  named(name, boolean),
);

/** An object with some of its fields, in any order. */
function some(fields: Readonly<Record<string, Text>>, needed: Readonly<Record<string, Text>> = {}): Text {
  return fc
    .tuple(
      fc.tuple(
        ...Object.entries(needed).map(([key, value]) =>
          value.map((each) => `${JSON.stringify(key)}: ${each}`),
        ),
      ),
      fc
        .subarray(Object.keys(fields))
        .chain((keys) =>
          fc.tuple(
            ...keys.map((key) => (fields[key] ?? boolean).map((each) => `${JSON.stringify(key)}: ${each}`)),
          ),
        ),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant<string[]>([]) },
        json.map((each) => [`"unheard of": ${each}`]),
      ),
    )
    .chain(([first, second, third]) =>
      fc.shuffledSubarray([...first, ...second, ...third], {
        minLength: first.length + second.length + third.length,
      }),
    )
    .map((members) => `{${members.join(', ')}}`);
}

function named(names: fc.Arbitrary<string>, values: Text, minLength = 0): Text {
  return fc
    .uniqueArray(fc.tuple(names, values), { selector: ([key]) => key, minLength, maxLength: 4 })
    .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')}}`);
}

function list(values: Text, minLength = 0): Text {
  return fc.array(values, { minLength, maxLength: 3 }).map((each) => `[${each.join(', ')}]`);
}

const path = quoted(
  fc.oneof(
    fc.constantFrom(
      'prompts/a.md',
      'prompts/b.md',
      'prompts/sub/a.md',
      'prompts/true.json',
      'a.md',
      'a',
      'x//y.md',
    ),
    fc.constantFrom(
      'schemas/a.json',
      'schemas/b.json',
      'schemas/b.c.json',
      'schemas//b.json',
      '/a.json',
      '-> b',
    ),
    someText,
  ),
);
const type = quoted(fc.constantFrom('string', 'number', 'boolean', 'array', 'object'));
const value: Text = json.filter((each) => !each.includes('null'));
const plain: Text = fc.oneof(quoted(text), number, boolean);
const fieldParts = { default: value, enum: list(plain, 1), schema: fc.oneof(named(name, json), boolean) };
const field = some(fieldParts, { type, description: quoted(text), required: boolean });
const param = fc.oneof(
  some({ ...fieldParts, description: quoted(text), required: boolean }, { type }),
  plain,
);
const bound = some({}, { max: number, then: quoted(someName) });
const action = some(
  {
    args: fc.oneof(
      quoted(text),
      named(
        name,
        fc.oneof(
          value.filter((each) => !each.startsWith('{')),
          some({}, { expr: quoted(expression) }),
        ),
      ),
    ),
    choose: quoted(text),
    when: quoted(expression),
    limit: bound,
    resets: list(quoted(someName)),
  },
  { target: quoted(someName) },
);
const retry = some({ max: number, reply: number });
const duration = quoted(fc.oneof(fc.constantFrom('30m', '1h30m', '500ms', '1d'), text));
const settings = {
  model: quoted(someText),
  timeout: duration,
  retry,
  permissionMode: quoted(someText),
  allowedTools: list(quoted(someText)),
  maxTurns: number,
};
const onlyOne = (fields: Readonly<Record<string, Text>>): Text =>
  fc.oneof(...Object.entries(fields).map(([key, each]) => some({}, { [key]: each })));

const shared = {
  ...settings,
  description: quoted(text),
  promptParams: named(name, param),
  actions: named(name, action),
  as: quoted(someText),
  onError: quoted(someName),
  maxVisits: bound,
  agent: quoted(fc.constantFrom('actor', 'map/monitor', 'final-verifier')),
  disallowedTools: list(quoted(someText)),
  budgetUsd: number,
  session: fc.oneof(
    quoted(fc.constantFrom('new', 'continue')),
    onlyOne({ of: quoted(someName), fork: quoted(someName) }),
  ),
  output: onlyOne({ schemaPath: path, schema: fc.oneof(named(name, json), boolean) }),
  protocol: quoted(fc.constantFrom('action', 'signal-block')),
  signs: quoted(fc.constantFrom('Planner', 'Actor', 'Judge')),
  reports: list(quoted(fc.constantFrom('PLAN_CREATED', 'SUCCESS', 'PASS')), 1),
  signature: quoted(fc.constantFrom("'1:1:1'", 'visits')),
  escalateBelow: fc.integer({ min: 0, max: 10 }).map(String),
  lenient: boolean,
  appendActions: boolean,
  reminder: fc.oneof(
    quoted(someText),
    some(
      { on: list(quoted(fc.constantFrom('Edit', 'Bash')), 1), before: boolean },
      { text: quoted(someText) },
    ),
  ),
  idempotent: boolean,
  signed: boolean,
  fields: named(name, field),
  set: named(name, quoted(expression)),
  join: fc.oneof(fc.constant('"all"'), some({}, { atLeast: number })),
  workspace: fc.oneof(
    fc.constantFrom('"shared"', '"readonly"'),
    some({}, { worktree: some({ setup: list(quoted(someText), 1) }, { merge: quoted(expression) }) }),
  ),
  key: quoted(expression),
  after: quoted(expression),
  exclusive: quoted(expression),
  concurrency: number,
  onItemFailure: quoted(fc.constantFrom('stop', 'continue')),
  carry: boolean,
  with: named(name, quoted(expression)),
  outcome: quoted(someText),
  reason: quoted(expression),
  result: quoted(expression),
  failed: boolean,
};

const task = (of: string, needed: Readonly<Record<string, Text>>, block: Text | undefined): Text =>
  some(block ? { ...shared, branches: named(name, block, 1), body: block } : shared, {
    type: fc.constant(`"${of}"`),
    ...needed,
  });

const tasksOf = (block: Text | undefined): Text =>
  fc.oneof(
    task('claude', { promptTemplatePath: path }, block),
    ...['promptTemplate', 'prompt'].map((each) => task('claude', { [each]: quoted(someText) }, block)),
    task('end', {}, block),
    task('shell', { command: fc.oneof(quoted(someText), list(quoted(text), 1)) }, block),
    task('decide', {}, block),
    task('workflow', { map: quoted(someText) }, block),
    ...(block
      ? [
          task('parallel', { branches: named(name, block, 1) }, undefined),
          task('foreach', { items: quoted(expression), item: quoted(someText), body: block }, undefined),
        ]
      : []),
  );

const blockOf = (inner: Text | undefined): Text =>
  some(
    { description: quoted(someText) },
    { startTaskDefinition: quoted(someName), taskDefinitions: named(name, tasksOf(inner), 1) },
  );

const situation = fc
  .oneof(
    ...['task', 'action', 'when'].map((each) =>
      some(
        { task: quoted(someName), action: quoted(someName), when: quoted(expression) },
        { [each]: quoted(each === 'when' ? expression : someName) },
      ),
    ),
  )
  .filter(
    (each) =>
      new Set(each.match(/"(?:task|action|when)":/g)).size ===
      (each.match(/"(?:task|action|when)":/g) ?? []).length,
  );
const order = some({}, { first: situation, second: situation });
const claims = {
  always: situation,
  never: situation,
  eventually: situation,
  leadsTo: order,
  precedes: order,
  atMost: some({}, { times: number, of: situation }),
};
const property = fc.oneof(
  ...Object.entries(claims).map(([key, claim]) => some({ description: quoted(someText) }, { [key]: claim })),
);

/** JSON texts of maps of sound shape, with every field, and names and texts as nasty as can be. */
export const randomMapText: Text = some(
  {
    $schema: quoted(text),
    workslipFields: named(name, field),
    defaults: some(settings),
    limits: some({ steps: number, costUsd: number, tokens: number, duration }),
    wall: fc.constant('"required"'),
    properties: named(name, property),
    artifacts: some({
      map: some({
        workflow: quoted(someText),
        goal: quoted(expression),
        subtasks: list(quoted(someText)),
        blueprint: quoted(expression),
        steps: named(someName, fc.constantFrom('"1.0"', '"2.3"')),
        recipes: named(someName, quoted(someText)),
        stages: some({ spec: quoted(expression), research: quoted(expression) }),
        files: list(
          some(
            { schemaPath: quoted(someText), kind: quoted(someText) },
            { path: quoted(someText), content: quoted(expression) },
          ),
        ),
        maxRetries: fc.constant('3'),
      }),
    }),
  },
  {
    description: quoted(someText),
    startTaskDefinition: quoted(someName),
    taskDefinitions: named(name, tasksOf(blockOf(undefined)), 1),
  },
);
