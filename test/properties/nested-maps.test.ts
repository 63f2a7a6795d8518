import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checked, mapOf } from '../helpers/maps.ts';

/** What a block of a random map may read, by name: always lists of texts, or texts. */
interface Sight {
  readonly lists: readonly string[];
  readonly texts: readonly string[];
  readonly depth: number;
}

interface Tasks {
  readonly tasks: Record<string, object>;
  readonly start: string;
}

/** Names are given out in order, so that none is bound twice in one another. */
class Names {
  #count = 0;
  next(kind: string): string {
    this.#count += 1;
    return `${kind}${this.#count}`;
  }
}

const bytes = fc.array(fc.nat(255), { minLength: 150, maxLength: 150 });

/** Choices from a list of numbers; zero once they are used up. */
class Choices {
  readonly #rest: number[];
  constructor(numbers: readonly number[]) {
    this.#rest = numbers.toReversed();
  }
  below(limit: number): number {
    return (this.#rest.pop() ?? 0) % limit;
  }
  of<T>(list: readonly T[], otherwise: T): T {
    return list[this.below(Math.max(1, list.length))] ?? otherwise;
  }
}

class Maker {
  readonly #names = new Names();
  readonly #choices: Choices;
  constructor(numbers: readonly number[]) {
    this.#choices = new Choices(numbers);
  }

  /** A chain of tasks to one of its ends, each of which may read what the ones before it bound. */
  block(sight: Sight, length = 1 + this.#choices.below(3)): Tasks {
    const tasks: Record<string, object> = {};
    const names = Array.from({ length }, () => this.#names.next('Task'));
    const [good, bad] = [this.#names.next('Good'), this.#names.next('Bad')];
    let seen = sight;
    for (const [index, name] of names.entries()) {
      const made = this.#task(seen, { next: names[index + 1] ?? good, bad });
      tasks[name] = made.task;
      seen = { ...seen, texts: [...seen.texts, ...made.texts] };
    }
    tasks[good] = { type: 'end', result: `{"text": ${this.#choices.of(seen.texts, '"none"')}}` };
    tasks[bad] = { type: 'end', failed: true, outcome: 'bad' };
    return { tasks, start: names[0] ?? good };
  }

  #task(
    sight: Sight,
    to: { readonly next: string; readonly bad: string },
  ): { readonly task: object; readonly texts: readonly string[] } {
    const as = this.#names.next('name');
    const kind = this.#choices.below(sight.depth === 0 ? 2 : 5);
    const route = (when: string) => ({ Well: { target: to.next, when }, Badly: { target: to.bad } });
    if (kind === 0) {
      const text = this.#choices.of(sight.texts, 'run.id');
      const task = {
        type: 'claude',
        promptTemplate: `Work on \${${text}}.`,
        as,
        actions: { Well: { target: to.next, choose: 'it is done' }, Badly: { target: to.bad } },
      };
      return { task, texts: [`${as}.text`] };
    }
    if (kind === 1) {
      const command = ['echo', `\${${this.#choices.of(sight.texts, 'run.root')}}`];
      return {
        task: { type: 'shell', command, as, actions: route('result.exitCode == 0') },
        texts: [`${as}.stdout`],
      };
    }
    const inner = { ...sight, depth: sight.depth - 1, texts: [...sight.texts, 'workspace.path'] };
    if (kind === 2)
      return { task: this.#foreach(inner, { as, actions: route('items.size() >= 0') }), texts: [] };
    return { task: this.#parallel(inner, { as, route }), texts: [] };
  }

  #foreach(sight: Sight, rest: object): object {
    const item = this.#names.next('item');
    const body = this.#blockOf(this.block({ ...sight, texts: [...sight.texts, item] }));
    const keyed = this.#choices.below(2) === 0 ? {} : { key: item, after: '[]', carry: true };
    const workspace =
      this.#choices.below(2) === 0 ? {} : { workspace: { worktree: { merge: 'result.outcome != "bad"' } } };
    return {
      type: 'foreach',
      items: this.#choices.of(sight.lists, '["a"]'),
      item,
      body,
      ...keyed,
      ...workspace,
      ...rest,
    };
  }

  #parallel(
    sight: Sight,
    { as, route }: { readonly as: string; readonly route: (when: string) => object },
  ): object {
    const branches = Object.fromEntries(
      Array.from({ length: 1 + this.#choices.below(3) }, () => [
        this.#names.next('branch'),
        this.#blockOf(this.block(sight)),
      ]),
    );
    const [first = ''] = Object.keys(branches);
    const join = this.#choices.below(2) === 0 ? {} : { join: { atLeast: 1 } };
    const actions = route(`result.${first}.outcome != "bad" && has(branches.${first}.result.text)`);
    return { type: 'parallel', branches, as, ...join, actions };
  }

  #blockOf({ tasks, start }: Tasks): object {
    return { startTaskDefinition: start, taskDefinitions: tasks };
  }
}

test('a map of blocks in blocks that is right by construction has no error', () => {
  const files = {
    type: 'array',
    description: 'x',
    required: true,
    schema: { type: 'array', items: { type: 'string' } },
  };
  fc.assert(
    fc.property(bytes, (numbers) => {
      const { tasks, start } = new Maker(numbers).block({ lists: ['files'], texts: ['run.id'], depth: 3 }, 4);
      const text = mapOf(tasks, { startTaskDefinition: start, workslipFields: { files } });
      const errors = checked(text).diagnostics.filter(({ severity }) => severity === 'error');
      expect(errors.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
