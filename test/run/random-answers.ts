import fc from 'fast-check';
import type { Answer, Answers } from './answers.ts';
import type { Json, JsonMap } from './map-json.ts';

/** Mostly legal answers, by place, so that a run that is taken up again is answered alike. */
export function answersTo(map: JsonMap, isCheap: boolean): fc.Arbitrary<Answers> {
  const drafts = fc.record({
    pick: fc.nat(5),
    kind: fc.constantFrom('', '', '', '', '', '', 'nonsense', 'transport', 'permanent'),
    text: fc.constantFrom('', 'Go', 'é'),
    ok: fc.constantFrom<Json>(true, false, true, false, 'yes'),
    n: fc.constantFrom(undefined, 2, 3),
    exitCode: fc.constantFrom(0, 2, 3),
    stdout: fc.constantFrom('', 'x', '{"ok":true}', '[1]'),
    fields: fc.constant({}),
    costUsd: fc.constantFrom(0, 0.25),
    tokens: fc.constantFrom(0, 10),
  });
  const names = map.taskDefinitions.map(([name]) => name);
  return fc.array(drafts, { minLength: 1, maxLength: 30 }).map((list) =>
    // fast-check shows the list of a counterexample through this.
    Object.assign(
      (task: string, visit: number, turn: number): Answer => {
        const place = names.indexOf(task);
        const draft = list[(place * 7 + visit * 3 + turn) % list.length]!;
        const { pick, kind, text, ok, n, exitCode, stdout, fields, ...spent } = draft;
        const cost = isCheap ? {} : spent;
        if (kind === 'transport' || kind === 'permanent') return { fail: kind, ...cost };
        if (kind === 'nonsense') return { reply: '?', exitCode, stdout, ...cost };
        const actions = map.taskDefinitions[place]?.[1].actions ?? [];
        const action = actions[pick % Math.max(actions.length, 1)]?.[0];
        const output = n === undefined ? { ok } : { ok, n };
        return {
          ...(action === undefined ? {} : { action }),
          text,
          output,
          exitCode,
          stdout,
          fields,
          ...cost,
        };
      },
      { toString: () => JSON.stringify(list) },
    ),
  );
}
