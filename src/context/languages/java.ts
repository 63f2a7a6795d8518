import type { Language } from './language.ts';

export const JAVA: Language = {
  name: 'Java',
  grammar: 'java',
  family: 'java',
  endings: ['.java'],
  hasExplicitImports: false,
  sharesFolder: true,
  query: `
[(line_comment) (block_comment) (string_literal)] @skip
(import_declaration) @import
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(method_declaration name: (identifier) @name) @definition.method
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
`,
  importsIn: (statement) => {
    const [, isStatic, path = ''] = /^import\s+(static\s+)?([\w.]+(?:\.\*)?)/.exec(statement) ?? [];
    const parts = path.split('.');
    // Of a static import the last part is a member, of `a.b.*` the package is meant.
    return [(isStatic !== undefined || path.endsWith('.*') ? parts.slice(0, -1) : parts).join('/')];
  },
  isConstant: (text) => /^[^=(]*\bstatic\b/.test(text) && /^[^=(]*\bfinal\b/.test(text),
};
