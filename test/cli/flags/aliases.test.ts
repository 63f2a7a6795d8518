import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALIASES, aliasExamples, toComplete, usageOf, withoutAlias } from '../../../src/cli/flags/aliases.ts';
import { LISTED_COMMANDS, nameOf } from '../../../src/cli/listed-commands.ts';
import { everyFlag } from './declared.ts';

const lineOf = (line: string): readonly string[] => line.split(' ');

describe('an alias means its command', () => {
  test.each([
    ['workflow run --workflowMap=do.json --storyId=42', 'run do.json --storyId=42'],
    ['workflow run --storyId=42 --workflowMap do.json --json', 'run do.json --storyId=42 --json'],
    ['workflow run --workflow-map=do.json', 'run do.json'],
    ['workflow run --workflowMap=-do.json', 'run ./-do.json'],
    ['workflow run --workflowMap=a=b.json', 'run a=b.json'],
    ['workflow run --workflowMap=do.json -- --workflowMap=x', 'run do.json -- --workflowMap=x'],
    ['workflow run --workflowMap=do.json stray', 'run do.json stray'],
    ['task run --slip=s/slip-001/ --taskDefinitionName=Code', 'resume s/slip-001/ --from=Code'],
    ['task run --continue=true --taskDefinitionName=Code --slip s', 'resume s --from=Code --continue=true'],
    ['task run --task-definition-name=--x --slip=s', 'resume s --from=--x'],
    ['workflow --help', 'run --help'],
    ['task run -h', 'resume -h'],
    ['task run --slip=s --help', 'resume s --help'],
  ])('%s', (line, meant) => {
    expect(withoutAlias(lineOf(line))).toEqual(lineOf(meant));
  });

  test('with values of any characters', () => {
    const value = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(value, value, fc.array(value), (slip, task, rest) => {
        const words = rest.map((each) => `word ${each}`);
        const line = ['task', 'run', ...words, `--slip=${slip}`, `--taskDefinitionName=${task}`];
        const run = slip.startsWith('-') ? `./${slip}` : slip;
        expect(withoutAlias(line)).toEqual(['resume', run, `--from=${task}`, ...words]);
      }),
    );
  });
});

test('a line without an alias stays as it is', () => {
  for (const { command } of ALIASES) {
    const words = [command, 'workflow', 'run', '--workflowMap=x', '--slip=y'];
    expect(withoutAlias(words)).toBe(words);
  }
  expect(withoutAlias([])).toEqual([]);
});

test('an alias means a command, and flags of it, and hides none', () => {
  const commands = LISTED_COMMANDS.map(nameOf);
  for (const { words, command, flags } of ALIASES) {
    expect(commands).toContain(command);
    expect(commands).not.toContain(words[0]);
    const own = everyFlag.filter((flag) => flag.command === command).map(({ name }) => name);
    for (const { name, means } of flags) {
      expect(own).not.toContain(name);
      if (means !== undefined) expect(own).toContain(means);
    }
  }
});

test('the help of a command has its aliases, as they are written', () => {
  expect(aliasExamples('resume').map(([line]) => line)).toEqual([
    'wfmap task run --slip=<run> --taskDefinitionName=<task> [--field=value …]',
  ]);
  for (const alias of ALIASES) {
    const words = usageOf(alias).split(' ').slice(1, -2);
    expect(withoutAlias(words)[0]).toBe(alias.command);
  }
});

describe('a line that is to be completed', () => {
  test.each([
    ['workflow', 'workflow', []],
    ['workflow ', 'workflow ', ['run']],
    ['task r', 'task r', ['run']],
    ['workflow run ', 'run ', []],
    ['workflow run --', 'run --', ['--workflowMap']],
    ['workflow run --workflowMap ', 'run ', []],
    ['workflow run --json --workflowMap do', 'run --json do', []],
    ['workflow run --workflowMap do.json --', 'run do.json --', []],
    ['task run --', 'resume --', ['--slip', '--taskDefinitionName']],
    ['task run --slip s --t', 'resume s --t', ['--taskDefinitionName']],
    ['task run --slip s --taskDefinitionName ', 'resume s --from ', []],
    ['task run --slip --x ', 'resume --x ', []],
    ['run --workflowMap ', 'run --workflowMap ', []],
  ])('%j is that of its command', (line, meant, offered) => {
    expect(toComplete(lineOf(line))).toEqual({ words: lineOf(meant), offered });
  });
});
