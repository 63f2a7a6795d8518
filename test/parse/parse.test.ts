import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { renderConcise } from '../../src/diagnostics/render-concise.ts';
import { renderPretty } from '../../src/diagnostics/render-pretty.ts';
import { toJson } from '../../src/diagnostics/to-json.ts';
import { anyText } from '../helpers/any-text.ts';
import { checked, FIXTURE_MAPS, mapOf, parsed, SEED_EXAMPLE, spelled } from '../helpers/maps.ts';

/** Places outside of the text; rendering them all is part of the law. */
const misplaced = (text: string) => {
  const { diagnostics } = checked(text);
  renderPretty(diagnostics, { color: true, width: 40 });
  renderConcise(diagnostics);
  JSON.stringify(toJson(diagnostics, 1));
  return diagnostics
    .flatMap(({ span, related, fix }) => [
      span,
      ...related.map((each) => each.span),
      ...(fix?.edits ?? []).map((edit) => edit.span),
    ])
    .filter(
      ({ source, start, end }) => source.text !== text || start < 0 || start > end || end > text.length,
    );
};
const law = (text: string) => {
  expect(misplaced(text)).toEqual([]);
};

describe('any text is read without a throw, and all places lie in it', () => {
  test('text of any kind', () => {
    expect.hasAssertions();
    fc.assert(fc.property(anyText(200), law));
  });

  test('tokens of JSON in any order', () => {
    expect.hasAssertions();
    const token = fc.constantFrom(
      ...'{ } [ ] : , " \\ / \n \t 0 1 - . e E +'.split(' '),
      ' ',
      '"a"',
      '"\\u00',
      'true',
      'null',
      '//',
      '/*',
      '\ufeff',
    );
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 60 }).map((each) => each.join('')),
        law,
      ),
    );
  });

  test('any value of JSON', () => {
    expect.hasAssertions();
    fc.assert(fc.property(fc.json(), law));
  });

  test('maps with a stretch cut out or put in', () => {
    expect.hasAssertions();
    const change = fc.tuple(
      fc.constantFrom(...FIXTURE_MAPS),
      fc.nat(),
      fc.nat({ max: 30 }),
      fc.oneof(
        fc.constantFrom('', '"', '{', '}', ',', '0', '\u0000', '\ud800', '${', '__proto__'),
        fc.string(),
      ),
    );
    const mutate = ([text, at, length, put]: [string, number, number, string]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + length);
    };
    fc.assert(fc.property(change.map(mutate), law), { numRuns: 1000 });
  });

  test('a million brackets', () => {
    expect.hasAssertions();
    law('['.repeat(1_000_000));
    law('{"a":'.repeat(200_000));
  });
});

test('white space between tokens changes nothing but places', () => {
  const blank = fc.constantFrom('', ' ', '\n', '\r\n', '\t  ');
  fc.assert(
    fc.property(fc.constantFrom(...FIXTURE_MAPS), fc.infiniteStream(blank), (text, blanks) => {
      const value = attempt(text);
      if (value === undefined) return;
      const strings: string[] = [];
      const compact = JSON.stringify(value).replace(
        /"(?:[^"\\]|\\.)*"/g,
        (each) => `@${strings.push(each) - 1}@`,
      );
      const spread = compact
        .replace(
          /[{}[\]:,]/g,
          (each) => `${String(blanks.next().value)}${each}${String(blanks.next().value)}`,
        )
        .replace(/@(\d+)@/g, (_, index) => strings[Number(index)] ?? '');
      const reported = (each: Diagnostic) => [each.code, each.message, withoutBlanks(spelled(each))];
      expect(checked(spread).diagnostics.map(reported)).toEqual(
        checked(JSON.stringify(value)).diagnostics.map(reported),
      );
    }),
  );
});

/** The value that a stretch spells, or a member, so that blanks between its tokens do not count; else the stretch. */
function withoutBlanks(text: string): unknown {
  return attempt(text) ?? attempt(`{${text}}`) ?? text;
}

function attempt(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('a document', () => {
  const text = `{
  "description": "An example",
  "startTaskDefinition": "b",
  "taskDefinitions": {
    "b": { "type": "claude", "prompt": "Go.", "promptParams": { "x": 5, "y": { "type": "string" } },
      "actions": { "9": { "target": "2", "args": "--x=1 --y='a b'" }, "1": { "target": "1", "limit": { "max": 2, "then": "2" } } } },
    "2": { "type": "end", "failed": true },
    "1": { "type": "end" }
  }
}`;
  const { document } = parsed(text);
  const task = document?.map.block.tasks[0];
  if (!document || task?.type !== 'claude') throw new Error('The example is a map.');
  const at = (node: object | undefined, part?: string) => {
    const span = document.spanOf(node ?? {}, part);
    return text.slice(span.start, span.end);
  };

  test('has its tasks and actions in the order of the text, numbers as names included', () => {
    expect(document.map.block.tasks.map((each) => each.name)).toEqual(['b', '2', '1']);
    expect(task.actions.map((each) => each.name)).toEqual(['9', '1']);
  });

  test('knows the place of every node and of its parts', () => {
    expect(at(document.map, 'description')).toBe('"An example"');
    expect(at(document.map.block, 'startTaskDefinition')).toBe('"b"');
    expect(at(task, 'name')).toBe('"b"');
    expect(at(task, 'prompt')).toBe('"Go."');
    expect(at(task.prompt, 'name')).toBe('"prompt"');
    expect(at(task.params[0])).toBe('"x": 5');
    expect(at(task.params[0], 'value')).toBe('5');
    expect(at(task.params[1], 'type')).toBe('"string"');
    expect(at(task.actions[0], 'target')).toBe('"2"');
    expect(at(task.actions[0]?.args[1])).toBe("--y='a b'");
    expect(at(task.actions[1]?.limit, 'then')).toBe('"2"');
    expect(at(document.map.block.tasks[2])).toBe('"1": { "type": "end" }');
  });

  test('gives the whole node for a part that is absent', () => {
    expect(at(document.map.block.tasks[2], 'failed')).toBe('"1": { "type": "end" }');
  });
});

test('a fault of a part that stands alone leaves a document to check the names of', () => {
  const { document, diagnostics } = parsed(mapOf({ Work: { type: 'claude', timeout: '5', actions: {} } }));
  const codes = diagnostics.map((each) => each.code);
  expect(codes.toSorted()).toEqual(['malformed-duration', 'missing-prompt']);
  expect(document?.map.block.tasks).toHaveLength(1);
});

test('a fault of shape leaves no document', () => {
  expect(parsed(mapOf({ Work: { type: 'claude', prompt: 5 } })).document).toBeUndefined();
});

test('the example of the format decodes to what it says', () => {
  const { document, diagnostics } = parsed(SEED_EXAMPLE);
  expect(diagnostics).toEqual([]);
  expect(document?.map.fields.map((field) => field.name)).toEqual(['storyId', 'subtaskId']);
  expect(document?.map.block.tasks.at(-1)).toEqual({
    type: 'end',
    name: 'End Workflow',
    description: undefined,
    outcome: 'End Workflow',
    result: undefined,
    failed: false,
  });
});
