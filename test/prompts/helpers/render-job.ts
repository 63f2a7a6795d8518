import { invariant } from '../../../src/util/invariant.ts';
import { collect } from '../../../src/diagnostics/diagnostic.ts';
import type { Value } from '../../../src/model/value.ts';
import { PartialLinker } from '../../../src/prompt/parse/link-partials.ts';
import { parsePartial, parseTemplate } from '../../../src/prompt/parse/parse-template.ts';
import { renderPrompt } from '../../../src/prompt/render/render-prompt.ts';
import type { Template } from '../../../src/prompt/parse/template.ts';
import { PROMPT_FILES } from './job-map.ts';
import type { Job } from './jobs.ts';

/** The text that is sent for a job, where its parameters hold these values and all others nothing. */
export function renderJob({ prompt, agent, settings }: Job, values: Readonly<Record<string, Value>>): string {
  const path = `prompts/map/${prompt}.md`;
  const template = templateAt(path);
  const role = templateAt(`prompts/agents/${agent}.md`);
  const declared = [...template.parameters, ...role.parameters];
  const defaults = declared.map((each) => [each.name, each.default] as const);
  const project = { name: 'wfx', language: 'typescript', build: '', test: 'npm test', lint: '' };
  const given = {
    ...Object.fromEntries(defaults),
    visits: 1,
    outline: '',
    siblings: '',
    earlierAttempts: '',
    project,
    ...settings,
    ...values,
  };
  return renderPrompt({
    prompt: { kind: 'file', path },
    template,
    role,
    scope: {
      types: new Map([
        ...declared.map((each) => [each.name, typeOf(each.type)] as const),
        ['visits', 'integer'],
        ['outline', 'string'],
        ['siblings', 'string'],
        ['earlierAttempts', 'string'],
        ['project', 'any'],
      ]),
      values: new Map(Object.entries(given)),
    },
    actions: [],
    appendActions: true,
    channel: 'structured',
  });
}

function typeOf(type: string) {
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'any';
}

function templateAt(path: string): Template {
  const text = PROMPT_FILES[path];
  invariant(text !== undefined, `There is no prompt "${path}".`);
  const { diagnostics, report } = collect();
  const linker = new PartialLinker((inclusion) => {
    const partial = PROMPT_FILES[inclusion.path];
    return partial === undefined ? undefined : parsePartial({ name: inclusion.path, text: partial }, report);
  }, report);
  const template = linker.link(parseTemplate({ name: path, text }, report));
  invariant(diagnostics.length === 0, diagnostics.map((each) => each.message).join(' '));
  return template;
}
