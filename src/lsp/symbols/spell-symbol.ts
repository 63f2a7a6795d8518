import { spellName } from '../../print/spell.ts';
import type { Edit } from '../../diagnostics/diagnostic.ts';
import type { PlacedOccurrence } from './occurrence.ts';

const WORD = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** What YAML reads as this text and nothing else, also in a list on one line. */
const PLAIN_YAML = /^[A-Za-z][A-Za-z0-9_ ]*(?<! )$/;
const YAML_WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** The edit that gives an occurrence another name. */
export function renamingOf({ span, spelling, kind, name }: PlacedOccurrence, newName: string): Edit {
  const { text } = span.source;
  const written = text.slice(span.start, span.end);
  const isQuoted = written.startsWith('"');
  switch (spelling) {
    case 'plain':
      return { span, newText: newName };
    case 'yaml':
      return { span, newText: spellYaml(newName, text[span.start - 1], text[span.end], written) };
    case 'json':
      return { span, newText: isQuoted || !WORD.test(newName) ? JSON.stringify(newName) : newName };
    case 'key':
      return { span, newText: `${newName} = ${name}` };
    case 'value':
      return { span, newText: `${name} = ${newName}` };
    case 'arrow': {
      const start = Math.max(0, text.lastIndexOf('->', span.start));
      const [action, target] = kind === 'action' ? [newName, name] : [name, newName];
      return { span: { ...span, start }, newText: `${spellName(action)} -> ${spellName(target)}` };
    }
    case 'name':
    default:
      return { span, newText: isJson(span.source.name) ? JSON.stringify(newName) : spellName(newName) };
  }
}

function isJson(name: string): boolean {
  return !name.endsWith('.wfmap');
}

/** A name inside of a place, between slashes, stays as plain or quoted as the whole is. */
function spellYaml(
  name: string,
  before: string | undefined,
  after: string | undefined,
  written: string,
): string {
  if (/^["']/.test(written)) return JSON.stringify(name);
  if (before === '/' || after === '/') return name;
  return PLAIN_YAML.test(name) && !YAML_WORDS.test(name) ? name : JSON.stringify(name);
}
