import { unquoted, type Language } from './language.ts';

export const PHP: Language = {
  name: 'PHP',
  grammar: 'php',
  family: 'php',
  endings: ['.php'],
  hasExplicitImports: false,
  sharesFolder: true,
  query: `
[(comment) (string_content)] @skip
(namespace_use_clause) @import
[(require_expression (_) @import) (require_once_expression (_) @import) (include_expression (_) @import)]
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.interface
(enum_declaration name: (name) @name) @definition.enum
(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.method
(const_declaration (const_element (name) @name) @definition.constant)
`,
  importsIn: (text) => {
    const path = /['"]([^'"]+)['"]/.exec(text)?.[1];
    return [
      path ??
        unquoted(text)
          .replace(/\s+as\s+\w+$/, '')
          .replaceAll('\\', '/')
          .replace(/^\//, ''),
    ];
  },
};
