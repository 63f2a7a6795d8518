import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Field } from '../model/field.ts';
import type { MapEffect, MapLine, MapStart, StartForm as Form } from '../report/shapes.ts';
import { formatCommand } from '../util/format-command.ts';
import type { Source } from './api.ts';
import { FieldInput, textOf, typedValues } from './field-input.tsx';
import { runAddress } from './route.ts';
import { countWords } from './model/words.ts';
import { wordsOf } from './use-source.ts';

interface StartFormProps {
  readonly source: Source;
  readonly line: MapLine;
  readonly start: MapStart;
}

/** What was filled in, as it was typed. */
interface Filled {
  readonly goal: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly agent: Form['agent'];
  readonly maxSteps: string;
  readonly maxCost: string;
}

const EMPTY: Filled = { goal: '', fields: {}, agent: 'claude', maxSteps: '', maxCost: '' };

/** A form for the inputs of a map, with what a run of it may do, its limits, and the line that does the same. */
export function StartForm({ source, line, start }: StartFormProps): JSX.Element {
  const [filled, setFilled] = useState(EMPTY);
  const { isSending, words, send } = useStart(source);
  const form = formOf(line, start, filled);
  const missing = missingIn(start, filled);
  const isReady = missing.length === 0 && !isSending;
  const submit = (): void => {
    if (isReady) void send(form);
  };
  const set = (change: Partial<Filled>): void => setFilled({ ...filled, ...change });
  return (
    <section class="pad" aria-label="Start">
      <h2>Start a run</h2>
      <form
        class="answer"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit();
        }}
      >
        <Inputs {...{ start, filled, set }} />
        <Limits {...{ filled, set }} />
        <Effects start={start} />
        {source.start === undefined ? (
          <p class="quiet">This page only shows. Type:</p>
        ) : (
          <div class="row">
            <button type="submit" class="button primary" data-send="true" disabled={!isReady}>
              {filled.agent === 'scripted' ? 'Play it without agents' : 'Start'} <kbd>Ctrl ↵</kbd>
            </button>
            {missing.length > 0 ? <span class="quiet">Needs {missing.join(', ')}.</span> : null}
          </div>
        )}
        <p class="note" role="status">
          {words}
        </p>
        <pre class="line">{lineOf(form)}</pre>
      </form>
    </section>
  );
}

/** Starts a run, says what became of it, and goes to it. */
function useStart({ start }: Source) {
  const [state, setState] = useState({ isSending: false, words: '' });
  const send = async (form: Form): Promise<void> => {
    if (start === undefined) return;
    setState({ isSending: true, words: 'Starting…' });
    try {
      const { run } = await start(form);
      location.hash = runAddress(run);
    } catch (thrown) {
      setState({ isSending: false, words: wordsOf(thrown) });
    }
  };
  return { ...state, send };
}

interface PartProps {
  readonly filled: Filled;
  readonly set: (change: Partial<Filled>) => void;
}

/** What stands in place of a story. */
const GOAL: Field = {
  name: 'goal',
  type: 'string',
  description: 'What is to be done',
  required: false,
  default: undefined,
  enum: undefined,
  schema: undefined,
};

/** What must be given is in sight, the rest behind a click. */
function Inputs({ start, filled, set }: PartProps & { readonly start: MapStart }): JSX.Element {
  const first = start.fields.filter(isRequired);
  const others = start.fields.filter((field) => !isRequired(field));
  return (
    <>
      {start.takesGoal ? (
        <FieldInput
          field={GOAL}
          note="in place of a story"
          rows={4}
          value={filled.goal}
          onChange={(goal) => set({ goal })}
        />
      ) : null}
      <FieldInputs {...{ start, filled, set }} fields={first} />
      {others.length === 0 ? null : (
        <details>
          <summary>{countWords(others.length, 'more input')}</summary>
          <FieldInputs {...{ start, filled, set }} fields={others} />
        </details>
      )}
    </>
  );
}

interface FieldInputsProps extends PartProps {
  readonly start: MapStart;
  readonly fields: readonly Field[];
}

function FieldInputs({ start, fields, filled, set }: FieldInputsProps): JSX.Element {
  return (
    <>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          note={noteOf(field, isNeeded(field, start, filled))}
          value={filled.fields[field.name] ?? ''}
          onChange={(value) => set({ fields: { ...filled.fields, [field.name]: value } })}
        />
      ))}
    </>
  );
}

