import { describe, expect, test } from 'vitest';
import { UNKNOWN_PROJECT } from '../../../src/model/project-insight.ts';
import { commandInputsOf, withCommandRules } from '../../../src/run/program/command-rules.ts';

const rulesOf = (...checks: readonly string[]): readonly string[] =>
  withCommandRules(['Bash(@project)'], { ...UNKNOWN_PROJECT, checks }, new Map());

describe("a project's own commands", () => {
  test('are allowed as they are and with further arguments, each once, in the place of the word for them', () => {
    const project = {
      ...UNKNOWN_PROJECT,
      checks: ['npm test', 'ruff check .'],
      build: './gradlew build',
      test: 'npm test',
      lint: 'CI=1 npx eslint src',
    };
    expect(withCommandRules(['Read', 'Bash(@project)', 'Glob'], project, new Map())).toEqual([
      'Read',
      'Bash(npm test)',
      'Bash(npm test *)',
      'Bash(ruff check .)',
      'Bash(ruff check . *)',
      'Bash(./gradlew build)',
      'Bash(./gradlew build *)',
      'Bash(CI=1 npx eslint src)',
      'Bash(CI=1 npx eslint src *)',
      'Glob',
    ]);
  });

  test('are those between "&&" and ";"', () => {
    expect(rulesOf('make lint && make test; make docs')).toEqual(
      ['make lint', 'make test', 'make docs'].flatMap((each) => [`Bash(${each})`, `Bash(${each} *)`]),
    );
  });

  test.each([
    'npx',
    'sudo sh',
    'env',
    'env A=1 bash',
    'node',
    '/usr/bin/python3',
    'python3 -',
    'sh -c',
    'node -e',
    'bash -xc',
    'npm test | tee log',
    'npm test > log',
    'npm $TARGET',
    'make $(cat target)',
    'pytest tests/*',
    'echo "a"',
    'make (x)',
    'make\ntest',
    'A=1',
    '',
    `make ${'x'.repeat(500)}`,
  ])('make no rule of %j', (line) => {
    expect(rulesOf(line)).toEqual([]);
  });

  test('are allowed nobody who does not ask for them', () => {
    const rules = ['Bash(npm *)'];
    expect(
      withCommandRules(rules, { ...UNKNOWN_PROJECT, test: 'make' }, new Map([['testCommand', 'just test']])),
    ).toEqual(rules);
  });
});

describe('the commands that a run was started with', () => {
  const field = { description: '', required: false, default: undefined, enum: undefined, schema: undefined };
  const fields = [
    { ...field, name: 'testCommand', type: 'string', isCommand: true },
    { ...field, name: 'buildCommand', type: 'string', isCommand: true },
    { ...field, name: 'story', type: 'string' },
  ] as const;
  const given = { testCommand: './run-tests.sh', buildCommand: '', story: 'rm -rf x', other: 'date' };

  test('are the inputs of the type command, and allowed who asks for them', () => {
    const commands = commandInputsOf({ fields: given }, { fields });
    expect([...commands]).toEqual([
      ['testCommand', './run-tests.sh'],
      ['buildCommand', ''],
    ]);
    expect(withCommandRules(['Bash(@inputs)', 'Read'], UNKNOWN_PROJECT, commands)).toEqual([
      'Bash(./run-tests.sh)',
      'Bash(./run-tests.sh *)',
      'Read',
    ]);
  });

  test('are allowed one by one who names them; one that was not given allows nothing', () => {
    const commands = new Map([
      ['testCommand', 'just test'],
      ['lintCommand', 'just lint'],
      ['buildCommand', ''],
    ]);
    const rulesOf = (name: string) => withCommandRules([`Bash(@inputs.${name})`], UNKNOWN_PROJECT, commands);
    expect(rulesOf('lintCommand')).toEqual(['Bash(just lint)', 'Bash(just lint *)']);
    for (const name of ['buildCommand', 'story', 'other', '', 'testCommand.x', '__proto__'])
      expect(rulesOf(name), name).toEqual([]);
  });

  test('are none where another run has started this one, and before it has started', () => {
    expect(commandInputsOf({ fields: given, within: [{ run: 'r', agent: 'a' }] }, { fields }).size).toBe(0);
    expect(commandInputsOf(undefined, { fields }).size).toBe(0);
  });
});
