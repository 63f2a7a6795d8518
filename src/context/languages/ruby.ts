import { unquoted, type Language } from './language.ts';

export const RUBY: Language = {
  name: 'Ruby',
  grammar: 'ruby',
  family: 'ruby',
  endings: ['.rb', '.rake', '.gemspec'],
  hasExplicitImports: false,
  sharesFolder: false,
  query: `
[(comment) (string_content)] @skip
((call method: (identifier) @_require arguments: (argument_list . (string) @import))
  (#any-of? @_require "require" "require_relative"))
(module name: (_) @name) @definition.module
(class name: (_) @name) @definition.class
(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
(program (assignment left: (constant) @name) @definition.constant)
(body_statement (assignment left: (constant) @name) @definition.constant)
`,
  importsIn: (path) => [unquoted(path)],
};
