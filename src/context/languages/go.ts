import { unquoted, type Language } from './language.ts';

export const GO: Language = {
  name: 'Go',
  grammar: 'go',
  family: 'go',
  endings: ['.go'],
  hasExplicitImports: false,
  sharesFolder: true,
  query: `
[(comment) (interpreted_string_literal_content) (raw_string_literal_content)] @skip
(import_spec path: (interpreted_string_literal) @import)
(function_declaration name: (identifier) @name) @definition.function
(method_declaration name: (field_identifier) @name) @definition.method
(method_elem name: (field_identifier) @name) @definition.method
(type_spec name: (type_identifier) @name type: (struct_type)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(source_file (const_declaration (const_spec name: (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.constant))
`,
  importsIn: (path) => [unquoted(path)],
};
