import type { Language } from './language.ts';

export const RUST: Language = {
  name: 'Rust',
  grammar: 'rust',
  family: 'rust',
  endings: ['.rs'],
  hasExplicitImports: false,
  sharesFolder: false,
  query: `
[(line_comment) (block_comment) (string_content)] @skip
(use_declaration argument: (_) @import)
(impl_item type: (_) @name) @definition.scope
(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.method
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(trait_item name: (type_identifier) @name) @definition.interface
(type_item name: (type_identifier) @name) @definition.type
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.constant
(macro_definition name: (identifier) @name) @definition.macro
`,
  importsIn: (argument) => {
    const [stem = '', list] = argument.replaceAll(/\s+/g, '').split('{', 2);
    const base = stem.replaceAll('::', '/').replace(/^(?:(?:crate|self|super)\/)+/, '');
    const names = (list ?? '').split(/[,{}]/).map((name) => name.replace(/as\w+$/, '').replaceAll('::', '/'));
    const paths = list === undefined ? [base] : names.map((name) => `${base}${name}`);
    // The last part is a name in a module, or a module.
    return paths.flatMap((path) => [path, path.replace(/\/[^/]*$/, '')]).filter((path) => path !== '');
  },
};