function noteOf({ default: byDefault, type }: Field, needs: boolean): string {
  const json = type === 'array' || type === 'object' ? ['as JSON'] : [];
  const without =
    byDefault === undefined || byDefault === ''
      ? needs
        ? []
        : ['optional']
      : [`default ${textOf(byDefault)}`];
  return [...json, ...without].join(', ');
}

function isRequired({ required, default: byDefault }: Field): boolean {
  return required && byDefault === undefined;
}

/** A goal takes the place of a story and of its id. */
function isNeeded(field: Field, start: MapStart, { goal, fields }: Filled): boolean {
  const { name } = field;
  if (!isRequired(field)) return false;
  if (!start.takesGoal || (name !== 'story' && name !== 'storyId')) return true;
  const given = [goal, ...(name === 'story' ? [fields['storyId'] ?? ''] : [])];
  return given.every((each) => each.trim() === '');
}

function missingIn(start: MapStart, filled: Filled): readonly string[] {
  const missing = start.fields.filter(
    (field) => isNeeded(field, start, filled) && (filled.fields[field.name] ?? '').trim() === '',
  );
  const names = missing.map(({ name }) => name);
  return names.includes('storyId') && start.takesGoal
    ? ['a goal or a story', ...names.filter((each) => each !== 'storyId' && each !== 'story')]
    : names;
}

function Limits({ filled, set }: PartProps): JSX.Element {
  return (
    <fieldset class="row limits">
      <legend class="hidden">Agents and limits</legend>
      <label>
        Agents{' '}
        <select
          value={filled.agent}
          onChange={(event) =>
            set({ agent: event.currentTarget.value === 'scripted' ? 'scripted' : 'claude' })
          }
        >
          <option value="claude">Claude</option>
          <option value="scripted">none: a simulation</option>
        </select>
      </label>
      <label>
        At most ${' '}
        <input
          inputMode="decimal"
          aria-label="At most, in US dollars"
          value={filled.maxCost}
          onInput={(event) => set({ maxCost: event.currentTarget.value })}
        />
      </label>
      <label>
        At most{' '}
        <input
          inputMode="numeric"
          aria-label="At most, in steps"
          value={filled.maxSteps}
          onInput={(event) => set({ maxSteps: event.currentTarget.value })}
        />{' '}
        steps
      </label>
    </fieldset>
  );
}

/** What a run may do. What the map does not bound, it says. */
function Effects({ start: { effects, needsWall } }: { readonly start: MapStart }): JSX.Element {
  return (
    <div>
      <h3>What its tasks may change</h3>
      {effects.length === 0 ? <p class="quiet">No task of this map changes files.</p> : null}
      <ul class="texts">
        {effects.map((effect) => (
          <Effect key={effect.text} effect={effect} />
        ))}
      </ul>
      {needsWall ? <p>It starts only where a wall can be put around each task.</p> : null}
    </div>
  );
}

function Effect({ effect: { text, tasks } }: { readonly effect: MapEffect }): JSX.Element {
  return (
    <li>
      {text} <span class="quiet">{tasks.join(', ')}</span>
    </li>
  );
}

function formOf({ name }: MapLine, { fields }: MapStart, filled: Filled): Form {
  return {
    map: name,
    fields: typedValues(fields, filled.fields),
    goal: filled.goal.trim(),
    agent: filled.agent,
    maxSteps: countOf(filled.maxSteps),
    maxCostUsd: countOf(filled.maxCost),
  };
}

/** A limit as it was typed; 0 for an empty or an unreadable one. */
function countOf(text: string): number {
  const count = Number(text.trim());
  return Number.isFinite(count) && count > 0 ? count : 0;
}

/** The line that does the same. */
function lineOf({ map, fields, goal, agent, maxSteps, maxCostUsd }: Form): string {
  const set = Object.entries(fields).flatMap(([name, value]) => ['--set', `${name}=${textOf(value)}`]);
  return formatCommand([
    'wfmap',
    'run',
    map,
    ...(goal === '' ? [] : ['--goal', goal]),
    ...set,
    ...(agent === 'claude' ? [] : ['--agent', agent]),
    ...(maxCostUsd === 0 ? [] : ['--max-cost', String(maxCostUsd)]),
    ...(maxSteps === 0 ? [] : ['--max-steps', String(maxSteps)]),
  ]);
}
