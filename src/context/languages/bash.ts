import { unquoted, type Language } from './language.ts';

export const BASH: Language = {
  name: 'Bash',
  grammar: 'bash',
  family: 'bash',
  endings: ['.sh', '.bash', '.bats'],
  hasExplicitImports: false,
  sharesFolder: false,
  query: `
[(comment) (raw_string)] @skip
((command name: (command_name (word) @_source) . argument: (_) @import) (#any-of? @_source "source" "."))
(function_definition name: (word) @name) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.constant)
`,
  // Mostly it begins with a variable that holds a folder.
  importsIn: (path) => [unquoted(path).replace(/^.*\$[^/]*\//, '')],
};
