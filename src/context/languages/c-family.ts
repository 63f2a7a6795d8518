import { unquoted, type Language } from './language.ts';

const QUERY = `
[(comment) (string_content)] @skip
(preproc_include path: (_) @import)
(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro
(function_definition declarator: (function_declarator declarator: (identifier) @name)) @definition.function
(function_definition declarator: (_ declarator: (function_declarator declarator: (identifier) @name))) @definition.function
(function_definition declarator: (_ declarator: (_ declarator: (function_declarator declarator: (identifier) @name)))) @definition.function
(function_definition declarator: (_ (function_declarator declarator: (identifier) @name))) @definition.function
(function_definition declarator: (function_declarator declarator: (field_identifier) @name)) @definition.method
(function_definition declarator: (function_declarator declarator: (qualified_identifier name: (identifier) @name))) @definition.method
(function_definition declarator: (_ (function_declarator declarator: (qualified_identifier name: (identifier) @name)))) @definition.method
(field_declaration declarator: (function_declarator declarator: (field_identifier) @name)) @definition.method
(class_specifier name: (type_identifier) @name body: (_)) @definition.class
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(type_definition declarator: (type_identifier) @name) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name)) @definition.constant)
`;

/** One grammar reads both: C++ has all of C but a few words, and that of C would be a package of its own. */
export const C_FAMILY: readonly Language[] = [
  language('C', ['.c', '.h']),
  language('C++', ['.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx', '.ipp']),
];

function language(name: string, endings: readonly string[]): Language {
  return {
    name,
    grammar: 'cpp',
    family: 'c',
    endings,
    hasExplicitImports: false,
    sharesFolder: false,
    query: QUERY,
    importsIn: (path) => [path.startsWith('"') ? `./${unquoted(path)}` : unquoted(path), unquoted(path)],
  };
}
