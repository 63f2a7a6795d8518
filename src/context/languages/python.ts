import type { Language } from './language.ts';

export const PYTHON: Language = {
  name: 'Python',
  grammar: 'python',
  family: 'python',
  endings: ['.py', '.pyi'],
  hasExplicitImports: true,
  sharesFolder: false,
  query: `
[(comment) (string_content)] @skip
[(import_statement) (import_from_statement)] @import
(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class
(module (expression_statement (assignment left: (identifier) @name) @definition.constant))
`,
  importsIn: (statement) => {
    const from = /^from\s+(\.*)([\w.]*)\s+import\s+([\s\S]*)$/.exec(statement);
    if (from === null) return namesIn(statement.replace(/^import\s+/, '')).map(toPath);
    const [, dots = '', module = '', names = ''] = from;
    const base = `${upward(dots.length)}${toPath(module)}`;
    // What is imported from a package may be a module of it.
    const slash = base === '' || base.endsWith('/') ? '' : '/';
    const modules = namesIn(names.replaceAll(/[()*]/g, ' ')).map((name) => `${base}${slash}${name}`);
    return module === '' ? modules : [base, ...modules];
  },
};

function namesIn(list: string): readonly string[] {
  const parts = list.split(',').map((part) => part.trim().replace(/\s[\s\S]*$/, ''));
  return parts.filter((part) => part !== '');
}

function toPath(module: string): string {
  return module.replaceAll('.', '/');
}

/** One dot is the folder of the file, each further one the folder above. */
function upward(dots: number): string {
  return dots === 0 ? '' : dots === 1 ? './' : '../'.repeat(dots - 1);
}
