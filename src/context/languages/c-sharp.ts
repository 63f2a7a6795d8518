import type { Language } from './language.ts';

export const C_SHARP: Language = {
  name: 'C#',
  grammar: 'c-sharp',
  family: 'c-sharp',
  endings: ['.cs'],
  hasExplicitImports: false,
  sharesFolder: true,
  query: `
[(comment) (string_literal_content) (raw_string_content) (verbatim_string_literal)] @skip
(using_directive) @import
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(struct_declaration name: (identifier) @name) @definition.struct
(enum_declaration name: (identifier) @name) @definition.enum
(delegate_declaration name: (identifier) @name) @definition.type
(method_declaration name: (identifier) @name) @definition.method
(property_declaration name: (identifier) @name) @definition.method
`,
  importsIn: (statement) => {
    const name = /^(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.]+)/.exec(statement)?.[1];
    return name === undefined ? [] : [name.replaceAll('.', '/')];
  },
};
