import { unquoted, type Language } from './language.ts';

const COMMON = `
[(comment) (string_fragment) (regex)] @skip
(import_statement source: (string) @import)
(export_statement source: (string) @import)
(call_expression function: (import) arguments: (arguments . (string) @import))
((call_expression function: (identifier) @_require arguments: (arguments . (string) @import)) (#eq? @_require "require"))
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(class_body (method_definition name: (property_identifier) @name) @definition.method)
(program (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))
(program (variable_declaration (variable_declarator name: (identifier) @name) @definition.constant))
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant)))
(program (expression_statement (assignment_expression
  left: (member_expression property: (property_identifier) @name)
  right: [(function_expression) (arrow_function)]) @definition.function))
(program (expression_statement (assignment_expression
  left: (member_expression)
  right: (object (method_definition name: (property_identifier) @name) @definition.function))))
`;

const TYPES = `
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name) @definition.enum
(function_signature name: (identifier) @name) @definition.function
(interface_body (method_signature name: (property_identifier) @name) @definition.method)
(abstract_method_signature name: (property_identifier) @name) @definition.method
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name) @definition.constant))
`;

const shared = {
  family: 'ecmascript',
  hasExplicitImports: true,
  sharesFolder: false,
  keywords: new Set(['as', 'async', 'from', 'get', 'of', 'set', 'static', 'type']),
  importsIn: (statement: string) => [unquoted(statement)],
  // What holds an imported module is no definition.
  isConstant: (text: string) => !/^[^=]*=\s*(?:await\s+import|require)\s*\(/.test(text),
};

export const ECMASCRIPT: readonly Language[] = [
  {
    ...shared,
    name: 'TypeScript',
    grammar: 'typescript',
    endings: ['.ts', '.mts', '.cts'],
    query: COMMON + TYPES,
  },
  { ...shared, name: 'TSX', grammar: 'tsx', endings: ['.tsx'], query: COMMON + TYPES },
  {
    ...shared,
    name: 'JavaScript',
    grammar: 'javascript',
    endings: ['.js', '.mjs', '.cjs', '.jsx'],
    query: COMMON,
  },
];
