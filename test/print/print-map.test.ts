import { describe, expect, test } from 'vitest';
import { convertMap, formatMap } from '../../src/print/convert.ts';

const printed = (map: object): string =>
  convertMap({ name: 'a.json', text: JSON.stringify(map) }, 'wfmap', () => undefined) ?? 'no map';
const mapOf = (tasks: object, start = 'A') => ({
  description: 'm',
  startTaskDefinition: start,
  taskDefinitions: tasks,
});
/** What is printed behind the head of the map. */
const tasksOf = (tasks: Readonly<Record<string, object>>): string =>
  printed(mapOf(tasks, Object.keys(tasks)[0]))
    .split('\n')
    .slice(2)
    .join('\n');
const laidOut = (text: string) => formatMap({ name: 'a.wfmap', text: `map "m"\n\n${text}` }, () => undefined);

describe('a name of a task', () => {
  test.each([
    ['Review Plan', 'Review Plan'],
    ['Phase 2', 'Phase 2'],
    ['Wave 2b', 'Wave 2b'],
    ['end', 'end'],
    ['Go on', '"Go on"'],
    ['if so', '"if so"'],
    ['2 Waves', '"2 Waves"'],
    ['Two  blanks', '"Two  blanks"'],
    [' Led', '" Led"'],
    ['Go -> On', '"Go -> On"'],
    ['Überprüfung Ω', 'Überprüfung Ω'],
    ['Phase ²', '"Phase ²"'],
    ['a\nb', String.raw`"a\nb"`],
  ])('%j is written %s', (name, written) => {
    const dsl = tasksOf({ [name]: { type: 'end' } });
    expect(dsl).toBe(`end ${written}\n`);
  });
});

describe('a text', () => {
  test.each([
    ['plain', '"plain"'],
    ['say "it" now', '"""say "it" now"""'],
    ['a\\d', String.raw`"""a\d"""`],
    ['"begins', String.raw`"\"begins"`],
    ['ends"', String.raw`"ends\""`],
    ['a """ b', '""""a """ b""""'],
    ['tab\tand "quote"', String.raw`"tab\tand \"quote\""`],
    ['half \ud800 "x"', String.raw`"half \ud800 \"x\""`],
  ])('%j is written %s', (text, written) => {
    expect(tasksOf({ A: { type: 'end', description: text } })).toBe(`end A ${written}\n`);
  });
});

describe('folders', () => {
  const claude = (path: string) => ({ type: 'claude', promptTemplatePath: path });
  const all = (...paths: string[]) =>
    tasksOf(Object.fromEntries(paths.map((each, at) => [`T${at}`, claude(each)])));

  test('the one that most paths are in is named once, and its files by one word', () => {
    const dsl = all('p/a.md', 'q/b.md', 'q/c.md', 'q/sub/d.md', 'q/e.txt', 'f');
    expect(dsl).toContain('templates q\n');
    expect(dsl.match(/(?<=template ).*/g)).toEqual(['p/a.md', 'b', 'c', 'q/sub/d.md', 'q/e.txt', '"f"']);
  });

  test('none is named for a single file', () => {
    expect(all('p/a.md', 'q/b.md')).not.toContain('templates');
  });

  test('paths in blocks count', () => {
    const body = { startTaskDefinition: 'B', taskDefinitions: { B: claude('p/b.md') } };
    const dsl = tasksOf({ A: claude('p/a.md'), F: { type: 'foreach', item: 'x', items: '[1]', body } });
    expect(dsl).toContain('templates p\n');
  });
});

describe('lines', () => {
  test('short settings share one, up to the width; others stand alone', () => {
    const dsl = tasksOf({
      A: {
        type: 'claude',
        agent: 'monitor',
        promptTemplatePath: 'p.md',
        promptParams: { x: 1 },
        model: 'opus',
        timeout: '30m',
        allowedTools: Array.from({ length: 12 }, (_, index) => `Tool${index}Abc`),
        maxTurns: 3,
      },
    });
    expect(dsl).toBe(`claude A
  agent monitor template p.md
  param x = 1
  model opus timeout 30m
  allowedTools Tool0Abc, Tool1Abc, Tool2Abc, Tool3Abc, Tool4Abc, Tool5Abc, Tool6Abc, Tool7Abc, Tool8Abc, Tool9Abc, Tool10Abc, Tool11Abc
  maxTurns 3
`);
  });

  test('a clause that a comment or a blank line stands before begins one', () => {
    const text = `claude A
  agent monitor // who
  model opus
  // how long
  timeout 30m

  maxTurns 3
  prompt "x"
`;
    expect(laidOut(text)).toBe(`map "m"\n\n${text}`);
  });

  test('an action that is too long is broken where its parts begin', () => {
    const when = `size(${'x'.repeat(70)}) == 0`;
    const action = { target: 'A', choose: 'c'.repeat(30), when, limit: { max: 3, then: 'A' } };
    expect(tasksOf({ A: { type: 'decide', actions: { Again: action } } })).toBe(`decide A
  Again -> A "${'c'.repeat(30)}"
    when ${when} at most 3 then A
`);
  });

  test('blank lines part tasks, and no ends', () => {
    expect(laidOut('decide A\n  -> B\nend B\n\nend C\ndecide D\n  -> B')).toBe(
      'map "m"\n\ndecide A\n  -> B\n\nend B\n\nend C\n\ndecide D\n  -> B\n',
    );
    expect(laidOut('decide A\n  -> B\nend B\nend C')).toBe('map "m"\n\ndecide A\n  -> B\n\nend B\nend C\n');
  });
});

test('artifacts stay together, whatever stands between their words', () => {
  const text = 'artifacts map-m with\n\ngoal = story\n\nsubtasks Build with\n\n\nblueprint\nend Done\n';
  const once = laidOut(text);
  expect(once).toBe(`map "m"

artifacts map-m
  with goal = story

  subtasks Build
  with blueprint

end Done
`);
});

describe('comments', () => {
  test('stay where they are about something', () => {
    const text = `// what this is for
templates p // where prompts are

// the first
claude A // who
  template a
  // why
  -> B when true // and when

// the second
claude B
  template b
  // at the end of it

// over
end C
`;
    expect(laidOut(text)).toBe(`map "m"

${text.replace('when true', 'always')}`);
  });

  test('stay in the value that they are in', () => {
    const text = `claude A
  prompt "p"
  output { type: "object", // of two parts
  // both of them
    properties: { a: { type: "string" }, // the first
      b: {type: "number"} } // the second
  }
  -> C always

shell B
  command ["sh", // the shell
    "-c", "true"]
  -> C always

end C
`;
    expect(laidOut(text)).toBe(`map "m"

claude A
  prompt "p"
  output {
    type: "object", // of two parts
    // both of them
    properties: {
      a: { type: "string" }, // the first
      b: { type: "number" }
    } // the second
  }
  -> C always

shell B
  command [
    "sh", // the shell
    "-c",
    "true"
  ]
  -> C always

end C
`);
  });
});
